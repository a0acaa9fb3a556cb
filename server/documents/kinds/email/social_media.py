"""Social media: a row of signs that lead to the team's places elsewhere."""

from typing import Literal, get_args

from server.documents.kinds import fields
from server.documents.kinds.email.component import ComponentSettings
from server.documents.kinds.registry import Kind
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


class SocialLink(KindSettings):
    """One sign. Without an address it is not shown."""

    network: Network = fields.choice("website", tab="settings")
    address: str = fields.address()


class SocialMediaSettings(ComponentSettings):
    """`mono` are grey signs; `dark` are light ones for a dark ground."""

    links: list[SocialLink] = fields.items(
        [{"network": network, "address": ""} for network in ("instagram", "facebook", "whatsapp")], most=len(NETWORKS)
    )
    style: Literal["colour", "mono", "dark"] = fields.choice("colour")
    size: Number = fields.slider(32, 16, 48)
    gap: Number = fields.slider(12, 0, 40)
    align: Align = fields.align("center")


KIND = Kind("socialMedia", "component", "sender", SocialMediaSettings)
