"""Reads of one campaign's report. Every one of them raises NotFound, ReportNotStarted or ReportPastRetention."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Sum

from server.campaigns.models import Campaign
from server.campaigns.selectors import campaigns
from server.contacts.selectors import labels
from server.core import clock
from server.core.errors import FieldsInvalid
from server.core.pagination import EXACT_TOTAL_UP_TO
from server.delivery import selectors as delivery
from server.delivery.models import Mailing, MailingDevice, MailingLink, MailingState
from server.delivery.sql import doubting
from server.reports import figures, periods, retention
from server.reports.errors import ReportNotStarted, ReportPastRetention
from server.reports.schemas import (
    LinkOut,
    LinksOut,
    Outcome,
    PeakOut,
    PeriodQuery,
    PointOut,
    RecipientOut,
    RecipientQuery,
    RecipientState,
    ReportCountOut,
    ShareOut,
)
from server.reports.sql import recipients, timeline
from server.teams.models import Team
from server.teams.zones import zone_of

POINTS = frozenset(PointOut.model_fields) - {"at"}
UNKNOWN = "unknown"
# The deepest page by number; beyond it one searches.
DEEPEST_ROW = 1_000_000


@dataclass(frozen=True, slots=True)
class Report:
    """A campaign and how its mailing stands."""

    campaign: Campaign
    standing: figures.Standing

    @property
    def mailing(self) -> Mailing:
        return self.standing.mailing

    @property
    def mailed_at(self) -> datetime:
        """What the log is partitioned by; before the mailing starts nothing is logged."""
        return self.mailing.started_at or clock.now()


def report(*, team_id: UUID, campaign_id: UUID) -> Report:
    """The campaign that a report is about."""
    campaign = campaigns.get(team_id=team_id, campaign_id=campaign_id)
    if campaign.started_at is None:
        raise ReportNotStarted
    since = retention.kept_since(team_id)
    if since is not None and campaign.started_at < since:
        raise ReportPastRetention(payload={"days": retention.days(team_id)})
    return Report(campaign, figures.standing(campaign=campaign))


def label_names(campaign: Campaign) -> Sequence[str]:
    """The names of the labels that a campaign went to, as far as they still exist."""
    known = labels.by_ids(team_id=campaign.team_id, ids=campaign.label_ids)
    return sorted(label.name for label in known.values())


def links(found: Report) -> LinksOut:
    """Every tracked address, the most clicked first."""
    clicked = found.standing.figures.clicked
    items = [
        LinkOut(
            number=link.number,
            address=link.address,
            clicks=link.clicks,
            clicked=link.clicked,
            machine_clicks=link.machine_clicks,
            share=round(link.clicked / clicked, 6) if clicked else 0.0,
        )
        for link in delivery.links(mailing=found.mailing)
    ]
    return LinksOut(items=items, clicked=clicked)


def opens_by(found: Report, column: str) -> tuple[Sequence[ShareOut], int]:
    """Human opens by device, os or browser, and how many there were in all."""
    rows = MailingDevice.objects.filter(mailing_id=found.mailing.pk, kind="open").values_list(column)
    counted = rows.annotate(total=Sum("count")).order_by("-total", column)
    return _shares([(str(name) or UNKNOWN, int(total)) for name, total in counted])


def peak(found: Report, query: PeriodQuery) -> PeakOut:
    """The campaign over time, by minute, hour or day as its span asks for. Raises FieldsInvalid."""
    start = max(query.start or found.mailed_at, found.mailed_at)
    now = clock.now()
    end = min(query.end or now, now)
    if end < start:
        raise FieldsInvalid.of("end", "Choose an end after the start.", end.isoformat())
    team = Team.objects.get(pk=found.campaign.team_id)
    if query.end is None:
        end = _last_happening(found, end)
    unit = periods.unit_of(end - start)
    first = start.replace(second=0, microsecond=0)
    buckets = timeline.of_mailing(
        team.pk,
        mailing_id=found.mailing.pk,
        unit=unit,
        zone=str(zone_of(team.timezone)),
        start=first,
        end=end + timedelta(minutes=1),
    )
    points = points_of(buckets)
    busiest = max(points, key=lambda point: point.opened, default=None)
    return PeakOut(
        unit=unit,
        start=start,
        end=end,
        items=points,
        busiest=busiest if busiest and busiest.opened else None,
    )


def points_of(buckets: Iterable[timeline.Bucket]) -> Sequence[PointOut]:
    """One point per stretch."""
    points: dict[datetime, dict[str, int]] = {}
    for at, what, amount in buckets:
        if what in POINTS:
            points.setdefault(at, {})[what] = amount
    return [PointOut(at=at, **amounts) for at, amounts in points.items()]


def counts(found: Report) -> ReportCountOut:
    """How many rows each part of the report has, from counters alone."""
    told = figures.figures_of(found.standing)
    return ReportCountOut(
        recipients=told.recipients,
        sent=told.sent,
        failed=told.failed,
        suppressed=told.suppressed,
        skipped=told.skipped,
        in_doubt=told.in_doubt,
        waiting=told.waiting,
        opened=told.opened,
        clicked=told.clicked,
        unsubscribed=told.unsubscribed,
        links=MailingLink.objects.filter(mailing=found.mailing).count(),
    )


@dataclass(frozen=True, slots=True)
class RecipientPage:
    """A page of recipients."""

    items: list[RecipientOut]
    total: int
    total_is_exact: bool


def recipient_page(found: Report, query: RecipientQuery) -> RecipientPage:
    """A page in the order of addresses. Without a search its total comes from the counters."""
    offset = (query.page - 1) * query.size
    if offset > DEEPEST_ROW:
        raise FieldsInvalid.of("page", "Search for an address instead of paging so far.", query.page)
    which = query.state.value if query.state else ""
    prefix = (query.search or "").strip()
    mailing = found.mailing
    wanted = recipients.Wanted(mailing.pk, found.mailed_at, which, prefix)
    lines = recipients.page(found.campaign.team_id, wanted, offset=offset, size=query.size)
    if prefix:
        total = recipients.count(found.campaign.team_id, wanted, most=EXACT_TOTAL_UP_TO + 1)
        exact = total <= EXACT_TOTAL_UP_TO
        total = min(total, EXACT_TOTAL_UP_TO)
    else:
        total, exact = _total_of(counts(found), query.state), True
    over = mailing.state in (MailingState.DONE, MailingState.CANCELLED)
    return RecipientPage([_recipient(line, over=over) for line in lines], total, exact)


def _recipient(line: recipients.Line, *, over: bool) -> RecipientOut:
    missing = Outcome.CANCELLED if over else Outcome.WAITING
    return RecipientOut(
        position=line.position,
        contact_id=line.contact_id,
        email=line.email,
        state=Outcome(line.state) if line.state else missing,
        at=line.at,
        bounce=line.bounce or "",
        reply=line.reply or "",
        attempt=line.attempt or 0,
        opens=line.opens,
        clicks=line.clicks,
        machine_opens=line.machine_opens,
        first_opened_at=line.first_opened_at,
        first_clicked_at=line.first_clicked_at,
        unsubscribed_at=line.unsubscribed_at,
    )


def _total_of(counted: ReportCountOut, state: RecipientState | None) -> int:
    by_state: Mapping[RecipientState | None, int] = {
        None: counted.recipients,
        RecipientState.SENT: counted.sent,
        RecipientState.FAILED: counted.failed,
        RecipientState.SUPPRESSED: counted.suppressed,
        RecipientState.SKIPPED: counted.skipped,
        RecipientState.IN_DOUBT: counted.in_doubt,
        RecipientState.WAITING: counted.waiting,
        RecipientState.OPENED: counted.opened,
        RecipientState.CLICKED: counted.clicked,
        RecipientState.UNSUBSCRIBED: counted.unsubscribed,
    }
    return by_state[state]


def may_send_again(found: Report) -> int:
    """To how many a campaign that has ended could be sent again, for nobody knows whether they got it."""
    if found.mailing.state != MailingState.DONE or not found.standing.figures.in_doubt:
        return 0
    return doubting.count(found.campaign.team_id, mailing_id=found.mailing.pk, mailed_at=found.mailed_at)


def _last_happening(found: Report, end: datetime) -> datetime:
    """The end of what there is to show: a campaign of last year has no line up to today."""
    last = timeline.last_minute(found.campaign.team_id, mailing_id=found.mailing.pk)
    if last is None or found.mailing.state == MailingState.SENDING:
        return end
    return min(end, last + timedelta(minutes=1))


def _shares(counted: Sequence[tuple[str, int]]) -> tuple[Sequence[ShareOut], int]:
    total = sum(count for _, count in counted)
    return [ShareOut(name=name, count=count, share=round(count / total, 6)) for name, count in counted if total], total
