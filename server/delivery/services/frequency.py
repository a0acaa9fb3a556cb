"""The frequency cap on a team's marketing email to one contact."""

from uuid import UUID

from django.db import transaction

from server.core import rooms
from server.core.events import publish
from server.delivery.events import CapChanged
from server.delivery.models import FrequencyCap


def find_cap(team_id: UUID) -> FrequencyCap | None:
    return FrequencyCap.objects.for_team(team_id).first()


def set_cap(*, team_id: UUID, mails: int, days: int) -> FrequencyCap:
    """Allows at most `mails` campaigns in `days` days per contact. Applies immediately, also to running campaigns."""
    with transaction.atomic():
        cap, _ = FrequencyCap.objects.for_team(team_id).update_or_create(
            team_id=team_id, defaults={"mails": mails, "days": days}
        )
        publish(CapChanged(mails=mails, days=days), rooms=[rooms.team(team_id)])
    return cap


def delete_cap(*, team_id: UUID) -> None:
    with transaction.atomic():
        FrequencyCap.objects.for_team(team_id).delete()
        publish(CapChanged(mails=None, days=None), rooms=[rooms.team(team_id)])
