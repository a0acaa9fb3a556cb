from django.apps import AppConfig

from server.core import rooms
from server.support import sql


class SupportConfig(AppConfig):
    name = "server.support"
    label = "support"

    def ready(self) -> None:
        for name, query in sql.ROOMS.items():
            rooms.register(rooms.RoomKind(name=name, permission=None, query=query, operator=True))
