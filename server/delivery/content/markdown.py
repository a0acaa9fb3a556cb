"""Markdown bodies: CommonMark with tables and strikethrough, without HTML, split into the blocks of an email.

A paragraph with only a link titled "button" becomes a button; a paragraph with only a picture fills the column. A line
of only condition and repeat tags goes between blocks, so that it can enclose whole blocks. Line breaks are preserved,
as email authors expect.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token as MarkdownToken

from server.delivery.content.markup import Marks
from server.delivery.errors import DocumentTooLarge
from server.delivery.tags.grammar import Tag, split

# Email clients drop style sheets, so each element has its own styles. Colors that dark mode changes are classes.
_STYLES = {
    "p": "margin:0 0 16px",
    "h1": "margin:0 0 16px;font-size:26px;line-height:1.25;font-weight:700",
    "h2": "margin:8px 0 12px;font-size:20px;line-height:1.3;font-weight:700",
    "h3": "margin:8px 0 8px;font-size:17px;line-height:1.35;font-weight:600",
    "h4": "margin:8px 0 8px;font-size:15px;line-height:1.4;font-weight:600",
    "ul": "margin:0 0 16px;padding:0 0 0 22px",
    "ol": "margin:0 0 16px;padding:0 0 0 22px",
    "li": "margin:0 0 6px",
    "blockquote": "margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #d4d4d8",
    "code": "font-family:Menlo,Consolas,monospace;font-size:90%",
    "pre": "margin:0 0 16px;padding:12px 14px;white-space:pre-wrap;border:1px solid #d4d4d8;border-radius:6px",
    "hr": "margin:24px 0;border:0;border-top:1px solid #d4d4d8",
    "table": "margin:0 0 16px;border-collapse:collapse;width:100%",
    "th": "padding:8px 10px;text-align:left;border-bottom:2px solid #d4d4d8",
    "td": "padding:8px 10px;border-bottom:1px solid #e4e4e7",
    "img": "max-width:100%;height:auto;border:0",
}
MAX_SOURCE_CHARACTERS = 100_000  # clients cut longer emails; hostile input takes 40 µs per character to parse
MAX_ELEMENTS = 10_000  # paragraphs, list items and cells; short rows of a wide table are padded to many more
_QUOTED_PARAGRAPH = "margin:0 0 4px"
_BUTTON_TITLE = "button"
_CONTROL_KINDS = frozenset({"if", "elif", "else", "endif", "for", "endfor"})


class BlockKind(StrEnum):
    TEXT = "text"
    BUTTON = "button"
    PICTURE = "picture"
    CONTROL = "control"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the body. `html` is complete on its own; buttons and pictures also use `address` and `label`."""

    kind: BlockKind
    html: str
    address: str = ""
    label: str = ""


def _build_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "xhtmlOut": True, "breaks": True, "maxNesting": 20})
    parser.enable(["table", "strikethrough"])
    parser.core.ruler.after("block", "bounds", _check_element_count)
    parser.add_render_rule("code_block", _render_code)
    parser.add_render_rule("fence", _render_code)
    return parser


def _check_element_count(state: StateCore) -> None:
    """Rejects input with too many elements before the expensive part, parsing the text of each."""
    if sum(token.nesting == 1 for token in state.tokens) > MAX_ELEMENTS:
        raise DocumentTooLarge.over("elements", MAX_ELEMENTS)


def _render_code(_renderer: Any, tokens: Sequence[MarkdownToken], index: int, *_: Any) -> str:
    return f'<pre style="{_STYLES["pre"]}"><code style="{_STYLES["code"]}">{escape(tokens[index].content)}</code></pre>'


def _apply_styles(tokens: Sequence[MarkdownToken], accent: str) -> None:
    quoted = 0
    for token in (part for block in tokens for part in (block, *(block.children or ()))):
        quoted += token.nesting if token.tag == "blockquote" else 0
        if token.nesting >= 0 and token.tag in _STYLES:
            style = _QUOTED_PARAGRAPH if quoted and token.tag == "p" else _STYLES[token.tag]
            align = token.attrGet("style")
            token.attrSet("style", f"{style};{align}" if align else style)
        if token.type == "link_open":
            token.attrSet("style", f"color:{accent};text-decoration:underline")
            token.attrSet("class", "link")


def mark(source: str, marks: Marks) -> str:
    """The source with its tags replaced by marks. Lines of only control tags become paragraphs.

    Raises DocumentTooLarge and what `split` raises.
    """
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise DocumentTooLarge.over("characters", MAX_SOURCE_CHARACTERS)
    joined = "".join(marks.tag(piece) if isinstance(piece, Tag) else piece for piece in split(source))
    control = "|".join(
        rf"mtg{marks.nonce}x{number}x" for number, tag in enumerate(marks.tags) if tag.kind in _CONTROL_KINDS
    )
    if not control:
        return joined
    lonely = re.compile(rf"^[ \t]*(?:(?:{control})[ \t]*)+$", re.MULTILINE)
    return lonely.sub(lambda match: f"\n{match[0].strip()}\n", joined)


def parse_blocks(marked: str, marks: Marks, *, accent: str) -> list[Block]:
    parser = _build_parser()
    tokens = parser.parse(marked)
    _apply_styles(tokens, accent)
    result: list[Block] = []
    run: list[MarkdownToken] = []

    def flush() -> None:
        if run:
            result.append(Block(BlockKind.TEXT, parser.renderer.render(run, parser.options, {})))
            run.clear()

    index = 0
    while index < len(tokens):
        special = _parse_special_block(tokens, index, marks, parser)
        if special is None:
            run.append(tokens[index])
            index += 1
            continue
        flush()
        result.append(special)
        index += 3
    flush()
    return result


def _parse_special_block(tokens: Sequence[MarkdownToken], index: int, marks: Marks, parser: MarkdownIt) -> Block | None:
    """The block of a top-level paragraph that is a button, a picture or only control tags."""
    token = tokens[index]
    if token.type != "paragraph_open" or token.level != 0:
        return None
    inline = tokens[index + 1]
    children = [child for child in inline.children or [] if child.type != "text" or child.content.strip()]
    if _has_only_controls(inline.content, marks):
        return Block(BlockKind.CONTROL, inline.content)
    if len(children) == 1 and children[0].type == "image":
        html = parser.renderer.render([inline], parser.options, {})
        return Block(BlockKind.PICTURE, html, str(children[0].attrGet("src") or ""), children[0].content)
    if (
        len(children) >= 2
        and children[0].type == "link_open"
        and children[-1].type == "link_close"
        and children[0].attrGet("title") == _BUTTON_TITLE
        and sum(child.type == "link_open" for child in children) == 1
    ):
        html = parser.renderer.render([inline], parser.options, {})
        label = parser.renderer.render(children[1:-1], parser.options, {})
        return Block(BlockKind.BUTTON, html, str(children[0].attrGet("href") or ""), label)
    return None


def _has_only_controls(content: str, marks: Marks) -> bool:
    rest, found = content, False
    for match in marks.pattern.finditer(content):
        kind, number = match[1] or match[3], int(match[2] or match[4])
        if kind != "tg" or marks.tags[number].kind not in _CONTROL_KINDS:
            return False
        found = True
        rest = rest.replace(match[0], "", 1)
    return found and not rest.strip()
