"""Queries of domain orders."""

from uuid import UUID

from server.core.errors import NotFound
from server.core.pagination import Slice, UnpagedQuery, paginate
from server.senders.models import DomainOrder

SORTS = {"name": "name", "createdAt": "created_at"}


def list_orders(*, team_id: UUID, query: UnpagedQuery) -> Slice[DomainOrder]:
    rows = DomainOrder.objects.for_team(team_id)
    if query.search:
        rows = rows.filter(name__icontains=query.search)
    return paginate(rows, query.bounded(), sorts=SORTS, default_sort="-createdAt")


def get_order(*, team_id: UUID, order_id: UUID) -> DomainOrder:
    found = DomainOrder.objects.for_team(team_id).filter(pk=order_id).first()
    if found is None:
        raise NotFound
    return found
