"""Previews of a campaign for one contact, made by the compiler that sends.

The HTML is untrusted: it is shown in a sandboxed frame on the pages' origin, at a signed URL that expires after
minutes. Links keep their targets and nothing is tracked.
"""

import quopri
import re
from dataclasses import dataclass
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.core import signing

from server.campaigns import content, recipients
from server.campaigns.kinds import get_strategy
from server.campaigns.models import Campaign
from server.campaigns.selectors import campaigns
from server.contacts.models import Contact
from server.contacts.selectors.merge_tags import MergeFields, load_merge_fields
from server.core.errors import NotFound
from server.delivery.compiling import CompiledEmail
from server.delivery.mime.filling import FillProgram, fill_text
from server.delivery.tags.tree import Node
from server.teams.models import Team

PREFIX = "/preview/"
URL_SECONDS = 15 * 60
SCHEMES = frozenset({"light", "dark"})
_SALT = "campaigns.preview"
_DARK_MEDIA_QUERY = re.compile(r"@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)")
_TOKEN = b"preview"  # placeholder for a recipient token; no recipient has it


@dataclass(frozen=True, slots=True)
class CampaignPreview:
    """The email as a contact would see it. `html_url` is absolute."""

    contact: Contact | None
    from_name: str
    from_email: str
    subject: str
    text: str
    html_url: str


def preview(*, campaign: Campaign, contact_id: int | None, variant: int | None = None) -> CampaignPreview:
    """Renders the campaign, or one of its variants by number, for a contact.

    Raises NotFound for an unknown contact or variant, and the compiler's errors.
    """
    contact = recipients.find_example_contact(campaign, contact_id)
    campaign = _apply_variant(campaign, variant)
    fields, compiled = _compile(campaign)
    filled = _fill_fields(fields, compiled, contact)
    shown = {"t": str(campaign.team_id), "c": str(campaign.pk), "k": contact.pk if contact else None}
    signed = signing.dumps(shown if variant is None else {**shown, "v": variant}, salt=_SALT)
    sender = campaign.sender
    return CampaignPreview(
        contact=contact,
        from_name=campaign.from_name or (sender.name if sender else ""),
        from_email=campaign.from_email or (sender.email if sender else ""),
        subject=fill_text(compiled.subject, filled),
        text=_decode(compiled.text, filled),
        html_url=f"{settings.PAGES_ORIGIN}{PREFIX}{quote(signed, safe=':')}",
    )


def render_page(signed: str, *, scheme: str = "") -> str:
    """Returns the HTML of a signed URL, in light or dark colours if `scheme` names one.

    Raises NotFound if the signature is invalid or expired, or the campaign is deleted.
    """
    try:
        data = signing.loads(signed, salt=_SALT, max_age=URL_SECONDS)
    except signing.BadSignature:
        raise NotFound from None
    campaign = campaigns.get(team_id=UUID(data["t"]), campaign_id=UUID(data["c"]))
    contact = recipients.find_example_contact(campaign, data["k"])
    campaign = _apply_variant(campaign, data.get("v"))
    fields, compiled = _compile(campaign)
    html = _decode(compiled.html, _fill_fields(fields, compiled, contact))
    # The frame cannot navigate its parent, so links open a new tab.
    html = html.replace("<head>", '<head><base target="_blank">', 1)
    return apply_colour_scheme(html, scheme) if scheme in SCHEMES else html


def apply_colour_scheme(html: str, scheme: str) -> str:
    """Returns the HTML as an email client with this colour scheme shows it, regardless of the reader's own."""
    html = _DARK_MEDIA_QUERY.sub("@media all" if scheme == "dark" else "@media not all", html)
    return html.replace("</head>", f"<style>:root {{ color-scheme: {scheme} !important; }}</style></head>", 1)


def _apply_variant(campaign: Campaign, number: int | None) -> Campaign:
    return campaign if number is None else get_strategy(campaign).build_variant(campaign, number)


def _compile(campaign: Campaign) -> tuple[MergeFields, CompiledEmail]:
    fields = load_merge_fields(campaign.team_id)
    team = Team.objects.get(pk=campaign.team_id)
    return fields, content.compile_campaign(campaign, team, known=fields.names, follows=False)


def _fill_fields(fields: MergeFields, compiled: CompiledEmail, contact: Contact | None) -> dict[str, object]:
    return fields.record(contact, content.find_used_tags(compiled)) if contact else {}


def _decode(nodes: tuple[Node, ...], fields: dict[str, object]) -> str:
    runs = FillProgram(nodes).fill(fields, _TOKEN)
    return quopri.decodestring(b"".join(runs)).decode().replace("\r\n", "\n")
