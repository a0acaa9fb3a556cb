"""The room of clients that watch a campaign."""

from server.campaigns.permissions import VIEW
from server.core.rooms import RoomKind

KIND = RoomKind(
    name="campaign",
    permission=VIEW,
    query="SELECT asked.team_id, asked.id FROM asked JOIN campaigns_campaign AS c"
    " ON c.team_id = asked.team_id AND c.id = asked.id::uuid",
)
