"""Contact ids that rules selected for a later action, stored when the action was requested.

The selection stays fixed while contacts change, and a restart does not evaluate the rules again. It can include
contacts deleted since; readers skip them.
"""

from collections.abc import Iterator
from io import BytesIO
from uuid import UUID

import polars as pl
from django.db.models import QuerySet

from server.contacts.models import SelectionPart

PART_SIZE = 65_536  # ids per row


def store_selection(*, team_id: UUID, selection_id: UUID, keys: pl.Series) -> None:
    """`keys` are ascending. Runs in the caller's transaction."""
    parts = (keys.slice(start, PART_SIZE) for start in range(0, len(keys), PART_SIZE))
    SelectionPart.objects.bulk_create(
        SelectionPart(
            team_id=team_id,
            selection_id=selection_id,
            first_id=part[0],
            last_id=part[-1],
            size=len(part),
            steps=_pack(part),
        )
        for part in parts
    )


def count_selected(*, team_id: UUID, selection_id: UUID) -> int:
    return sum(_query_parts(team_id, selection_id).values_list("size", flat=True))


def list_ids_after(*, team_id: UUID, selection_id: UUID, key: int, limit: int) -> pl.Series:
    """In ascending order, without `key` itself."""
    found = pl.Series(dtype=pl.Int64)
    for part in _iter_parts(team_id, selection_id, key):
        found.append(part.filter(part > key).head(limit - len(found)))
        if len(found) == limit:
            break
    return found


def delete_selection(*, team_id: UUID, selection_id: UUID) -> None:
    _query_parts(team_id, selection_id).delete()


def _query_parts(team_id: UUID, selection_id: UUID) -> QuerySet[SelectionPart]:
    return SelectionPart.objects.for_team(team_id).filter(selection_id=selection_id)


def _iter_parts(team_id: UUID, selection_id: UUID, key: int) -> Iterator[pl.Series]:
    last = key
    while part := _query_parts(team_id, selection_id).filter(last_id__gt=last).order_by("last_id").first():
        yield _unpack(part)
        last = part.last_id


def _pack(keys: pl.Series) -> bytes:
    # The differences between ids are small and repetitive.
    steps = keys.diff().fill_null(0).shrink_dtype()
    file = BytesIO()
    steps.to_frame("step").write_ipc(file, compression="zstd")
    return file.getvalue()


def _unpack(part: SelectionPart) -> pl.Series:
    steps = pl.read_ipc(bytes(part.steps)).to_series().cast(pl.Int64)
    return (steps.cum_sum() + part.first_id).alias("id")
