"""Queries of sender domains."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from server.core.errors import NotFound
from server.core.pagination import Slice, UnpagedQuery, paginate
from server.senders.domain_names import list_enclosing_domains
from server.senders.models import DomainKey, DomainRecord, SenderDomain
from server.senders.records import ExpectedRecord, build_expected_record, is_required, list_checked_kinds
from server.senders.states import Algorithm, KeyState, RecordKind

SORTS = {"name": "name", "createdAt": "created_at"}
# Display order of record kinds.
_ORDER = {kind: place for place, kind in enumerate(RecordKind)}


@dataclass(frozen=True, slots=True)
class DisplayRecord:
    """A record with its key and expected value."""

    record: DomainRecord
    key: DomainKey | None
    wanted: ExpectedRecord
    is_required: bool


def get_domain(*, team_id: UUID, domain_id: UUID) -> SenderDomain:
    domain = select_domains(team_id).filter(pk=domain_id).first()
    if domain is None:
        raise NotFound
    return domain


def list_domains(*, team_id: UUID, query: UnpagedQuery) -> Slice[SenderDomain]:
    rows = select_domains(team_id)
    if query.search:
        rows = rows.filter(name__icontains=query.search)
    return paginate(rows, query.bounded(), sorts=SORTS, default_sort="name")


def select_domains(team_id: UUID) -> QuerySet[SenderDomain]:
    """Loads records and keys with one more query."""
    # across teams: the rows belong to team-scoped domains
    records = DomainRecord.objects.select_related("key")
    return SenderDomain.objects.for_team(team_id).prefetch_related(Prefetch("records", queryset=records))


def list_records(domain: SenderDomain) -> Sequence[DisplayRecord]:
    rows = list(domain.records.all())
    signs = any(_is_active_rsa(row.key) for row in rows)
    kinds = {*list_checked_kinds(), RecordKind.DKIM}
    counted = [row for row in rows if row.kind in kinds]
    counted.sort(key=lambda row: (_ORDER[RecordKind(row.kind)], _get_sort_key(row.key)))
    return [
        DisplayRecord(row, row.key, build_expected_record(domain, row, row.key), is_required(row, row.key, signs=signs))
        for row in counted
    ]


def find_nearest_domains(*, team_id: UUID, names: Sequence[str]) -> Mapping[str, SenderDomain | None]:
    """Returns for each name the nearest enclosing domain of the team, or None. One query."""
    above = {name: list_enclosing_domains(name) for name in names}
    rows = SenderDomain.objects.for_team(team_id).filter(name__in={each for found in above.values() for each in found})
    known = {row.name: row for row in rows}
    return {name: next((known[each] for each in found if each in known), None) for name, found in above.items()}


def _is_active_rsa(key: DomainKey | None) -> bool:
    return key is not None and key.algorithm == Algorithm.RSA and key.state == KeyState.ACTIVE


def _get_sort_key(key: DomainKey | None) -> tuple[bool, str]:
    return (key is not None and key.algorithm != Algorithm.RSA, str(key.pk) if key else "")
