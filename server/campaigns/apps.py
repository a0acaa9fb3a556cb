from importlib import import_module

from django.apps import AppConfig

from server.campaigns.permissions import VIEW
from server.core import rooms


class CampaignsConfig(AppConfig):
    name = "server.campaigns"
    label = "campaigns"

    def ready(self) -> None:
        # They register themselves; they read models, which are ready only now.
        import_module("server.campaigns.guards")
        import_module("server.campaigns.onboarding")
        import_module("server.campaigns.owning")
        import_module("server.campaigns.services.sending")
        rooms.register(
            rooms.RoomKind(
                name="campaign",
                permission=VIEW,
                query="SELECT id::text FROM campaigns_campaign WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])",
            )
        )
