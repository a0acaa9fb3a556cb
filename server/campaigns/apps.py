from django.apps import AppConfig

from server.campaigns import guards
from server.campaigns.permissions import VIEW
from server.core import rooms


class CampaignsConfig(AppConfig):
    name = "server.campaigns"
    label = "campaigns"

    def ready(self) -> None:
        guards.register()
        rooms.register(
            rooms.RoomKind(
                name="campaign",
                permission=VIEW,
                query="SELECT id::text FROM campaigns_campaign WHERE team_id = %(team)s AND id::text = ANY(%(ids)s)",
            )
        )
