"""The frame of every email: the link to view it in the browser, the footer and the preview text."""

from dataclasses import dataclass

from server.documents.kinds import markup
from server.documents.kinds.email.component import get_font
from server.documents.kinds.email.global_settings import EmailGlobals
from server.documents.kinds.render_context import Tags


@dataclass(frozen=True, slots=True)
class FooterLink:
    """A text with a link. The address can have marks of merge tags."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class EmailFrame:
    """The texts around an email. They are plain text with marks of merge tags.

    `lines` are the reason for the email, the company and its address. `unsubscribe` is None for email without it.
    """

    title: str
    language: str = "en"
    preheader: str = ""
    lines: tuple[str, ...] = ()
    unsubscribe: FooterLink | None = None
    preferences: FooterLink | None = None
    forward: FooterLink | None = None
    reply: FooterLink | None = None
    question: str = ""  # before the link to the browser
    view: FooterLink | None = None
    brand: str = ""


def render_preheader(frame: EmailFrame) -> str:
    if not frame.preheader:
        return ""
    hidden = "display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden"
    return f'<div style="{hidden}">{markup.escape(frame.preheader)}</div>'


def render_view_line(whole: EmailGlobals, frame: EmailFrame) -> str:
    if not whole.show_view_browser_link or frame.view is None:
        return ""
    question = f"{markup.escape(frame.question)} " if frame.question else ""
    adapts = whole.dark == "adapts"
    return _render_cell(
        whole, "center", "12px 24px", f"{question}{_render_link(whole, frame.view, adapts)}", adapts=adapts
    )


def render_text(whole: EmailGlobals, tags: Tags) -> str:
    text = markup.escape(tags.mark(whole.footer_words.strip())).replace("\n", "<br>")
    return _render_cell(whole, whole.footer_align, "24px 24px 0", text, adapts=_is_adaptive(whole)) if text else ""


def render_lines(whole: EmailGlobals, frame: EmailFrame) -> str:
    """The fixed lines of the footer: company, address and unsubscribe link are always included."""
    wanted = (
        (frame.unsubscribe, True),
        (frame.preferences, whole.footer_preferences),
        (frame.forward, whole.footer_forward),
        (frame.reply, whole.footer_reply),
    )
    links = " · ".join(
        _render_link(whole, link, _is_adaptive(whole)) for link, is_shown in wanted if link is not None and is_shown
    )
    shown = [*(markup.escape(line) for line in frame.lines), links, markup.escape(frame.brand)]
    text = "<br>".join(line for line in shown if line)
    return _render_cell(whole, whole.footer_align, "16px 24px 32px", text, adapts=_is_adaptive(whole)) if text else ""


def _is_adaptive(whole: EmailGlobals) -> bool:
    return whole.dark == "adapts" and not whole.footer_background


def _render_link(whole: EmailGlobals, link: FooterLink, adapts: bool) -> str:
    look = markup.build_style(color=whole.footer_colour, text_decoration="underline")
    adapting = ' class="quiet"' if adapts else ""
    return f'<a href="{markup.escape(link.address)}"{adapting}{look}>{markup.escape(link.words)}</a>'


def _render_cell(whole: EmailGlobals, align: str, padding: str, html: str, *, adapts: bool) -> str:
    look = markup.build_style(
        font_family=get_font(whole),
        font_size="12px",
        line_height="160%",
        color=whole.footer_colour,
        text_align=align,
    )
    adapting = ' class="quiet"' if adapts else ""
    return f'<tr><td align="{align}"{markup.build_style(padding=padding)}><div{adapting}{look}>{html}</div></td></tr>'
