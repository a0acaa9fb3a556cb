"""Registrations of the app documents in lower apps."""

from server.core import deltas, origins, rooms
from server.documents import art, notices, source
from server.notifications import kinds

rooms.register(source.ROOM)
deltas.register(source.SOURCE)
for notice in notices.KINDS:
    kinds.register(notice)
origins.SHARED_PREFIXES.add(art.PREFIX, None)
