"""Rooms of clients that watch a contact, an import or a bulk action."""

from server.contacts.permissions import VIEW
from server.core.rooms import RoomKind

KINDS = (
    RoomKind(
        name="contact",
        permission=VIEW,
        query="SELECT asked.team_id, asked.id FROM asked JOIN contacts_contact AS c"
        " ON c.team_id = asked.team_id AND c.id = ('x' || right(replace(asked.id, '-', ''), 16))::bit(64)::bigint",
    ),
    RoomKind(
        name="import",
        permission=VIEW,
        query="SELECT asked.team_id, asked.id FROM asked JOIN contacts_importjob AS i"
        " ON i.team_id = asked.team_id AND i.id = asked.id::uuid",
    ),
    RoomKind(
        name="bulk",
        permission=VIEW,
        query="SELECT asked.team_id, asked.id FROM asked JOIN contacts_bulkaction AS b"
        " ON b.team_id = asked.team_id AND b.id = asked.id::uuid"
        " UNION ALL"
        " SELECT asked.team_id, asked.id FROM asked JOIN contacts_contactexport AS e"
        " ON e.team_id = asked.team_id AND e.id = asked.id::uuid",
    ),
)
