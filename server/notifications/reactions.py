"""Notifications about events of lower apps, created in the transaction that publishes the event."""

from collections.abc import Sequence

from server.accounts.models import Session
from server.core import rooms
from server.core.callers import TokenKind
from server.identity.events import SessionOpened
from server.notifications import quota_names
from server.notifications.services.creation import notify
from server.plans.events import QuotaReached
from server.teams.events import TeamRestored, TeamSuspended
from server.teams.models import Team


def notify_quota_reached(event: QuotaReached, told: Sequence[str]) -> None:
    quota = f"{event.feature}.{event.subfeature}"
    if quota not in quota_names.NAMES:
        return
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        if event.mark == "out":
            notify("quota.out", team_id=team_id, subject=quota, quota=quota, limit=event.limit)
        else:
            used = event.used + event.reserved
            notify("quota.near", team_id=team_id, subject=quota, quota=quota, used=used, limit=event.limit)


def notify_team_suspended(event: TeamSuspended, _told: Sequence[str]) -> None:
    notify("team.suspended", team_id=event.team_id, team=str(Team.objects.get(pk=event.team_id)))


def notify_team_restored(event: TeamRestored, _told: Sequence[str]) -> None:
    notify("team.restored", team_id=event.team_id, team=str(Team.objects.get(pk=event.team_id)))


def notify_session_opened(event: SessionOpened, _told: Sequence[str]) -> None:
    """Notifies the user of a sign-in from a new device, except at the first sign-in."""
    opened = Session.objects.filter(pk=event.session_id, kind=TokenKind.NORMAL).first()
    if opened is None:
        return
    former = Session.objects.filter(user_id=opened.user_id, kind=TokenKind.NORMAL).exclude(pk=opened.pk)
    if former.exists() and not former.filter(device=opened.device).exists():
        notify("session.new-device", team_id=opened.team_id, user_id=opened.user_id, device=opened.device)
