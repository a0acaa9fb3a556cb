"""The content of a report file, loaded once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from server.reports.schemas.asking import PeriodQuery
from server.reports.schemas.breakdowns import (
    BouncesOut,
    BrowsersOut,
    DomainsOut,
    LeavingOut,
    LinksOut,
    LocationOut,
    PeakOut,
    SharesOut,
)
from server.reports.schemas.figures import BasicOut, CompareOut
from server.reports.schemas.recipients import RecipientOut
from server.reports.selectors import comparing, domains, links, overview, people, places, recipients, refusals, times
from server.reports.selectors.recipients import Among, out
from server.reports.selectors.reports import CampaignReport
from server.reports.sql import recipients as sql
from server.reports.states import Did

RANGE = 5_000  # recipients per query

Renew = Callable[[], None]


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The current content of a report."""

    basic: BasicOut
    compare: CompareOut
    links: LinksOut
    devices: SharesOut
    browsers: BrowsersOut
    location: LocationOut
    domains: DomainsOut
    bounces: BouncesOut
    leaving: LeavingOut
    peak: PeakOut


def read(found: CampaignReport) -> ReportContent:
    """Returns all parts of a report except its recipients."""
    return ReportContent(
        basic=overview.basic(found),
        compare=comparing.compare(found),
        links=links.listed(found),
        devices=people.devices(found, Did.OPENS),
        browsers=people.browsers(found, Did.OPENS),
        location=places.location(found, Did.OPENS),
        domains=domains.listed(found),
        bounces=refusals.listed(found),
        leaving=refusals.leaving(found),
        peak=times.peak(found, PeriodQuery(id=found.campaign.pk, machines=found.machines)),
    )


def everybody(found: CampaignReport, renew: Renew) -> Iterator[Sequence[RecipientOut]]:
    """Yields all recipients in batches and renews the lease between them."""
    for mailing, wanted, _ in recipients.sizes_of(found, Among()):
        position = -1
        while lines := sql.after(found.team_id, wanted, position=position, size=RANGE):
            yield [out(line, mailing) for line in lines]
            position = lines[-1].position
            renew()
