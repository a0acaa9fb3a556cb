"""The room of those who look at transactional email: one for each team."""

from server.core.rooms import RoomKind
from server.transactional.permissions import VIEW

KIND = RoomKind(
    name="transactional",
    permission=VIEW,
    query="SELECT id FROM unnest(%(ids)s::text[]) AS wanted (id) WHERE id = %(team)s::text",
)
