"""Registers the app presence with lower apps."""

from server.core import rooms

rooms.register(
    rooms.RoomKind(
        name="support-team",
        permission=None,
        operator=True,
        query="SELECT asked.team_id, asked.id FROM asked JOIN teams_team AS t ON t.id = asked.id::uuid",
    )
)
