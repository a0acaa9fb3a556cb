"""Renders a document of the email editor: the structure as MJML, the content of components as HTML.

MJML lays out rows and columns for every client, including Outlook. It has no rows in columns, and its compiler fails on
malformed content. So it gets only the structure, with numbered placeholders, which the HTML of the kinds replaces
afterwards. The structure has no user input, so its HTML can be cached while users type.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from server.core.errors import ApiError
from server.documents.kinds import markup
from server.documents.kinds.email import EMAIL, footer, style_sheet
from server.documents.kinds.email.column import ColumnSettings
from server.documents.kinds.email.component import TABLE
from server.documents.kinds.email.footer import EmailFrame
from server.documents.kinds.email.global_settings import EmailGlobals
from server.documents.kinds.email.row import RowSettings
from server.documents.kinds.render_context import RenderContext, Tags
from server.documents.tree import Branch

BODY: Final = "body"
_PLACEHOLDER: Final = re.compile(r"@([bf])(\d+)@")


@dataclass(frozen=True, slots=True)
class RenderSource:
    """One root of a document with the document-wide settings, and the settings and conditions by node id."""

    rows: tuple[Branch, ...]
    settings: Mapping[str, Any]
    of: Mapping[str, Mapping[str, Any]]
    conditions: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class RenderedDocument:
    """A rendered document before MJML is compiled.

    `parts` are the HTML of the document in reading order, with marks of merge tags. `frame` is the HTML around it.
    """

    mjml: str
    parts: tuple[str, ...]
    frame: tuple[str, ...]

    def fill(self, skeleton: str, parts: Sequence[str]) -> str:
        found = _PLACEHOLDER.split(skeleton)
        # Text, letter, number, text, letter, number, text ...
        for at in range(1, len(found), 3):
            filled = parts if found[at] == "b" else self.frame
            found[at], found[at + 1] = "", filled[int(found[at + 1])]
        return "".join(found)

    def to_mjml(self) -> str:
        """The document as one MJML source, for other compilers."""
        return self.fill(self.mjml, self.parts)


def render(source: RenderSource, frame: EmailFrame, tags: Tags, *, origin: str) -> RenderedDocument:
    """Renders a document in its frame. `origin` is the origin of the product's images.

    Raises the errors of `tags`, with the id of the affected node as `node` in the payload.
    """
    page = _Page(source, EmailGlobals.read(source.settings), frame, tags, origin)
    page.draw()
    return RenderedDocument(page.mjml(), tuple(page.parts), tuple(page.frame_parts))


@dataclass(slots=True)
class _Page:
    source: RenderSource
    whole: EmailGlobals
    frame: EmailFrame
    tags: Tags
    origin: str
    parts: list[str] = field(default_factory=list)
    frame_parts: list[str] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    places: dict[tuple[int, bool], RenderContext] = field(default_factory=dict)

    @property
    def adapts(self) -> bool:
        return self.whole.dark == "adapts"

    def mjml(self) -> str:
        """Call it after `draw`."""
        title = self._add_frame_part(markup.escape(self.frame.title))
        preheader = self._add_frame_part(footer.render_preheader(self.frame))
        return (
            f'<mjml lang="{markup.escape(self.frame.language)}"><mj-head><mj-title>{title}</mj-title>'
            f"<mj-style>{style_sheet.build_style_sheet(self.whole)}</mj-style>"
            f"<mj-raw>{style_sheet.META if self.adapts else style_sheet.META_LIGHT}</mj-raw></mj-head>"
            f'<mj-body width="{self.whole.width}px" background-color="{self.whole.background}" css-class="ground">'
            f"<mj-raw>{preheader}</mj-raw>{''.join(self.sections)}</mj-body></mjml>"
        )

    def draw(self) -> None:
        self._add_section(self._add_optional_frame_part(footer.render_view_line(self.whole, self.frame)))
        for row in self.source.rows:
            self.tags.node = row.id
            try:
                self._row(row)
            except ApiError as error:
                _note_node(error, row.id)
                raise
            finally:
                self.tags.node = ""
        words = footer.render_text(self.whole, self.tags)
        inside = self._add_part(words) if words else ""
        lines = self._add_optional_frame_part(footer.render_lines(self.whole, self.frame))
        self._add_section(f"{inside}{lines}", background=self.whole.footer_background)

    def _add_section(self, raw: str, *, background: str = "") -> None:
        if raw:
            ground = f' background-color="{background}"' if background else ""
            self.sections.append(
                f'<mj-section padding="0"{ground}><mj-column><mj-raw>{raw}</mj-raw></mj-column></mj-section>'
            )

    def _add_part(self, part: str) -> str:
        self.parts.append(part)
        return f"@b{len(self.parts) - 1}@"

    def _add_frame_part(self, part: str) -> str:
        self.frame_parts.append(part)
        return f"@f{len(self.frame_parts) - 1}@"

    def _add_optional_frame_part(self, part: str) -> str:
        return self._add_frame_part(part) if part else ""

    def _row(self, row: Branch) -> None:
        settings = RowSettings.read(self.source.of[row.id])
        top, right, bottom, left = settings.padding
        room = self.whole.width - right - left
        before, after = self.tags.condition(self.source.conditions.get(row.id, {}))
        # Parts are numbered in reading order, so the start of a condition comes before the content of its row.
        opens = f"<mj-raw>{self._add_part(before)}</mj-raw>" if before else ""
        adapts = self.adapts and not settings.background
        columns = self._list_columns(row)
        drawn = [
            (share, self._render_column(branch, of, round(room * share / 100), adapts))
            for (of, share), branch in zip(columns, row.children, strict=True)
        ]
        if not any(html for _, html in drawn) and not settings.background:
            if before:
                self.parts.pop()
            return
        inside = "".join(
            f'<mj-column width="{share:g}%" vertical-align="{settings.vertical}">'
            f"<mj-raw>{self._add_part(html)}</mj-raw></mj-column>"
            for share, html in drawn
        )
        inside = inside if settings.stacks else f"<mj-group>{inside}</mj-group>"
        closes = f"<mj-raw>{self._add_part(after)}</mj-raw>" if after else ""
        ground = settings.background or self.whole.canvas
        reach = ' full-width="full-width"' if settings.reach == "window" else ""
        css_class = "" if settings.background else ' css-class="canvas"'
        self.sections.append(
            f'{opens}<mj-section background-color="{ground}" padding="{top}px {right}px {bottom}px {left}px"'
            f"{reach}{css_class}>{inside}</mj-section>{closes}"
        )

    def _list_columns(self, row: Branch) -> list[tuple[ColumnSettings, float]]:
        read = [ColumnSettings.read(self.source.of[column.id]) for column in row.children]
        return list(zip(read, compute_shares([each.width for each in read]), strict=True))

    def _render_column(self, column: Branch, settings: ColumnSettings, room: int, adapts: bool) -> str:
        _, right, _, left = settings.padding
        adapts = adapts and not settings.background
        inside = "".join([self._part(part, room - right - left, adapts) for part in column.children])
        if not (any(settings.padding) or settings.background or settings.corner):
            return inside
        look = markup.build_style(
            padding=markup.format_sides(settings.padding),
            background_color=settings.background,
            border_radius=f"{settings.corner}px" if settings.corner else "",
        )
        ground = f' bgcolor="{settings.background}"' if settings.background else ""
        table = f'<table {TABLE} width="100%"><tbody>{inside}</tbody></table>' if inside else "&nbsp;"
        return f"<tr><td{ground}{look}>{table}</td></tr>" if inside or settings.background else ""

    def _part(self, part: Branch, room: int, adapts: bool) -> str:
        around, self.tags.node = self.tags.node, part.id
        try:
            drawn = (
                self._render_inner_row(part, room, adapts)
                if part.level == "row"
                else self._render_component(part, room, adapts)
            )
            condition = self.source.conditions.get(part.id)
            if not drawn or condition is None:
                return drawn
            before, after = self.tags.condition(condition)
            return f"{before}{drawn}{after}"
        except ApiError as error:
            _note_node(error, part.id)
            raise
        finally:
            self.tags.node = around

    def _render_inner_row(self, row: Branch, room: int, adapts: bool) -> str:
        """Returns a row in a column as a table, since MJML has no such rows."""
        settings = RowSettings.read(self.source.of[row.id])
        _, right, _, left = settings.padding
        room -= right + left
        adapts = adapts and not settings.background
        stacks = ' class="stack"' if settings.stacks else ""
        cells = []
        for (of, share), column in zip(self._list_columns(row), row.children, strict=True):
            width = round(room * share / 100)
            inside = self._render_column(column, of, width, adapts)
            table = f'<table {TABLE} width="100%"><tbody>{inside}</tbody></table>' if inside else "&nbsp;"
            look = markup.build_style(width=f"{share:g}%", vertical_align=settings.vertical)
            cells.append(f'<td{stacks} width="{width}" valign="{settings.vertical}"{look}>{table}</td>')
        if all(cell.endswith(">&nbsp;</td>") for cell in cells) and not settings.background:
            return ""
        ground = f' bgcolor="{settings.background}"' if settings.background else ""
        look = markup.build_style(padding=markup.format_sides(settings.padding), background_color=settings.background)
        return f'<tr><td{ground}{look}><table {TABLE} width="100%"><tr>{"".join(cells)}</tr></table></td></tr>'

    def _render_component(self, part: Branch, room: int, adapts: bool) -> str:
        kind = EMAIL.kinds.get(part.kind)
        if kind is None or kind.draw is None:
            # A kind of a newer version of the editor, or from a third-party client.
            return ""
        settings: Any = kind.settings.read(self.source.of[part.id])
        _, right, _, left = settings.padding
        html = kind.draw(settings, self._get_context(max(1, room - right - left), adapts and not settings.background))
        if not html:
            return ""
        cell = _build_cell(getattr(settings, "align", "left"), settings.background, *settings.padding)
        return f"<tr>{cell}{html}</td></tr>"

    def _get_context(self, width: int, adapts: bool) -> RenderContext:
        place = self.places.get((width, adapts))
        if place is None:
            place = self.places[width, adapts] = RenderContext(self.whole, self.tags, width, adapts, self.origin)
        return place


@lru_cache(maxsize=512)
def _build_cell(align: str, background: str, *padding: int) -> str:
    ground = f' bgcolor="{background}"' if background else ""
    look = markup.build_style(
        padding=markup.format_sides(padding), background_color=background, word_break="break-word"
    )
    return f'<td align="{align}"{ground}{look}>'


def _note_node(error: ApiError, node: str) -> None:
    """Adds the node to the error, unless the error names a node inside it."""
    if "node" not in (error.payload or {}):
        error.payload = {**(error.payload or {}), "node": node}


def compute_shares(widths: Sequence[int]) -> list[float]:
    """The width of each column in percent of its row, with two decimals; at most 100 in total.

    Columns of width 0 share the rest equally, or get the average width if there is no rest.
    """
    given = sum(widths)
    unset = sum(1 for width in widths if not width)
    rest = (100 - given) / unset if unset and given < 100 else 100 / max(1, len(widths))
    wanted = [width or rest for width in widths]
    whole = sum(wanted)
    return [int(width / whole * 10_000 + 1e-6) / 100 for width in wanted]
