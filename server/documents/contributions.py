"""Registrations of the app documents in lower apps."""

from server.core import deltas, origins, rooms
from server.documents import art, delta_source, notices
from server.notifications import kinds

rooms.register(delta_source.ROOM)
deltas.register(delta_source.SOURCE)
for notice in notices.KINDS:
    kinds.register(notice)
origins.SHARED_PREFIXES.add(art.PREFIX, None)
