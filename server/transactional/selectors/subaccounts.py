"""Queries for subaccounts."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from server.core import clock
from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, paginate
from server.plans import quota
from server.plans.models import Subscription
from server.transactional.bindings import Binding
from server.transactional.models import ApiKey, Subaccount

SORTS = {"name": "name", "createdAt": "created_at"}


@dataclass(frozen=True, slots=True)
class SubaccountUsage:
    """A subaccount with its use in the plan's current month and the number of its active keys."""

    subaccount: Subaccount
    used: int
    keys: int


def list_subaccounts(binding: Binding, *, query: PageQuery) -> tuple[Slice[Subaccount], list[SubaccountUsage]]:
    rows = binding.subaccounts()
    if query.search:
        rows = rows.filter(Q(name__icontains=query.search) | Q(email__icontains=query.search))
    found = paginate(rows, query, sorts=SORTS, default_sort="name")
    return found, add_usage(binding.team_id, list(found.items))


def get_subaccount(binding: Binding, *, subaccount_id: UUID) -> SubaccountUsage:
    row = binding.subaccounts().filter(pk=subaccount_id).first()
    if row is None:
        raise NotFound
    return add_usage(binding.team_id, [row])[0]


def add_usage(team_id: UUID, rows: list[Subaccount]) -> list[SubaccountUsage]:
    """Runs two queries for any number of rows."""
    starts_at = Subscription.objects.for_team(team_id).values_list("starts_at", flat=True).first()
    period = quota.get_monthly_period(starts_at)
    working = filter_active_keys(team_id).filter(subaccount__in=rows).values("subaccount").annotate(count=Count("pk"))
    keys = {row["subaccount"]: row["count"] for row in working}
    return [SubaccountUsage(row, row.used if row.period == period else 0, keys.get(row.pk, 0)) for row in rows]


def filter_active_keys(team_id: UUID) -> QuerySet[ApiKey]:
    now = clock.now()
    return ApiKey.objects.for_team(team_id).filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=now), revoked_at__isnull=True
    )
