"""The room of documents, and the source of their deltas."""

from typing import Final

from server.core import rooms
from server.core.deltas import DeltaSource
from server.documents.owners import READERS
from server.documents.services import storing

KIND: Final = "document"

ROOM = rooms.RoomKind(
    name=KIND,
    permission=None,
    permissions=READERS,
    query="SELECT asked.team_id, asked.id, d.editor AS sort FROM asked JOIN documents_document AS d"
    " ON d.team_id = asked.team_id AND d.id = asked.id::uuid",
)
# The owner's write permission is checked for each delta.
SOURCE = DeltaSource(kind=KIND, permission=None, load=storing.load, store=storing.store)
