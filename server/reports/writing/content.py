"""The content of a report file, loaded once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from server.reports.schemas.breakdowns import (
    BouncesOut,
    BrowsersOut,
    DomainsOut,
    LinksOut,
    LocationOut,
    PeakOut,
    SharesOut,
    UnsubscribesOut,
)
from server.reports.schemas.metrics import BasicOut, CompareOut
from server.reports.schemas.queries import PeriodQuery
from server.reports.schemas.recipients import RecipientOut
from server.reports.selectors import bounces as refusals
from server.reports.selectors import comparison, domains, links, locations, overview, recipients, times
from server.reports.selectors import devices as people
from server.reports.selectors.recipients import RecipientSelection, recipient_out
from server.reports.selectors.reports import CampaignReport
from server.reports.sql import recipients as sql
from server.reports.states import Engagement

MAX_RECIPIENTS_PER_QUERY = 5_000

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
    leaving: UnsubscribesOut
    peak: PeakOut


def load_content(found: CampaignReport) -> ReportContent:
    """Loads everything except the recipients."""
    return ReportContent(
        basic=overview.get_basic(found),
        compare=comparison.compare(found),
        links=links.links_out(found),
        devices=people.list_devices(found, Engagement.OPENS),
        browsers=people.list_browsers(found, Engagement.OPENS),
        location=locations.list_locations(found, Engagement.OPENS),
        domains=domains.list_domains(found),
        bounces=refusals.list_bounces(found),
        leaving=refusals.get_unsubscribes(found),
        peak=times.get_peak(found, PeriodQuery(id=found.campaign.pk, machines=found.machines)),
    )


def iterate_recipients(found: CampaignReport, renew: Renew) -> Iterator[Sequence[RecipientOut]]:
    """Renews the lease between batches."""
    for mailing, wanted, _ in recipients.count_by_mailing(found, RecipientSelection()):
        position = -1
        while lines := sql.list_after(found.team_id, wanted, position=position, size=MAX_RECIPIENTS_PER_QUERY):
            yield [recipient_out(line, mailing) for line in lines]
            position = lines[-1].position
            renew()
