"""Reads of transactional domains."""

from uuid import UUID

from django.db.models import Count, Q, QuerySet

from server.core import clock
from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, paginate
from server.transactional.models import TransactionalDomain

SORTS = {"name": "sender_domain__name", "createdAt": "created_at"}


def get_domain(*, team_id: UUID, domain_id: UUID) -> TransactionalDomain:
    """The team's domain. Raises NotFound."""
    domain = domains_of(team_id).filter(pk=domain_id).first()
    if domain is None:
        raise NotFound
    return domain


def list_domains(*, team_id: UUID, query: PageQuery) -> Slice[TransactionalDomain]:
    """One page; a search looks for its text in the name."""
    rows = domains_of(team_id)
    if query.search:
        rows = rows.filter(sender_domain__name__icontains=query.search)
    return paginate(rows, query, sorts=SORTS, default_sort="name")


def domains_of(team_id: UUID) -> QuerySet[TransactionalDomain]:
    """The domains of a team with their sender domains."""
    return TransactionalDomain.objects.for_team(team_id).select_related("sender_domain")


def working_keys(team_id: UUID, domain_ids: list[UUID]) -> dict[UUID, int]:
    """How many keys that work are bound to each of these domains."""
    works = Q(keys__revoked_at__isnull=True) & (Q(keys__expires_at__isnull=True) | Q(keys__expires_at__gt=clock.now()))
    rows = TransactionalDomain.objects.for_team(team_id).filter(pk__in=domain_ids)
    return dict(rows.annotate(working=Count("keys", filter=works)).values_list("pk", "working"))
