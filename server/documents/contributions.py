"""What the app documents plugs into lower apps."""

from server.core import deltas, rooms
from server.documents import source

rooms.register(source.ROOM)
deltas.register(source.SOURCE)
