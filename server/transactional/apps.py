from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import import_string

from server.core import rooms
from server.delivery.sql import partitions
from server.delivery.tracking import singles
from server.transactional.permissions import VIEW


class TransactionalConfig(AppConfig):
    name = "server.transactional"
    label = "transactional"

    def ready(self) -> None:
        import_module("server.transactional.permissions")
        import_module("server.transactional.guards")
        for noun in ("message", "body", "recipient", "link", "event", "pair"):
            partitions.register(f"transactional_{noun}")
        rooms.register(
            rooms.RoomKind(
                name="transactional",
                permission=VIEW,
                query="SELECT id FROM unnest(%(ids)s::text[]) AS wanted (id) WHERE id = %(team)s::text",
            )
        )
        # By name: they import models, which are loaded only now.
        sql = "server.transactional.sql.following"
        singles.register(
            singles.Singles(
                land=import_string("server.transactional.services.following.land"),
                link=import_string(f"{sql}.link"),
                written_from=import_string(f"{sql}.written_from"),
            )
        )
