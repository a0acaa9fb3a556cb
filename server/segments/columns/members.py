"""Members of a watched segment, packed in blocks of ids. A check writes only changed blocks."""

from collections.abc import Collection
from uuid import UUID

import polars as pl

from server.segments.columns import shapes
from server.segments.models import MemberBlock, Membership

BLOCK_BITS = 16
_OFFSET_MASK = (1 << BLOCK_BITS) - 1


def load_members(team_id: UUID, segment_id: int) -> pl.Series:
    """In ascending order."""
    rows = MemberBlock.objects.for_team(team_id).filter(membership_id=segment_id).order_by("block")
    parts = [_unpack_ids(block, bytes(data)) for block, data in rows.values_list("block", "data")]
    return pl.concat(parts) if parts else pl.Series("id", [], dtype=pl.Int64)


def store_members(membership: Membership, members: pl.Series, *, touched: pl.Series) -> None:
    """Writes only the blocks of `touched` ids."""
    blocks = _list_blocks(touched)
    rows = MemberBlock.objects.for_team(membership.team_id).filter(membership=membership)
    rows.filter(block__in=blocks).delete()
    frame = pl.DataFrame({"id": members, "block": members // (1 << BLOCK_BITS)})
    parts = frame.filter(pl.col("block").is_in(list(blocks))).partition_by("block", as_dict=True)
    MemberBlock.objects.bulk_create(
        MemberBlock(team_id=membership.team_id, membership=membership, block=block, data=_pack_ids(part["id"]))
        for (block,), part in parts.items()
    )


def _list_blocks(keys: pl.Series) -> Collection[int]:
    return (keys // (1 << BLOCK_BITS)).unique().to_list()


def _pack_ids(keys: pl.Series) -> bytes:
    return shapes.pack(pl.DataFrame({"offset": (keys & _OFFSET_MASK).cast(pl.UInt16)}))


def _unpack_ids(block: int, data: bytes) -> pl.Series:
    return (shapes.unpack(data)["offset"].cast(pl.Int64) + (block << BLOCK_BITS)).alias("id")
