"""Default settings of new campaigns."""

from uuid import UUID

from django.db import transaction

from server.campaigns.extras import CampaignDefaults, CampaignDefaultsOut, Footer, Utm
from server.campaigns.models import CampaignDefault
from server.core import clock
from server.teams.models import Team


def get_defaults(team_id: UUID) -> CampaignDefaultsOut:
    row = CampaignDefault.objects.for_team(team_id).first() or CampaignDefault()
    team = Team.objects.only("auto_link_utm").get(pk=team_id)
    utm = Utm.model_validate({**row.utm, "on": team.auto_link_utm})
    return CampaignDefaultsOut(utm=utm, footer=Footer.model_validate(row.footer))


@transaction.atomic
def set_defaults(*, team_id: UUID, change: CampaignDefaults) -> CampaignDefaultsOut:
    """Updates the given defaults. Whether links get UTM parameters is a field of the team (TEAM-19)."""
    team = Team.objects.select_for_update().get(pk=team_id)
    values: dict[str, object] = {"updated_at": clock.now()}
    if change.utm is not None:
        values["utm"] = change.utm.model_dump()
        team.auto_link_utm = change.utm.on
        team.save(update_fields=["auto_link_utm"])
    if change.footer is not None:
        values["footer"] = change.footer.model_dump()
    CampaignDefault.objects.for_team(team_id).update_or_create(team_id=team_id, defaults=values)
    return get_defaults(team_id)
