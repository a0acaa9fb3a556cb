"""Queries of labels."""

from collections.abc import Iterable, Sequence
from uuid import UUID
from zlib import crc32

from django.db.models import QuerySet
from django.db.models.functions import Lower

from server.contacts.causes import UNKNOWN_LABELS
from server.contacts.models import ContactLabel
from server.core.errors import FieldsInvalid, NotFound
from server.core.patches.compiled import Given, compiled

COLORS = 8


def labels_of(team_id: UUID | Given) -> QuerySet[ContactLabel]:
    return ContactLabel.objects.for_team(team_id).filter(deleted_at__isnull=True).order_by(Lower("name"))


def get(*, team_id: UUID, label_id: int) -> ContactLabel:
    """Returns a label of the team. Raises NotFound."""
    label = labels_of(team_id).filter(pk=label_id).first()
    if label is None:
        raise NotFound
    return label


def by_ids(*, team_id: UUID, ids: Iterable[int]) -> dict[int, ContactLabel]:
    wanted = set(ids)
    return {label.pk: label for label in _named(team_id, list(wanted))} if wanted else {}


@compiled
def _named(team: Given, ids: Given) -> QuerySet[ContactLabel]:
    return labels_of(team).filter(pk__any=ids)


def check(*, team_id: UUID, ids: Sequence[int], field: str = "labelIds") -> list[int]:
    """Returns the sorted ids without repetitions. Raises FieldsInvalid for a label that the team does not have."""
    known = by_ids(team_id=team_id, ids=ids)
    unknown = [label_id for label_id in ids if label_id not in known]
    if unknown:
        raise FieldsInvalid.of(field, UNKNOWN_LABELS, unknown[0])
    return sorted(known)


def color(name: str) -> int:
    """Returns the palette index of a label. It is derived from the name, so users never choose it."""
    return crc32(name.lower().encode()) % COLORS
