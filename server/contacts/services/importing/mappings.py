"""Column mappings of a team: saved under a name, or remembered from the last import with the same header."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self
from uuid import UUID

from django.db import IntegrityError, transaction

from server.contacts.causes import TOO_MANY_MAPPINGS
from server.contacts.errors import ImportEmailMissing, ImportMappingExists, ImportMappingInvalid
from server.contacts.importing import target_columns
from server.contacts.importing.target_columns import EMAIL_COLUMN, ImportColumn
from server.contacts.models import ImportJob, ImportMapping
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import imports as selectors
from server.core import clock, owner_limits
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotFound

MAX_SAVED_MAPPINGS = 50
MAX_REMEMBERED_MAPPINGS = 20
# A mapping is suggested for another header from this share of common columns.
MIN_SUGGESTED_FIT = 0.75

TargetByHeading = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class SavedMapping:
    """A mapping of the team. The name is empty if it was remembered automatically.

    `is_same` if the file has exactly the columns that it was stored for.
    """

    mapping_id: int
    name: str
    file: str
    fullname: str
    used_at: datetime
    is_same: bool


@dataclass(frozen=True, slots=True)
class AppliedMapping:
    """A mapping applied to a file: the target of each column and the share of matching columns."""

    saved: SavedMapping
    columns: int
    mapping: list[str | None]
    fit: float


@dataclass(frozen=True, slots=True)
class SuggestedMapping:
    saved: SavedMapping
    targets: TargetByHeading
    date_order: str


def find_suggested(*, team_id: UUID, headings: Sequence[str]) -> SuggestedMapping | None:
    """Returns the mapping whose columns match best, the most recent one if tied. None below MIN_SUGGESTED_FIT."""
    known = set(_normalize_headings(headings))
    found = [(_compute_fit(known, row), row.used_at, row) for row in ImportMapping.objects.for_team(team_id)]
    best = max(found, key=lambda one: one[:2], default=None)
    if best is None or best[0] < MIN_SUGGESTED_FIT:
        return None
    return SuggestedMapping(_build_saved(best[2], known), best[2].targets, best[2].date_order)


def apply_mapping(
    targets: TargetByHeading, headings: Sequence[str], *, suggested: Sequence[str | None], known: Collection[str]
) -> list[str | None]:
    """Returns the targets of the columns, each target at most once.

    A column that the mapping lacks, or whose target no longer exists, gets the suggested target.
    """
    names = _normalize_headings(headings)
    by_mapping = [targets.get(name) if targets.get(name) in known else None for name in names]
    taken = set(by_mapping) - {None}
    result: list[str | None] = []
    for name, target, guess in zip(names, by_mapping, suggested, strict=True):
        is_left_out = name in targets and targets[name] is None
        chosen = target or (None if is_left_out or guess in taken else guess)
        result.append(chosen)
        taken.add(chosen)
    return result


def check_mapping(mapping: Sequence[str | None], columns: int, known: Collection[str]) -> list[str | None]:
    """Raises ImportMappingInvalid, ImportEmailMissing."""
    targets = [target for target in mapping if target is not None]
    unknown = [target for target in targets if target not in known]
    if len(mapping) != columns or unknown or len(set(targets)) != len(targets):
        raise ImportMappingInvalid(payload={"unknown": unknown, "columns": columns})
    if EMAIL_COLUMN.target not in targets:
        raise ImportEmailMissing
    return list(mapping)


def list_applied(*, team_id: UUID, import_id: UUID | None) -> list[AppliedMapping]:
    """Best fit first. Raises NotFound."""
    headings = selectors.get_import(team_id=team_id, import_id=import_id).header if import_id else []
    known = _build_columns(team_id)
    rows = ImportMapping.objects.for_team(team_id).order_by("-used_at", "-pk")
    file = _MappedFile.of(headings, known)
    return sorted((_build_applied(row, file) for row in rows), key=lambda one: -one.fit)


def create(*, team_id: UUID, import_id: UUID, name: str, mapping: Sequence[str | None], by: Caller) -> AppliedMapping:
    """Saves the mapping of an import's file under a name.

    Raises NotFound, ImportMappingInvalid, ImportEmailMissing, ImportMappingExists, FieldsInvalid if there are too many.
    """
    job = selectors.get_import(team_id=team_id, import_id=import_id)
    known = _build_columns(team_id)
    targets = check_mapping(mapping, len(job.header), known)
    with transaction.atomic():
        _check_saved_mappings(team_id, name)
        row = _build_mapping(job, targets, by)
        row.name = name
        _save_once(row)
    return _build_applied(row, _MappedFile.of(job.header, known))


def rename(*, team_id: UUID, mapping_id: int, name: str) -> AppliedMapping:
    """Naming a remembered mapping saves it permanently.

    Raises NotFound, ImportMappingExists, FieldsInvalid if there are too many.
    """
    with transaction.atomic():
        row = _lock_mapping(team_id, mapping_id)
        if not row.name:
            _check_saved_mappings(team_id, name)
        row.name = name
        _save_once(row)
    return _build_applied(row, _MappedFile.of([], _build_columns(team_id)))


def delete(*, team_id: UUID, mapping_id: int) -> None:
    """Raises NotFound."""
    with transaction.atomic():
        _lock_mapping(team_id, mapping_id).delete()


def remember(job: ImportJob, *, by: Caller) -> None:
    """Remembers the mapping of an import for the next file with the same header. Deletes the oldest ones."""
    row = _build_mapping(job, job.mapping, by)
    remembered = ImportMapping.objects.for_team(job.team_id).filter(name="")
    values = {name: getattr(row, name) for name in ("headings", "targets", "date_order", "file", "fullname", "used_at")}
    remembered.update_or_create(
        digest=row.digest, defaults=values, create_defaults={**values, "team_id": job.team_id, "name": ""}
    )
    old = remembered.order_by("-used_at", "-pk").values_list("pk", flat=True)[MAX_REMEMBERED_MAPPINGS:]
    remembered.filter(pk__in=list(old)).delete()


def _build_mapping(job: ImportJob, mapping: Sequence[str | None], by: Caller) -> ImportMapping:
    names = _normalize_headings(job.header)
    headings = sorted(names)
    return ImportMapping(
        team_id=job.team_id,
        headings=headings,
        digest=hashlib.sha256("\n".join(headings).encode()).hexdigest(),
        targets=dict(zip(names, mapping, strict=True)),
        date_order=job.date_order,
        file=job.file,
        fullname=by.fullname,
        used_at=clock.now(),
    )


def _build_columns(team_id: UUID) -> dict[str, ImportColumn]:
    fields = list(field_selectors.query_fields(team_id))
    return target_columns.build_columns(fields, field_selectors.get_timestamp_zone(team_id, fields))


def _check_saved_mappings(team_id: UUID, name: str) -> None:
    """Call it before another one is saved. Raises FieldsInvalid."""
    saved = ImportMapping.objects.for_team(team_id).exclude(name="")
    if owner_limits.is_full(saved, MAX_SAVED_MAPPINGS, owner=team_id):
        raise FieldsInvalid.of("name", TOO_MANY_MAPPINGS, name)


def _lock_mapping(team_id: UUID, mapping_id: int) -> ImportMapping:
    row = ImportMapping.objects.for_team(team_id).select_for_update().filter(pk=mapping_id).first()
    if row is None:
        raise NotFound
    return row


def _save_once(row: ImportMapping) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise ImportMappingExists(payload={"field": "name", "value": row.name}) from error


def _normalize_headings(headings: Sequence[str]) -> list[str]:
    return [" ".join(heading.lower().split()) for heading in headings]


def _compute_fit(known: Collection[str], row: ImportMapping) -> float:
    had = set(row.headings)
    return len(had & set(known)) / max(1, len(had | set(known)))


def _build_saved(row: ImportMapping, known: Collection[str]) -> SavedMapping:
    return SavedMapping(
        mapping_id=row.pk,
        name=row.name,
        file=row.file,
        fullname=row.fullname,
        used_at=row.used_at,
        is_same=set(row.headings) == set(known),
    )


@dataclass(frozen=True, slots=True)
class _MappedFile:
    """The file that mappings are applied to: its columns, suggested targets and available targets."""

    headings: Sequence[str]
    names: Collection[str]
    guesses: Sequence[str | None]
    known: Collection[str]

    @classmethod
    def of(cls, headings: Sequence[str], known: dict[str, ImportColumn]) -> Self:
        # Takes milliseconds with hundreds of custom fields, so it runs once for all mappings.
        return cls(
            headings, frozenset(_normalize_headings(headings)), target_columns.suggest_targets(headings, known), known
        )


def _build_applied(row: ImportMapping, file: _MappedFile) -> AppliedMapping:
    return AppliedMapping(
        saved=_build_saved(row, file.names),
        columns=len(row.headings),
        mapping=apply_mapping(row.targets, file.headings, suggested=file.guesses, known=file.known),
        fit=_compute_fit(file.names, row),
    )
