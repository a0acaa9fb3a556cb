"""Click maps: the sent email with the clicks of its links.

Shows the frozen email, filled for its first recipient. Nothing in it is tracked. Like a preview, it is shown in a
sandboxed frame on the pages' origin, at a signed URL that expires after minutes.
"""

import quopri
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.core import signing

from server.campaigns.previews import SCHEMES, apply_colour_scheme
from server.core import clock
from server.core.errors import NotFound
from server.delivery.compiling import CompiledEmail
from server.delivery.mime.filling import FillProgram
from server.delivery.models import Mailing, Recipient
from server.reports.selectors import links
from server.reports.selectors.links import ReportLink
from server.reports.selectors.reports import CampaignReport, get_report
from server.reports.states import BotMode, ReportType

PREFIX = "/preview/clicks/"
URL_LIFETIME_SECONDS = 15 * 60
_SALT = "reports.click-map"
_TOKEN = b"nobodys-click-map"  # placeholder for a recipient token; no recipient has it
# The number of a tracked link in its URL, with the indexes of enclosing repeats.
_LINK = re.compile(r'<a\b([^>]*?)\shref="[^"]*/c/(\d+)(?:\.[\d.]+)?/nobodys-click-map"([^>]*)>', re.IGNORECASE)
_TRACKED_HREF = re.compile(r'\shref="[^"]*nobodys-click-map[^"]*"', re.IGNORECASE)
_PIXEL = re.compile(r'<img\b[^>]*/o/nobodys-click-map"[^>]*>', re.IGNORECASE)
# Colours from the lowest to the highest share of clicks.
HEAT = ("#5b6470", "#2f6fb2", "#0b7a75", "#a84300", "#b91c1c")
LINK_STYLE = "".join(
    f'a[data-heat="{heat}"]{{outline:2px solid {color}!important}}'
    f'a[data-heat="{heat}"]>.click-badge{{background:{color}!important}}'
    for heat, color in enumerate(HEAT)
)
STYLE = f"""<style>
a[data-link]{{outline-offset:1px;cursor:default}}{LINK_STYLE}
.click-badge{{display:inline-block!important;margin:0 4px 0 0;padding:1px 6px;border-radius:9px;color:#fff!important;
font:600 11px/16px system-ui,sans-serif!important;text-decoration:none!important;letter-spacing:0;text-transform:none;
vertical-align:middle;white-space:nowrap}}
</style>"""


@dataclass(frozen=True, slots=True)
class LinkMark:
    """The mark of a link: its number in the report, its clicks, and their share of all clicks."""

    number: int
    clicks: int
    share: float

    @property
    def heat(self) -> int:
        """Index in HEAT: 0 without clicks, the last from 60% of all clicks on."""
        return min(len(HEAT) - 1, 1 + int(self.share * 5)) if self.clicks else 0


@dataclass(frozen=True, slots=True)
class ClickMap:
    """The URL of the email until `expires_at`, and its links, most clicked first."""

    url: str
    expires_at: datetime
    variant: int | None
    links: Sequence[ReportLink]


def build_click_map(found: CampaignReport, *, variant: int | None) -> ClickMap:
    """Raises NotFound for an unknown variant."""
    mailing = _find_mailing(found, variant)
    signed = signing.dumps(
        {
            "t": str(found.team_id),
            "y": found.type,
            "c": str(found.campaign.pk),
            "m": found.machines,
            "v": variant,
        },
        salt=_SALT,
    )
    own = [link for link in links.list_links(found) if mailing.pk in link.places]
    return ClickMap(
        url=f"{settings.PAGES_ORIGIN}{PREFIX}{quote(signed, safe=':')}",
        expires_at=clock.now() + timedelta(seconds=URL_LIFETIME_SECONDS),
        variant=mailing.variant,
        links=sorted(own, key=lambda link: (-links.count_clicks(found, link), link.number)),
    )


def render_page(signed: str, *, scheme: str = "") -> str:
    """Returns the HTML of a signed URL with the current clicks.

    Raises NotFound if the signature is invalid or expired, or the campaign is deleted.
    """
    try:
        data = signing.loads(signed, salt=_SALT, max_age=URL_LIFETIME_SECONDS)
    except signing.BadSignature:
        raise NotFound from None
    found = get_report(
        team_id=UUID(data["t"]),
        report_type=ReportType(data["y"]),
        campaign_id=UUID(data["c"]),
        machines=BotMode(data["m"]),
    )
    mailing = _find_mailing(found, data["v"])
    own = [link for link in links.list_links(found) if mailing.pk in link.places]
    html = mark_links(
        _render_html(mailing), {link.places[mailing.pk]: drawn for link, drawn in _build_marks(found, own)}
    )
    return apply_colour_scheme(html, scheme) if scheme in SCHEMES else html


def mark_links(html: str, drawn: dict[int, LinkMark]) -> str:
    """Returns the email with its tracked links marked by number and clicks, and without targets."""

    def mark(found: re.Match[str]) -> str:
        link = drawn.get(int(found[2]))
        if link is None:
            return f"<a{found[1]}{found[3]}>"
        badge = f'<span class="click-badge">{link.clicks}</span>'
        return f'<a{found[1]}{found[3]} data-link="{link.number}" data-heat="{link.heat}">{badge}'

    html = _PIXEL.sub("", html)
    html = _LINK.sub(mark, html)
    html = _TRACKED_HREF.sub("", html)
    return html.replace("</head>", f"{STYLE}</head>", 1)


def _build_marks(found: CampaignReport, own: list[ReportLink]) -> list[tuple[ReportLink, LinkMark]]:
    total = sum(links.count_clicks(found, link) for link in own)
    return [
        (link, LinkMark(link.number, clicks := links.count_clicks(found, link), clicks / total if total else 0.0))
        for link in own
    ]


def _find_mailing(found: CampaignReport, variant: int | None) -> Mailing:
    if variant is None:
        return found.mailings[0]
    for mailing in found.mailings:
        if mailing.variant == variant:
            return mailing
    raise NotFound


def _render_html(mailing: Mailing) -> str:
    compiled = CompiledEmail.from_data(mailing.compiled)
    first = Recipient.objects.filter(mailing_id=mailing.pk).order_by("position").first()
    fields = {**first.fields, "email": first.email} if first else {}
    runs = FillProgram(compiled.html).fill(fields, _TOKEN)
    return quopri.decodestring(b"".join(runs)).decode().replace("\r\n", "\n")
