from django.apps import AppConfig

from server.contacts.permissions import VIEW
from server.core import rooms


class ContactsConfig(AppConfig):
    name = "server.contacts"
    label = "contacts"

    def ready(self) -> None:
        rooms.register(
            rooms.RoomKind(
                name="import",
                permission=VIEW,
                query="SELECT id::text FROM contacts_importjob WHERE team_id = %(team)s AND id::text = ANY(%(ids)s)",
            )
        )
