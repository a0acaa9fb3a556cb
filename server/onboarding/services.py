"""Dismissing and restoring the onboarding checklist."""

from django.db import transaction

from server.core import clock, events, rooms
from server.core.callers import Caller
from server.onboarding.events import MissionDismissed
from server.onboarding.models import MissionDismissal


@transaction.atomic
def set_dismissed(*, dismissed: bool, by: Caller) -> None:
    """Notifies the caller's other browsers. Safe to repeat."""
    if dismissed:
        MissionDismissal.objects.get_or_create(
            team_id=by.team_id, user_id=by.user_id, defaults={"created_at": clock.now()}
        )
    else:
        MissionDismissal.objects.for_team(by).filter(user_id=by.user_id).delete()
    told = MissionDismissed(
        company_id=by.team_id, dismissed=dismissed, revision=int(clock.now().timestamp() * 1_000_000)
    )
    events.publish(told, rooms=[rooms.user(by.user_id)])
