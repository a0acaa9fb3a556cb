"""What the app presence plugs into lower apps."""

from server.core import rooms

rooms.register(
    rooms.RoomKind(
        name="support-team",
        permission=None,
        operator=True,
        query="SELECT id::text FROM teams_team WHERE id = ANY(%(ids)s::uuid[])",
    )
)
