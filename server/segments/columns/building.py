"""Maintains the columns of contacts: marked rows move to a new chunk and are dead in their old one.

Everything happens in one transaction with one snapshot. A visible mark belongs to a visible change, and an invisible
change retains its mark. So chunks and marks together always equal the contacts.
"""

from collections.abc import Iterator, Sequence
from uuid import UUID

import polars as pl
from psycopg import sql

from server.contacts.feed import FeedBatch
from server.contacts.selectors import fields as custom_fields
from server.core import clock
from server.segments import activities
from server.segments.columns import reading, shapes
from server.segments.models import ActivityBlock, ColumnChunk, ColumnData, ColumnStore
from server.segments.sql import columns as columns_sql
from server.teams.models import Team

CHUNK_ROWS = 131_072
# A chunk with fewer live rows is rebuilt together with new rows.
MIN_LIVE_ROWS = CHUNK_ROWS // 2
BLOCK_ROWS = 1_048_576
TINY_ROWS = 20_000
# Maximum blocks of a kind that are less than half full. Every count on the kind reads each of them.
MAX_SMALL_BLOCKS = 16


def get_column_kinds(team_id: UUID) -> dict[str, str | None]:
    """Returns all columns of a team's contacts: None for standard ones, the field type for custom ones."""
    custom = {shapes.get_field_column(field): field.type for field in custom_fields.query_fields(team_id)}
    return {**dict.fromkeys(shapes.STANDARD_TYPES), **custom}


def get_column_types(team_id: UUID) -> dict[str, pl.DataType]:
    return shapes.build_types({name: kind for name, kind in get_column_kinds(team_id).items() if kind is not None})


def refresh_team(team_id: UUID) -> bool:
    """Processes all marks of a team and merges activity blocks. Returns False if another process does.

    Safe to call at any time.
    """
    with columns_sql.snapshot(team_id):
        if not columns_sql.try_lock(team_id):
            return False
        _refresh_contacts(team_id)
        for kind in activities.list_kinds():
            _merge_blocks(team_id, kind.name)
    return True


def _refresh_contacts(team_id: UUID) -> None:
    _, is_new = ColumnStore.objects.get_or_create(team_id=team_id, defaults={"built_at": clock.now()})
    if is_new:
        columns_sql.delete_marks(team_id)
        for part in _iter_all(team_id):
            _write_chunk(team_id, part)
        return
    marked = columns_sql.pop_marks(team_id)
    if marked.is_empty():
        return
    parts = [_read_contacts(team_id, sql.SQL("id = ANY ({}::bigint[])").format(sql.Literal(marked.to_list())))]
    for chunk in columns_sql.list_chunks(team_id):
        touched = marked.filter((marked >= chunk.first) & (marked <= chunk.last))
        if touched.is_empty() and chunk.alive >= MIN_LIVE_ROWS:
            continue
        left = _remove_rows(team_id, chunk.id, touched)
        if left is not None:
            parts.append(left)
    whole = pl.concat(parts, how="diagonal").sort("id")
    for part in whole.iter_slices(CHUNK_ROWS):
        _write_chunk(team_id, part)


def _iter_all(team_id: UUID) -> Iterator[pl.DataFrame]:
    after = 0
    while last := columns_sql.find_batch_end(team_id, after=after, rows=CHUNK_ROWS):
        yield _read_contacts(team_id, sql.SQL("id > {} AND id <= {}").format(sql.Literal(after), sql.Literal(last)))
        after = last


def _read_contacts(team_id: UUID, where: sql.Composable) -> pl.DataFrame:
    return shapes.expand_labels(columns_sql.read_contacts(team_id, columns=get_column_kinds(team_id), where=where))


def _remove_rows(team_id: UUID, chunk_id: int, gone: pl.Series) -> pl.DataFrame | None:
    """Marks rows of a chunk as dead. If few live rows remain, deletes the chunk and returns them."""
    packed = columns_sql.read_column_data(team_id, chunk_ids=[chunk_id], columns=["id", shapes.ALIVE_COLUMN])[chunk_id]
    ids = shapes.unpack(packed["id"])["id"]
    before = shapes.unpack(packed[shapes.ALIVE_COLUMN])[shapes.ALIVE_COLUMN] if shapes.ALIVE_COLUMN in packed else None
    alive = ~ids.is_in(gone.implode()) if before is None else before & ~ids.is_in(gone.implode())
    count = int(alive.sum())
    chunk = ColumnChunk.objects.for_team(team_id).filter(pk=chunk_id)
    if count >= MIN_LIVE_ROWS:
        data = shapes.pack(pl.DataFrame({shapes.ALIVE_COLUMN: alive}))
        ColumnData.objects.update_or_create(chunk_id=chunk_id, name=shapes.ALIVE_COLUMN, defaults={"data": data})
        chunk.update(alive=count)
        return None
    rest = None
    if count:
        columns = columns_sql.read_column_data(team_id, chunk_ids=[chunk_id], columns=None)[chunk_id]
        columns.pop(shapes.ALIVE_COLUMN, None)
        whole = pl.concat([shapes.unpack(data) for data in columns.values()], how="horizontal")
        types = get_column_types(team_id)
        rest = pl.DataFrame([column for column in whole if shapes.is_current(column, types)]).filter(alive)
    ColumnData.objects.filter(chunk_id=chunk_id).delete()
    chunk.delete()
    return rest


def _write_chunk(team_id: UUID, part: pl.DataFrame) -> None:
    if part.is_empty():
        return
    ids = part["id"]
    chunk = ColumnChunk.objects.create(
        team_id=team_id, first_id=ids[0], last_id=ids[-1], rows=part.height, alive=part.height
    )
    filled = [column.name for column in part if _has_values(column)]
    ColumnData.objects.bulk_create(
        ColumnData(chunk_id=chunk.pk, name=name, data=shapes.pack(part.select(name))) for name in filled
    )


def _has_values(column: pl.Series) -> bool:
    # A label without contacts needs no column.
    is_label = column.dtype == pl.Boolean and column.name.startswith("l")
    return bool(column.any()) if is_label else column.null_count() < len(column)


def pack_activities(batch: Sequence[FeedBatch]) -> None:
    """Packs feed entries into a new block per team and kind: the feed consumer of segments.

    Skips deleted teams. Needs no lock: it only adds blocks, and readers load blocks and cursor together.
    """
    names = {kind.feed_kind: kind.name for kind in activities.list_kinds()}
    parts: dict[tuple[UUID, str], list[FeedBatch]] = {}
    team_ids = set(Team.objects.filter(pk__in={entry.team_id for entry in batch}).values_list("pk", flat=True))
    for entry in batch:
        if entry.team_id in team_ids:
            parts.setdefault((entry.team_id, names[entry.kind]), []).append(entry)
    blocks = []
    for (team_id, kind), entries in parts.items():
        rows = columns_sql.build_activity_frame((entry.contact_ids, entry.moments, entry.subjects) for entry in entries)
        data = shapes.pack(rows.sort("contact", "at", "subject"))
        blocks.append(ActivityBlock(team_id=team_id, kind=kind, rows=rows.height, data=data))
    ActivityBlock.objects.bulk_create(blocks)


def _merge_blocks(team_id: UUID, kind: str) -> None:
    """Merges the smallest blocks first, until rewriting larger ones is worthwhile."""
    small = columns_sql.list_block_sizes(team_id, kind, below=BLOCK_ROWS // 2)
    tiny = [(key, rows) for key, rows in small if rows < TINY_ROWS]
    is_enough = sum(rows for _, rows in tiny) >= TINY_ROWS or len(small) - len(tiny) >= MAX_SMALL_BLOCKS // 2
    chosen = [key for key, _ in (small if is_enough else tiny)]
    if len(chosen) < 2:
        return
    whole = pl.concat(reading.iter_blocks(team_id, chosen)).sort("contact", "at", "subject")
    ActivityBlock.objects.for_team(team_id).filter(pk__in=chosen).delete()
    ActivityBlock.objects.bulk_create(
        ActivityBlock(team_id=team_id, kind=kind, rows=part.height, data=shapes.pack(part))
        for part in whole.iter_slices(BLOCK_ROWS)
    )
