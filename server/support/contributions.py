"""Registers the app support with lower apps."""

from server.core import rooms
from server.support import sql

for name, query in sql.ROOMS.items():
    rooms.register(rooms.RoomKind(name=name, permission=None, query=query, operator=True))
