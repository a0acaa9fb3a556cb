"""The contacts that rules chose for something that is done later: written down by key when it was decided.

So it means those and no others, however they change before their turn comes, and whoever goes on after a crash asks no
rules again. Who has been deleted since is still named here: whoever reads the keys passes over such contacts.
"""

from collections.abc import Iterator
from io import BytesIO
from uuid import UUID

import polars as pl
from django.db.models import QuerySet

from server.contacts.models import SelectionPart

PART = 65_536  # keys in one row


def freeze(*, team_id: UUID, selection_id: UUID, keys: pl.Series) -> None:
    """Writes down keys, which come smallest first, in the caller's transaction."""
    parts = (keys.slice(start, PART) for start in range(0, len(keys), PART))
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


def size(*, team_id: UUID, selection_id: UUID) -> int:
    """How many were chosen."""
    return sum(_parts(team_id, selection_id).values_list("size", flat=True))


def after(*, team_id: UUID, selection_id: UUID, key: int, most: int) -> pl.Series:
    """The next of the chosen keys after one, smallest first."""
    found = pl.Series(dtype=pl.Int64)
    for part in _unpacked(team_id, selection_id, key):
        found.append(part.filter(part > key).head(most - len(found)))
        if len(found) == most:
            break
    return found


def forget(*, team_id: UUID, selection_id: UUID) -> None:
    """Drops what was written down. Harmless where nothing is."""
    _parts(team_id, selection_id).delete()


def _parts(team_id: UUID, selection_id: UUID) -> QuerySet[SelectionPart]:
    return SelectionPart.objects.for_team(team_id).filter(selection_id=selection_id)


def _unpacked(team_id: UUID, selection_id: UUID, key: int) -> Iterator[pl.Series]:
    """The keys of one part after the other, from the first that reaches beyond a key."""
    last = key
    while part := _parts(team_id, selection_id).filter(last_id__gt=last).order_by("last_id").first():
        yield _unpack(part)
        last = part.last_id


def _pack(keys: pl.Series) -> bytes:
    # The steps from key to key are small numbers, mostly the same few.
    steps = keys.diff().fill_null(0).shrink_dtype()
    file = BytesIO()
    steps.to_frame("step").write_ipc(file, compression="zstd")
    return file.getvalue()


def _unpack(part: SelectionPart) -> pl.Series:
    steps = pl.read_ipc(bytes(part.steps)).to_series().cast(pl.Int64)
    return (steps.cum_sum() + part.first_id).alias("id")
