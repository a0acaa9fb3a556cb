"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

from uuid import UUID

from server.notifications.models import Notification
from server.notifications.services.creation import notify
from server.teams.models import Member, Team


def notification_id(team: Team) -> UUID:
    """A notification of the team's first member."""
    member = Member.objects.for_team(team).order_by("pk").first()
    assert member is not None
    mine = Notification.objects.for_team(team).filter(user_id=member.user_id)
    if not mine.exists():
        notify("session.new-device", team_id=team.pk, user_id=member.user_id, device="Firefox (Linux)")
    return mine.order_by("pk").values_list("notice_id", flat=True)[0]


IDS = {"notifications/read/{notification_id}": notification_id}
BODIES = {"notifications_restore": lambda team: {"ids": [str(notification_id(team))]}}
