"""Queries of labels."""

from collections.abc import Iterable, Sequence
from uuid import UUID
from zlib import crc32

from django.db.models import QuerySet
from django.db.models.functions import Lower

from server.contacts.causes import UNKNOWN_LABELS
from server.contacts.models import ContactLabel
from server.core.errors import FieldsInvalid, NotFound
from server.core.patches.compiled_queries import QueryParameter, compile_query

PALETTE_SIZE = 8


def query_labels(team_id: UUID | QueryParameter) -> QuerySet[ContactLabel]:
    return ContactLabel.objects.for_team(team_id).filter(deleted_at__isnull=True).order_by(Lower("name"))


def get_label(*, team_id: UUID, label_id: int) -> ContactLabel:
    """Raises NotFound."""
    label = query_labels(team_id).filter(pk=label_id).first()
    if label is None:
        raise NotFound
    return label


def get_by_ids(*, team_id: UUID, ids: Iterable[int]) -> dict[int, ContactLabel]:
    wanted = set(ids)
    return {label.pk: label for label in _query_by_ids(team_id, list(wanted))} if wanted else {}


@compile_query
def _query_by_ids(team: QueryParameter, ids: QueryParameter) -> QuerySet[ContactLabel]:
    return query_labels(team).filter(pk__any=ids)


def check_labels(*, team_id: UUID, ids: Sequence[int], field: str = "labelIds") -> list[int]:
    """Returns the sorted ids without repetitions. Raises FieldsInvalid for a label that the team does not have."""
    known = get_by_ids(team_id=team_id, ids=ids)
    unknown = [label_id for label_id in ids if label_id not in known]
    if unknown:
        raise FieldsInvalid.of(field, UNKNOWN_LABELS, unknown[0])
    return sorted(known)


def get_color(name: str) -> int:
    """Returns an index into the palette. It is derived from the name, so users never choose it."""
    return crc32(name.lower().encode()) % PALETTE_SIZE
