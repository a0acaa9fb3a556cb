"""Queries for transactional domains."""

from uuid import UUID

from django.db.models import Count, Q

from server.core import clock
from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, paginate
from server.transactional.bindings import Binding
from server.transactional.models import TransactionalDomain

SORTS = {"name": "sender_domain__name", "createdAt": "created_at"}


def get_domain(binding: Binding, *, domain_id: UUID) -> TransactionalDomain:
    domain = binding.domains().filter(pk=domain_id).first()
    if domain is None:
        raise NotFound
    return domain


def list_domains(binding: Binding, *, query: PageQuery) -> Slice[TransactionalDomain]:
    rows = binding.domains()
    if query.search:
        rows = rows.filter(sender_domain__name__icontains=query.search)
    return paginate(rows, query, sorts=SORTS, default_sort="name")


def count_active_keys(binding: Binding, domain_ids: list[UUID]) -> dict[UUID, int]:
    works = Q(keys__revoked_at__isnull=True) & (Q(keys__expires_at__isnull=True) | Q(keys__expires_at__gt=clock.now()))
    works &= binding.keys("keys__")
    rows = TransactionalDomain.objects.for_team(binding).filter(pk__in=domain_ids)
    return dict(rows.annotate(working=Count("keys", filter=works)).values_list("pk", "working"))
