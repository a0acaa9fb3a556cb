"""Queries for labels."""

from uuid import UUID

from server.core.pagination import PageQuery, Slice, paginate
from server.transactional.models import TransactionalLabel

SORTS = {"name": "name", "createdAt": "created_at"}


def list_labels(*, team_id: UUID, query: PageQuery) -> Slice[TransactionalLabel]:
    rows = TransactionalLabel.objects.for_team(team_id)
    if query.search:
        rows = rows.filter(name__icontains=query.search)
    return paginate(rows, query, sorts=SORTS, default_sort="name")
