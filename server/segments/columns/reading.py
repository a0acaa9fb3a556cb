"""Loads columns and activities from the process cache or the database."""

from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

import polars as pl

from server.segments.columns import cache, shapes
from server.segments.sql import columns as columns_sql
from server.segments.sql.columns import ContactChunk


def load_columns(
    team_id: UUID, chunks: Sequence[ContactChunk], names: Collection[str]
) -> dict[int, dict[str, pl.Series]]:
    """Returns the non-empty columns of chunks, chunk -> column. Includes `alive` if a chunk has dead rows."""
    wanted = [(chunk.id, name) for chunk in chunks for name in names]
    known = cache.columns.find_each(wanted)
    missing = [key for key in wanted if key not in known]
    dying = [chunk.id for chunk in chunks if chunk.alive < chunk.rows]
    packed = _load_packed(team_id, missing, dying)
    fresh = {(chunk, name): _unpack_column(packed.get(chunk, {}).get(name)) for chunk, name in missing}
    cache.columns.keep(fresh)
    found: dict[int, dict[str, pl.Series]] = {chunk.id: {} for chunk in chunks}
    for (chunk, name), column in (known | fresh).items():
        if column is not None:
            found[chunk][name] = column
    for chunk in dying:
        found[chunk][shapes.ALIVE_COLUMN] = shapes.unpack_coded(packed[chunk][shapes.ALIVE_COLUMN])
    return found


def _load_packed(
    team_id: UUID, missing: Sequence[tuple[int, str]], dying: Sequence[int]
) -> dict[int, dict[str, bytes]]:
    if not missing and not dying:
        return {}
    chunks = sorted({chunk for chunk, _ in missing} | set(dying))
    names = sorted({name for _, name in missing} | {shapes.ALIVE_COLUMN})
    return columns_sql.read_column_data(team_id, chunk_ids=chunks, columns=names)


def _unpack_column(packed: bytes | None) -> pl.Series | None:
    return None if packed is None else shapes.unpack_coded(packed)


def iter_blocks(team_id: UUID, keys: Sequence[int]) -> Iterator[pl.DataFrame]:
    """Each block is in contact order."""
    for key in keys:
        known = cache.blocks.find_each([key])
        if not known:
            known = {key: shapes.unpack(columns_sql.read_block(team_id, key))}
            cache.blocks.keep(known)
        yield known[key]
