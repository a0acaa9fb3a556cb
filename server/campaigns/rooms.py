"""The room of those who look at a campaign."""

from server.campaigns.permissions import VIEW
from server.core.rooms import RoomKind

KIND = RoomKind(
    name="campaign",
    permission=VIEW,
    query="SELECT id::text FROM campaigns_campaign WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])",
)
