from importlib import import_module

from django.apps import AppConfig

from server.contacts.permissions import VIEW
from server.core import rooms


class ContactsConfig(AppConfig):
    name = "server.contacts"
    label = "contacts"

    def ready(self) -> None:
        import_module("server.contacts.onboarding")
        import_module("server.contacts.timeline_sources")
        rooms.register(
            rooms.RoomKind(
                name="contact",
                permission=VIEW,
                query="SELECT wanted.id FROM unnest(%(ids)s::text[]) AS wanted (id) JOIN contacts_contact AS c"
                " ON c.team_id = %(team)s AND c.id = ('x' || right(replace(wanted.id, '-', ''), 16))::bit(64)::bigint",
            )
        )
        rooms.register(
            rooms.RoomKind(
                name="import",
                permission=VIEW,
                query="SELECT id::text FROM contacts_importjob WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])",
            )
        )
        rooms.register(
            rooms.RoomKind(
                name="bulk",
                permission=VIEW,
                query="SELECT id::text FROM contacts_bulkaction WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])"
                " UNION ALL"
                " SELECT id::text FROM contacts_contactexport WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])",
            )
        )
