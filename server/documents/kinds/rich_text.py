"""Renders rich text of a document (`snapshot.py`) as HTML for email, with inline styles and every element closed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from server.documents.kinds import markup
from server.documents.kinds.render_context import RenderContext
from server.documents.snapshot import RICH

MAX_BLOCK_DEPTH: Final = 24  # deeper than users nest; rendering recurses
_MARKS: Final = {"bold": "strong", "italic": "em", "underline": "u", "strike": "s"}
_SIDES: Final = frozenset({"left", "center", "right"})
_HEADINGS: Final = {1: ("h2", 150), 2: ("h2", 150), 3: ("h3", 120), 4: ("h3", 120), 5: ("h3", 100), 6: ("h3", 100)}


@dataclass(slots=True)
class RichText:
    """Renders a rich text. `size` is its font size in pixels; headings and margins scale with it."""

    drawing: RenderContext
    size: int

    def line(self, value: Mapping[str, Any]) -> str:
        """Renders the text of all blocks, separated by line breaks."""
        lines = [self._render_inline(block, 0) for block in _list_blocks(value)]
        return "<br>".join(lines).strip()

    def blocks(self, value: Mapping[str, Any]) -> str:
        """Renders paragraphs, headings, lists and quotes; empty if they have no text."""
        found = _list_blocks(value)
        if not any(_has_text(block, 0) for block in found):
            return ""
        return "".join(self._render_block(block, 0, last=index == len(found) - 1) for index, block in enumerate(found))

    def _render_block(self, block: Any, depth: int, *, last: bool) -> str:
        if not isinstance(block, dict) or depth > MAX_BLOCK_DEPTH:
            return ""
        below = "0" if last else f"{self.size}px"
        match block.get("name"):
            case "heading":
                drawn = self._render_heading(block, depth, below)
            case "bulletList" | "orderedList":
                drawn = self._render_list(block, depth, below)
            case "blockquote":
                look = markup.build_style(
                    margin=f"0 0 {below}", padding="2px 0 2px 16px", border_left="3px solid #d4d4d8"
                )
                drawn = f"<blockquote{self._rule_class}{look}>{self._render_children(block, depth)}</blockquote>"
            case "horizontalRule":
                look = markup.build_style(margin=f"0 0 {below}", border="0", border_top="1px solid #dcdce0")
                drawn = f"<hr{self._rule_class}{look}>"
            case "paragraph" | None:
                look = _build_paragraph_style(below, _get_alignment(block))
                drawn = f"<p{look}>{self._render_inline(block, depth) or '&nbsp;'}</p>"
            case _:
                # The content of an unknown block is rendered.
                drawn = self._render_children(block, depth)
        return drawn

    @property
    def _rule_class(self) -> str:
        return self.drawing.adapting("rule")

    def _render_heading(self, block: Mapping[str, Any], depth: int, below: str) -> str:
        level = _get_attributes(block).get("level")
        tag, percent = _HEADINGS.get(level, _HEADINGS[2]) if isinstance(level, int) else _HEADINGS[2]
        look = markup.build_style(
            margin=f"0 0 {below}",
            font_size=f"{round(self.size * percent / 100)}px",
            line_height="1.3",
            font_weight=700,
            text_align=_get_alignment(block),
        )
        return f"<{tag}{look}>{self._render_inline(block, depth)}</{tag}>"

    def _render_list(self, block: Mapping[str, Any], depth: int, below: str) -> str:
        tag = "ol" if block.get("name") == "orderedList" else "ul"
        start = _get_attributes(block).get("start")
        begins = f' start="{start}"' if tag == "ol" and type(start) is int and 1 < start < 10_000 else ""
        below = below if depth == 0 else "0"
        items = "".join(self._render_item(item, depth + 1) for item in _list_children(block))
        return f"<{tag}{begins}{markup.build_style(margin=f'0 0 {below}', padding='0 0 0 24px')}>{items}</{tag}>"

    def _render_item(self, item: Any, depth: int) -> str:
        # The first paragraph goes without <p>: email clients add margins between it and the bullet.
        parts = []
        for index, child in enumerate(_list_children(item)):
            is_words = not isinstance(child, dict) or child.get("name") in (None, "paragraph")
            words = self._render_inline(child, depth) if is_words else self._render_block(child, depth, last=True)
            parts.append(f"<br>{words}" if is_words and index else words)
        first = next(iter(_list_children(item)), None)
        look = markup.build_style(margin=f"0 0 {self.size // 3}px", text_align=_get_alignment(first))
        return f"<li{look}>{''.join(parts)}</li>"

    def _render_children(self, block: Mapping[str, Any], depth: int) -> str:
        children = _list_children(block)
        last = len(children) - 1
        return "".join(self._render_block(child, depth + 1, last=index == last) for index, child in enumerate(children))

    def _render_inline(self, node: Any, depth: int) -> str:
        if not isinstance(node, dict) or depth > MAX_BLOCK_DEPTH:
            return ""
        if "text" in node:
            return "".join([self._run(run) for run in _list_runs(node)])
        match node.get("name"):
            case "hardBreak":
                return "<br>"
            case "mergeTag":
                source = _get_attributes(node).get("source")
                return self.drawing.tags.merge(source) if isinstance(source, str) else ""
        return "".join([self._render_inline(child, depth + 1) for child in _list_children(node)])

    def _run(self, run: Mapping[str, Any]) -> str:
        insert, marks = run.get("insert"), run.get("attributes")
        if not isinstance(insert, str):
            return ""
        html = self.drawing.text(insert).replace("\n", "<br>")
        if not marks or not isinstance(marks, dict):
            return html
        # A mark that a text can have twice is stored as `name--hash`.
        named = {str(name).partition("--")[0]: value for name, value in marks.items()}
        for name, tag in _MARKS.items():
            if name in named and named[name] not in (None, False):
                html = f"<{tag}>{html}</{tag}>"
        colour = markup.parse_colour(_get_value(named.get("textStyle"), "color"))
        if colour:
            html = f"<span{self.drawing.adapting('copy', colour)}{markup.build_style(color=colour)}>{html}</span>"
        href = _get_value(named.get("link"), "href")
        address = self.drawing.link(href) if isinstance(href, str) else ""
        return self._render_link(address, html, colour) if address else html

    def _render_link(self, address: str, html: str, colour: str) -> str:
        look = _build_link_style(colour or self.drawing.whole.link_colour)
        return f'<a href="{address}"{self.drawing.adapting("link", colour)}{look}>{html}</a>'


@lru_cache(maxsize=64)
def _build_paragraph_style(space: str, side: str) -> str:
    return markup.build_style(margin=f"0 0 {space}", text_align=side)


@lru_cache(maxsize=64)
def _build_link_style(colour: str) -> str:
    return markup.build_style(color=colour, text_decoration="underline")


def _list_blocks(value: Mapping[str, Any]) -> Sequence[Any]:
    found = value.get(RICH)
    return found if isinstance(found, list) else []


def _list_children(node: Any) -> Sequence[Any]:
    found = node.get("inside") if isinstance(node, dict) else None
    return found if isinstance(found, list) else []


def _get_attributes(node: Mapping[str, Any]) -> Mapping[str, Any]:
    found = node.get("attributes")
    return found if isinstance(found, dict) else {}


def _get_alignment(block: Any) -> str:
    side = _get_attributes(block).get("textAlign") if isinstance(block, dict) else None
    return side if isinstance(side, str) and side in _SIDES else ""


def _list_runs(node: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    found = node.get("text")
    return [run for run in found if isinstance(run, dict)] if isinstance(found, list) else []


def _get_value(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _has_text(node: Any, depth: int) -> bool:
    if not isinstance(node, dict) or depth > MAX_BLOCK_DEPTH:
        return False
    if any(str(run.get("insert") or "").strip() for run in _list_runs(node)):
        return True
    if node.get("name") in ("mergeTag", "horizontalRule"):
        return True
    return any(_has_text(child, depth + 1) for child in _list_children(node))
