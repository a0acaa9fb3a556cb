"""What the app documents plugs into lower apps."""

from server.core import deltas, rooms
from server.documents import notices, source
from server.notifications import kinds

rooms.register(source.ROOM)
deltas.register(source.SOURCE)
for notice in notices.KINDS:
    kinds.register(notice)
