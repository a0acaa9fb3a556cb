"""Social media: a row of icons with links to the team's profiles."""

from typing import Final, Literal, get_args

from server.documents.kinds import fields, markup
from server.documents.kinds.email.component import TABLE, ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.settings import Align, KindSettings, Number

Network = Literal[
    "facebook",
    "instagram",
    "x",
    "linkedin",
    "youtube",
    "tiktok",
    "whatsapp",
    "telegram",
    "threads",
    "pinterest",
    "website",
    "email",
]
NETWORKS: tuple[Network, ...] = get_args(Network)
# Alt texts.
NAMES: Final[dict[Network, str]] = {
    "facebook": "Facebook",
    "instagram": "Instagram",
    "x": "X",
    "linkedin": "LinkedIn",
    "youtube": "YouTube",
    "tiktok": "TikTok",
    "whatsapp": "WhatsApp",
    "telegram": "Telegram",
    "threads": "Threads",
    "pinterest": "Pinterest",
    "website": "Website",
    "email": "Email",
}


class SocialLink(KindSettings):
    """An icon, which is shown only with an address."""

    network: Network = fields.choice("website", tab="settings")
    address: str = fields.address()


class SocialMediaSettings(ComponentSettings):
    """`mono` icons are grey; `dark` icons are light, for a dark background."""

    links: list[SocialLink] = fields.items(
        [{"network": network, "address": ""} for network in ("instagram", "facebook", "whatsapp")],
        max_items=len(NETWORKS),
    )
    style: Literal["colour", "mono", "dark"] = fields.choice("colour")
    size: Number = fields.slider(32, 16, 48)
    gap: Number = fields.slider(12, 0, 40)
    align: Align = fields.align("center")


def render(settings: SocialMediaSettings, drawing: RenderContext) -> str:
    signs = [sign for link in settings.links if (sign := _render_icon(link, settings, drawing))]
    if not signs:
        return ""
    # Other clients wrap the icons like words; Outlook needs cells for the gaps.
    gap = settings.gap // 2
    open_cell, cell = f'<td style="padding:0 {gap}px">', "</td>"
    joint = f"<!--[if mso]>{cell}{open_cell}<![endif]-->"
    before = f"<!--[if mso]><table {TABLE}><tr>{open_cell}<![endif]-->"
    return f"{before}{joint.join(signs)}<!--[if mso]>{cell}</tr></table><![endif]-->"


def _render_icon(link: SocialLink, settings: SocialMediaSettings, drawing: RenderContext) -> str:
    address = drawing.link(link.address)
    if not address:
        return ""
    size, gap = settings.size, settings.gap // 2
    source = markup.escape(f"{drawing.origin}/art/social/{link.network}-{settings.style}.png")
    look = markup.build_style(display="block", border="0", width=f"{size}px", height=f"{size}px", font_size="12px")
    picture = f'<img src="{source}" alt="{NAMES[link.network]}" width="{size}" height="{size}"{look}>'
    around = markup.build_style(display="inline-block", margin=f"0 {gap}px 4px" if gap else "0 0 4px")
    return f'<a href="{address}"{around}>{picture}</a>'


KIND = Kind("socialMedia", "component", "sender", SocialMediaSettings, render)
