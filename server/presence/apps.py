from django.apps import AppConfig

from server.core import rooms


class PresenceConfig(AppConfig):
    name = "server.presence"
    label = "presence"

    def ready(self) -> None:
        rooms.register(
            rooms.RoomKind(
                name="support-team",
                permission=None,
                operator=True,
                query="SELECT id::text FROM teams_team WHERE id = ANY(%(ids)s::uuid[])",
            )
        )
