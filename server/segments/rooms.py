"""The room of clients that watch a segment."""

from uuid import UUID

from server.contacts.permissions import VIEW
from server.core import rooms

ROOM = "segment"


def get_room(segment_id: int) -> str:
    """Room names are UUIDs, made from the segment id."""
    return rooms.build_room(ROOM, UUID(int=segment_id))


KIND = rooms.RoomKind(
    name=ROOM,
    permission=VIEW,
    query="SELECT asked.team_id, asked.id FROM asked JOIN segments_segment AS s"
    " ON s.team_id = asked.team_id AND s.id = ('x' || right(replace(asked.id, '-', ''), 16))::bit(64)::bigint",
)
