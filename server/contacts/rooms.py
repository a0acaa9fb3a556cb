"""The rooms of those who look at a contact, an import or a bulk action."""

from server.contacts.permissions import VIEW
from server.core.rooms import RoomKind

KINDS = (
    RoomKind(
        name="contact",
        permission=VIEW,
        query="SELECT wanted.id FROM unnest(%(ids)s::text[]) AS wanted (id) JOIN contacts_contact AS c"
        " ON c.team_id = %(team)s AND c.id = ('x' || right(replace(wanted.id, '-', ''), 16))::bit(64)::bigint",
    ),
    RoomKind(
        name="import",
        permission=VIEW,
        query="SELECT id::text FROM contacts_importjob WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])",
    ),
    RoomKind(
        name="bulk",
        permission=VIEW,
        query="SELECT id::text FROM contacts_bulkaction WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])"
        " UNION ALL"
        " SELECT id::text FROM contacts_contactexport WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])",
    ),
)
