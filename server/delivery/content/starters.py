"""The starter templates around a Markdown body, in MJML.

Each works in light and dark clients and in Outlook: tables through mrml, no background pictures, and classes for colors
that dark mode replaces. The footer always has the company and its address.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from server.delivery.content.markdown import Block, BlockKind

DEFAULT_ACCENT = "#2f5bd7"
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_WIDTH = "600px"


class Starter(StrEnum):
    """letter: like a personal email; news: a masthead above a card; notice: one message below a colored band."""

    LETTER = "letter"
    NEWS = "news"
    NOTICE = "notice"


# Aligns the footer with the text of a card.
_SIDES = {Starter.LETTER: "24px", Starter.NEWS: "28px", Starter.NOTICE: "28px"}


@dataclass(frozen=True, slots=True)
class FooterLinks:
    """Optional footer links, in addition to company, address and unsubscribe."""

    preferences: bool = True
    view: bool = True
    forward: bool = False
    reply: bool = False
    brand: str = ""  # the product that sent the email; empty omits the line


@dataclass(frozen=True, slots=True)
class StarterFrame:
    """The frame around a body. Addresses and texts can contain marks."""

    starter: Starter
    company: str
    postal_address: str = ""
    accent: str = DEFAULT_ACCENT
    logo: str = ""
    preheader: str = ""
    language: str = "en"
    footer: bool = True
    unsubscribe: str = ""  # the mark of the address; empty omits the line
    preferences: str = ""
    view: str = ""
    forward: str = ""
    reply: str = ""
    brand: str = ""


@dataclass(frozen=True, slots=True)
class _FrameTexts:
    unsubscribe: str
    preferences: str
    view: str
    question: str  # before the link to the browser version at the top of the email
    forward: str
    reply: str
    reason: str
    brand: str


FOOTER_TEXTS = {
    "en": _FrameTexts(
        unsubscribe="Unsubscribe",
        preferences="Preferences",
        view="View in browser",
        question="Not displaying correctly?",
        forward="Forward to a friend",
        reply="Reply",
        reason="You are receiving this email because you subscribed to {company}.",
        brand="Sent with {brand}",
    ),
    "id": _FrameTexts(
        unsubscribe="Berhenti berlangganan",
        preferences="Preferensi",
        view="Lihat di peramban",
        question="Tidak tampil dengan benar?",
        forward="Teruskan ke teman",
        reply="Balas",
        reason="Anda menerima email ini karena Anda berlangganan {company}.",
        brand="Dikirim dengan {brand}",
    ),
}


def normalize_accent(colour: str) -> str:
    return colour.lower() if _COLOUR.fullmatch(colour) else DEFAULT_ACCENT


def choose_ink(colour: str) -> str:
    """White or nearly black: the one with more contrast to the color (WCAG relative luminance)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#ffffff" if 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 else "#111111"


_DARK = """
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body { background-color: #161618 !important; }
  .ground, .ground > table { background-color: #161618 !important; }
  .card, .card > table, .card td { background-color: #212124 !important; }
  .copy div, .copy p, .copy h1, .copy h2, .copy h3, .copy h4 { color: #ececee !important; }
  .copy li, .copy td, .copy th { color: #ececee !important; }
  .copy blockquote, .copy pre, .copy hr, .copy th, .copy td, .rule p { border-color: #3a3a40 !important; }
  .quiet div, .quiet a { color: #a4a4ad !important; }
  .copy a.link { color: #9db8ff !important; }
}
[data-ogsc] .copy div, [data-ogsc] .copy p, [data-ogsc] .copy li { color: #ececee !important; }
[data-ogsc] .quiet div, [data-ogsc] .quiet a { color: #a4a4ad !important; }
"""


def build_document(blocks: Sequence[Block], frame: StarterFrame) -> str:
    ground = "#ffffff" if frame.starter is Starter.LETTER else "#f3f3f5"
    preview = f"<mj-preview>{escape(frame.preheader, quote=False)}</mj-preview>" if frame.preheader else ""
    return (
        f'<mjml lang="{escape(frame.language)}"><mj-head><mj-title>{escape(frame.company, quote=False)}</mj-title>'
        f"{preview}"
        '<mj-attributes><mj-all font-family="' + FONT + '"/>'
        '<mj-text font-size="15px" line-height="1.6" color="#232326" padding="0"/>'
        '<mj-section padding="0"/></mj-attributes>'
        f"<mj-style>{_DARK}</mj-style>"
        '<mj-raw><meta name="color-scheme" content="light dark"/>'
        '<meta name="supported-color-schemes" content="light dark"/></mj-raw></mj-head>'
        f'<mj-body background-color="{ground}" width="{_WIDTH}" css-class="ground">'
        f"{_build_head(frame)}{_build_body(blocks, frame)}{_build_footer(frame) if frame.footer else ''}"
        "</mj-body></mjml>"
    )


def _build_logo(frame: StarterFrame, align: str) -> str:
    if not frame.logo:
        return ""
    return (
        f'<mj-image src="{escape(frame.logo)}" alt="{escape(frame.company)}" width="132px"'
        f' align="{align}" padding="0 0 4px"/>'
    )


def _build_head(frame: StarterFrame) -> str:
    accent, name = normalize_accent(frame.accent), escape(frame.company, quote=False)
    if frame.starter is Starter.LETTER:
        logo = _build_logo(frame, "left")
        return f'<mj-section padding="28px 24px 8px"><mj-column>{logo}</mj-column></mj-section>' if logo else ""
    if frame.starter is Starter.NEWS:
        masthead = _build_logo(frame, "left") or (
            f'<mj-text font-size="18px" font-weight="700" css-class="copy">{name}</mj-text>'
        )
        return f'<mj-section padding="32px 28px 16px"><mj-column>{masthead}</mj-column></mj-section>'
    ink = choose_ink(accent)
    logo = _build_logo(frame, "center") or (
        f'<mj-text align="center" font-size="16px" font-weight="700" color="{ink}">{name}</mj-text>'
    )
    return (
        '<mj-section padding="24px 0 0"><mj-column></mj-column></mj-section>'
        f'<mj-section background-color="{accent}" border-radius="12px 12px 0 0" padding="22px 28px">'
        f"<mj-column>{logo}</mj-column></mj-section>"
    )


def _build_body(blocks: Sequence[Block], frame: StarterFrame) -> str:
    inner = "".join(_build_block(block, frame) for block in blocks)
    if frame.starter is Starter.LETTER:
        return f'<mj-section padding="24px 24px 8px"><mj-column>{inner}</mj-column></mj-section>'
    radius = "12px" if frame.starter is Starter.NEWS else "0 0 12px 12px"
    return (
        f'<mj-section css-class="card" background-color="#ffffff" border-radius="{radius}" padding="32px 28px 20px">'
        f"<mj-column>{inner}</mj-column></mj-section>"
    )


def _build_block(block: Block, frame: StarterFrame) -> str:
    if block.kind is BlockKind.CONTROL:
        return f"<mj-raw>{block.html}</mj-raw>"
    if block.kind is BlockKind.PICTURE:
        return (
            f'<mj-image src="{escape(block.address)}" alt="{escape(block.label)}" fluid-on-mobile="true"'
            ' border-radius="8px" padding="0 0 18px"/>'
        )
    if block.kind is BlockKind.BUTTON:
        accent = normalize_accent(frame.accent)
        align = "center" if frame.starter is Starter.NOTICE else "left"
        return (
            f'<mj-button href="{escape(block.address)}" background-color="{accent}" color="{choose_ink(accent)}"'
            f' align="{align}" border-radius="8px" font-size="15px" font-weight="600" inner-padding="12px 22px"'
            f' padding="4px 0 20px">{block.label}</mj-button>'
        )
    return f'<mj-text css-class="copy">{block.html}</mj-text>'


def _build_footer(frame: StarterFrame) -> str:
    lines = build_footer_lines(frame)
    divider = (
        '<mj-divider css-class="rule" border-width="1px" border-color="#dcdce0" padding="0 0 16px"/>'
        if frame.starter is Starter.LETTER
        else ""
    )
    return (
        f'<mj-section padding="20px {_SIDES[frame.starter]} 36px"><mj-column>'
        f'{divider}<mj-text css-class="quiet" font-size="12px" line-height="1.6" color="#6b6b74">{"<br/>".join(lines)}'
        "</mj-text></mj-column></mj-section>"
    )


def build_footer_lines(frame: StarterFrame) -> list[str]:
    words = FOOTER_TEXTS.get(frame.language, FOOTER_TEXTS["en"])
    company = escape(frame.company, quote=False)
    lines = []
    if frame.unsubscribe:
        lines.append(words.reason.format(company=company.removesuffix(".")))
    lines.append(f"{company}{' · ' + escape(frame.postal_address, quote=False) if frame.postal_address else ''}")
    style = 'style="color:#6b6b74;text-decoration:underline"'
    addresses = {
        words.unsubscribe: frame.unsubscribe,
        words.preferences: frame.preferences,
        words.view: frame.view,
        words.forward: frame.forward,
        words.reply: frame.reply,
    }
    links = [f'<a href="{address}" {style}>{label}</a>' for label, address in addresses.items() if address]
    if links:
        lines.append(" · ".join(links))
    if frame.brand:
        lines.append(words.brand.format(brand=escape(frame.brand, quote=False)))
    return lines
