"""The room of users who watch transactional email: one for each team."""

from server.core.rooms import RoomKind
from server.transactional.permissions import VIEW

KIND = RoomKind(
    name="transactional",
    permission=VIEW,
    query="SELECT team_id, id FROM asked WHERE id = team_id::text",
)
