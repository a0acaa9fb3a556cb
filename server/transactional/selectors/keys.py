"""Queries for API keys."""

from uuid import UUID

from django.db.models import Q, QuerySet

from server.core import clock
from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, paginate
from server.transactional.models import ApiKey

SORTS = {"name": "name", "createdAt": "created_at", "lastUsedAt": "last_used_at"}


def build_active_filter() -> Q:
    return Q(revoked_at__isnull=True) & (Q(expires_at__isnull=True) | Q(expires_at__gt=clock.now()))


def get_key(*, team_id: UUID, key_id: UUID) -> ApiKey:
    key = filter_keys(team_id).filter(pk=key_id).first()
    if key is None:
        raise NotFound
    return key


def list_keys(
    *,
    team_id: UUID,
    query: PageQuery,
    subaccount_id: UUID | None = None,
    domain_id: UUID | None = None,
    only_working: bool = False,
) -> Slice[ApiKey]:
    """A page, newest first; a search matches text in the name, and the start of the prefix."""
    rows = filter_keys(team_id)
    if subaccount_id is not None:
        rows = rows.filter(subaccount_id=subaccount_id)
    if domain_id is not None:
        rows = rows.filter(domain_id=domain_id)
    if only_working:
        rows = rows.filter(build_active_filter())
    if query.search:
        rows = rows.filter(Q(name__icontains=query.search) | Q(prefix__istartswith=query.search))
    return paginate(rows, query, sorts=SORTS, default_sort="-createdAt")


def filter_keys(team_id: UUID) -> QuerySet[ApiKey]:
    return ApiKey.objects.for_team(team_id).select_related("domain__sender_domain", "subaccount")
