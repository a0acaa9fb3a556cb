"""The tracked addresses of a campaign. The mails of an A/B test number theirs by themselves, so that an address is one
link of the report, numbered in the order in which the mails have them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from server.core.errors import NotFound
from server.delivery.models import MailingLink
from server.reports.schemas.breakdowns import LinkOut, LinksOut
from server.reports.selectors.reports import Report


@dataclass(slots=True)
class ReportLink:
    """An address. `places` are its numbers by mailing."""

    number: int
    address: str
    clicks: int = 0
    clicked: int = 0
    machine_clicks: int = 0
    any_clicked: int = 0
    places: dict[int, int] = field(default_factory=dict)


def of(found: Report) -> Sequence[ReportLink]:
    """All of them by number."""
    rows = MailingLink.objects.filter(mailing_id__in=found.mailing_ids).order_by("mailing_id", "number")
    by_address: dict[tuple[str, int], ReportLink] = {}
    seen: Counter[tuple[int, str]] = Counter()
    for row in rows:
        # Within repeats an address may stand in a mail under two numbers, which are two links.
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


def get(found: Report, number: int) -> ReportLink:
    """One of them. Raises NotFound."""
    for link in of(found):
        if link.number == number:
            return link
    raise NotFound


def listed(found: Report) -> LinksOut:
    """Every tracked address, the most clicked first."""
    items = [out(found, link) for link in of(found)]
    items.sort(key=lambda link: (-clicks(found, link), link.number))
    return LinksOut(items=items, clicked=found.figures.clicked)


def out(found: Report, link: ReportLink) -> LinkOut:
    """A link as it goes over the wire."""
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


def clicks(found: Report, link: ReportLink | LinkOut) -> int:
    """The clicks of a link by the switch for machines."""
    return link.clicks + (link.machine_clicks if found.with_machines else 0)


def clickers(found: Report, mailing_id: int, number: int) -> int:
    """How many recipients of a mailing clicked a link, by the switch for machines."""
    row = MailingLink.objects.filter(mailing_id=mailing_id, number=number).first()
    return 0 if row is None else row.any_clicked if found.with_machines else row.clicked
