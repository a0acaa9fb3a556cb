"""Tracked links of a campaign.

The emails of an A/B test number their links separately. In the report, an address is one link, numbered by first
occurrence.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from server.core.errors import NotFound
from server.delivery.models import MailingLink
from server.reports.schemas.breakdowns import LinkOut, LinksOut
from server.reports.selectors.reports import CampaignReport


@dataclass(slots=True)
class ReportLink:
    """A tracked link. `places` has its numbers by mailing."""

    number: int
    address: str
    clicks: int = 0
    clicked: int = 0
    machine_clicks: int = 0
    any_clicked: int = 0
    places: dict[int, int] = field(default_factory=dict)


def list_links(found: CampaignReport) -> Sequence[ReportLink]:
    rows = MailingLink.objects.filter(mailing_id__in=found.mailing_ids).order_by("mailing_id", "number")
    by_address: dict[tuple[str, int], ReportLink] = {}
    seen: Counter[tuple[int, str]] = Counter()
    for row in rows:
        # With repeats, an address can have two numbers in one email, which are two links.
        seen[row.mailing_id, row.shown] += 1
        key = row.shown, seen[row.mailing_id, row.shown]
        number = row.number if len(found.mailings) == 1 else len(by_address) + 1
        link = by_address.setdefault(key, ReportLink(number, row.shown))
        link.clicks += row.clicks
        link.clicked += row.clicked
        link.machine_clicks += row.machine_clicks
        link.any_clicked += row.any_clicked
        link.places[row.mailing_id] = row.number
    return list(by_address.values())


def get_link(found: CampaignReport, number: int) -> ReportLink:
    """Raises NotFound."""
    for link in list_links(found):
        if link.number == number:
            return link
    raise NotFound


def links_out(found: CampaignReport) -> LinksOut:
    """Most clicked first."""
    items = [link_out(found, link) for link in list_links(found)]
    items.sort(key=lambda link: (-count_clicks(found, link), link.number))
    return LinksOut(items=items, clicked=found.figures.clicked)


def link_out(found: CampaignReport, link: ReportLink) -> LinkOut:
    clicked, whole = (link.any_clicked if found.with_machines else link.clicked), found.figures.clicked
    return LinkOut(
        number=link.number,
        address=link.address,
        clicks=link.clicks,
        clicked=link.clicked,
        machine_clicks=link.machine_clicks,
        any_clicked=link.any_clicked,
        share=round(clicked / whole, 6) if whole else 0.0,
    )


def count_clicks(found: CampaignReport, link: ReportLink | LinkOut) -> int:
    return link.clicks + (link.machine_clicks if found.with_machines else 0)


def count_clickers(found: CampaignReport, mailing_id: int, number: int) -> int:
    row = MailingLink.objects.filter(mailing_id=mailing_id, number=number).first()
    return 0 if row is None else row.any_clicked if found.with_machines else row.clicked
