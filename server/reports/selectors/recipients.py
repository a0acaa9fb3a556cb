"""Recipients of a campaign with their results, by mailing and position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from server.core.errors import FieldsInvalid
from server.core.pagination import MAX_EXACT_TOTAL
from server.delivery.models import Mailing
from server.delivery.selectors import MailingMetrics
from server.reports import metrics
from server.reports.causes import PAGE_TOO_FAR
from server.reports.schemas.queries import RecipientQuery
from server.reports.schemas.recipients import Outcome, RecipientOut
from server.reports.selectors import links
from server.reports.selectors.reports import CampaignReport
from server.reports.sql import recipients
from server.reports.sql.recipients import RecipientFilter
from server.reports.states import ReportRecipientState

# The maximum offset of a page; searching goes beyond.
MAX_ROW_OFFSET = 1_000_000


@dataclass(frozen=True, slots=True)
class RecipientPage:
    items: list[RecipientOut]
    total: int
    total_is_exact: bool


@dataclass(frozen=True, slots=True)
class RecipientSelection:
    """Filters all recipients, those with a state, or those who clicked a link."""

    state: ReportRecipientState | None = None
    link: int | None = None

    @classmethod
    def of(cls, query: RecipientQuery) -> "RecipientSelection":
        return cls(query.state, query.link)


def list_recipients(found: CampaignReport, query: RecipientQuery) -> RecipientPage:
    """The total comes from counters, or is counted up to MAX_EXACT_TOTAL (`count_by_mailing`, `_count_searched`).

    Raises NotFound for an unknown link, and FieldsInvalid for a page that is too far.
    """
    offset = (query.page - 1) * query.size
    if offset > MAX_ROW_OFFSET:
        raise FieldsInvalid.of("page", PAGE_TOO_FAR, query.page)
    prefix = (query.search or "").strip()
    among = RecipientSelection.of(query)
    sizes = _count_searched(found, among, prefix) if prefix else count_by_mailing(found, among)
    items: list[RecipientOut] = []
    skip = offset
    for mailing, wanted, size in sizes:
        if len(items) < query.size and skip < size:
            lines = recipients.list_page(found.team_id, wanted, offset=skip, size=query.size - len(items))
            items += [recipient_out(line, mailing) for line in lines]
        skip = max(0, skip - size)
    total = sum(size for _, _, size in sizes)
    exact = not (prefix or _counts_rows(among)) or total <= MAX_EXACT_TOTAL
    return RecipientPage(items, total if exact else MAX_EXACT_TOTAL, exact)


def count_by_mailing(
    found: CampaignReport, among: RecipientSelection
) -> Sequence[tuple[Mailing, RecipientFilter, int]]:
    """Returns the filter and number of recipients by mailing. Raises NotFound for an unknown link.

    The numbers come from counters. With both a link and a state, the rows are counted: per mailing up to one more than
    MAX_EXACT_TOTAL, which is then not exact.
    """
    by_place = links.get_link(found, among.link) if among.link is not None else None
    parts = []
    for part in metrics.split_by_mailing(found.standing):
        mailing = part.mailings[0]
        number = by_place.places.get(mailing.pk) if by_place else None
        if by_place is not None and number is None:
            continue
        wanted = _build_filter(found, mailing, among.state, number)
        if _counts_rows(among):
            size = recipients.count(found.team_id, wanted, limit=MAX_EXACT_TOTAL + 1)
        elif by_place is None:
            size = _get_size(_find_metrics(found, part), among.state)
        else:
            size = links.count_clickers(found, mailing.pk, number or 0)
        parts.append((mailing, wanted, size))
    return parts


def _counts_rows(among: RecipientSelection) -> bool:
    return among.link is not None and among.state is not None


def _find_metrics(found: CampaignReport, part: metrics.CampaignMetrics) -> MailingMetrics:
    """Returns the metrics of a mailing; those of the campaign for a single one, which knows its recipients earlier."""
    return found.seen(found.standing.figures if len(found.mailings) == 1 else part.figures)


def _count_searched(
    found: CampaignReport, among: RecipientSelection, prefix: str
) -> Sequence[tuple[Mailing, RecipientFilter, int]]:
    parts = []
    for mailing, wanted, _ in count_by_mailing(found, among):
        named = RecipientFilter(**(wanted.named() | {"prefix": prefix}))
        parts.append((mailing, named, recipients.count(found.team_id, named, limit=MAX_EXACT_TOTAL + 1)))
    return parts


def _build_filter(
    found: CampaignReport, mailing: Mailing, state: ReportRecipientState | None, link: int | None
) -> RecipientFilter:
    return RecipientFilter(
        mailing_id=mailing.pk,
        mailed_at=mailing.started_at or found.mailed_at,
        which=state.value if state else "",
        with_machines=found.with_machines,
        link=link,
    )


def _get_size(told: MailingMetrics, state: ReportRecipientState | None) -> int:
    by_state: Mapping[ReportRecipientState | None, int] = {
        None: told.recipients,
        ReportRecipientState.SENT: told.sent,
        ReportRecipientState.FAILED: told.failed,
        ReportRecipientState.SUPPRESSED: told.suppressed,
        ReportRecipientState.SKIPPED: told.skipped,
        ReportRecipientState.IN_DOUBT: told.in_doubt,
        ReportRecipientState.WAITING: told.waiting,
        ReportRecipientState.DELIVERED: told.delivered,
        ReportRecipientState.BOUNCED: told.hard_bounced + told.soft_bounced,
        ReportRecipientState.OPENED: told.opened,
        ReportRecipientState.NOT_OPENED: max(0, told.delivered - told.opened),
        ReportRecipientState.CLICKED: told.clicked,
        ReportRecipientState.UNSUBSCRIBED: told.unsubscribed,
        ReportRecipientState.COMPLAINED: told.complained,
    }
    return by_state[state]


def recipient_out(line: recipients.RecipientLine, mailing: Mailing) -> RecipientOut:
    missing = Outcome.CANCELLED if mailing.state in metrics.FINAL_STATES else Outcome.WAITING
    return RecipientOut(
        key=f"{mailing.pk}:{line.position}",
        position=line.position,
        variant=mailing.variant,
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
        machine_clicks=line.machine_clicks,
        first_opened_at=line.first_opened_at,
        first_clicked_at=line.first_clicked_at,
        unsubscribed_at=line.unsubscribed_at,
        complained_at=line.complained_at,
        bounced_at=line.bounced_at,
    )
