"""Queries of campaigns."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce, Trunc

from server.campaigns.kinds import KINDS, CampaignStrategy
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.core.errors import NotFound
from server.core.pagination import AllRows, PageQuery, Slice, paginate
from server.core.patches.compiled_queries import QueryParameter, compile_query

SORTS = {
    "name": "name",
    "status": "status",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "scheduleAt": "schedule_at",
    "startedAt": "started_at",
    "sentAt": "sent_at",
}
DEFAULT_SORT = "-createdAt"
MAX_CALENDAR_CAMPAIGNS = 500  # more than a readable month


def query_campaigns(team_id: UUID | QueryParameter) -> QuerySet[Campaign]:
    return Campaign.objects.for_team(team_id).select_related("sender")


# Columns that lists do not need.
LONG_COLUMNS = ("body", "plain_text")


def get(*, team_id: UUID, campaign_id: UUID, kind: str | None = None) -> Campaign:
    """Raises NotFound, also for a campaign of another kind than `kind`."""
    found = _find_one(team_id, campaign_id)
    if not found or (kind is not None and found[0].kind != kind):
        raise NotFound
    return found[0]


@compile_query
def _find_one(team: QueryParameter, campaign: QueryParameter) -> QuerySet[Campaign]:
    return query_campaigns(team).select_related("team").filter(pk=campaign)


def list_page(
    *, team_id: UUID, page: PageQuery, kind: str, status: CampaignStatus | None = None, category: str | None = None
) -> Slice[Campaign]:
    """Rows have no bodies. `page.search` matches part of the name or subject."""
    of_kind = _get_kind_query(KINDS[kind])
    rows = of_kind(team_id)
    if status:
        rows = rows.filter(status=status)
    if category is not None:
        rows = rows.filter(category=category)
    if page.search:
        rows = rows.filter(Q(name__icontains=page.search) | Q(subject__icontains=page.search))
    filtered = status or category is not None or page.search
    whole = None if filtered else AllRows(of_kind, team_id)
    return paginate(rows, page, sorts=SORTS, default_sort=DEFAULT_SORT, whole=whole)


def _defer_bodies(team_id: UUID | QueryParameter) -> QuerySet[Campaign]:
    return query_campaigns(team_id).defer(*LONG_COLUMNS)


@cache
def _get_kind_query(strategy: CampaignStrategy) -> Callable[[UUID | QueryParameter], QuerySet[Campaign]]:
    """Returns the query of all campaigns of a kind. There is one function per kind, the key of its cached SQL."""
    return lambda team_id: strategy.join_rows(_defer_bodies(team_id).filter(kind=strategy.name))


def list_newest(*, team_id: UUID, limit: int) -> Sequence[Campaign]:
    rows = query_campaigns(team_id).defer(*LONG_COLUMNS).filter(started_at__isnull=False)
    return list(rows.order_by("-started_at", "-pk")[:limit])


def count_started(
    *,
    team_id: UUID,
    kind: str,
    unit: Literal["hour", "day"],
    zone: ZoneInfo,
    start: datetime,
    end: datetime,
) -> Sequence[tuple[datetime, int]]:
    """Counts the started campaigns of a kind per hour or day of the zone, without zeros.

    The period includes `start` and excludes `end`.
    """
    rows = Campaign.objects.for_team(team_id).filter(kind=kind, started_at__gte=start, started_at__lt=end)
    stretches = rows.values(at=Trunc("started_at", unit, tzinfo=zone)).annotate(count=Count("pk")).order_by("at")
    return [(at.astimezone(UTC), count) for at, count in stretches.values_list("at", "count")]


def get_name(*, team_id: UUID, campaign_id: UUID) -> str:
    return Campaign.objects.for_team(team_id).filter(pk=campaign_id).values_list("name", flat=True).first() or ""


def list_between(*, team_id: UUID, start: datetime, end: datetime) -> Sequence[Campaign]:
    """Campaigns started, scheduled or planned in this period, in order. Returns one more than the calendar shows, so
    that the caller knows whether there are more.
    """
    began = Q(started_at__gte=start, started_at__lt=end)
    planned = Q(started_at=None, schedule_at__gte=start, schedule_at__lt=end)
    rows = _defer_bodies(team_id).filter(began | planned)
    return list(rows.order_by(Coalesce("started_at", "schedule_at"), "pk")[: MAX_CALENDAR_CAMPAIGNS + 1])


def count_by_category(*, team_id: UUID) -> Mapping[str, Counter[str]]:
    rows = Campaign.objects.for_team(team_id).exclude(category="").values("category", "kind")
    counted = rows.annotate(count=Count("pk")).order_by("category").values_list("category", "kind", "count")
    found: dict[str, Counter[str]] = {}
    for category, kind, count in counted:
        found.setdefault(category, Counter())[kind] = count
    return found


def list_started_before(*, team_id: UUID, moment: datetime, but: UUID, limit: int) -> Sequence[Campaign]:
    """Newest first, without `but` and without bodies."""
    rows = query_campaigns(team_id).defer("body").filter(started_at__lt=moment).exclude(pk=but)
    return list(rows.order_by("-started_at", "-pk")[:limit])
