"""Changes to a member who might be signed in: a new role, or removal from the team."""

from uuid import UUID

from django.db import transaction

from server.core import events, rooms, sockets
from server.core.errors import NotFound
from server.identity.services import sessions
from server.teams.events import MemberChanged
from server.teams.models import Member, MemberRole, Role


def change_role(*, team_id: UUID, user_id: UUID, role: MemberRole, custom_role: Role | None = None) -> Member:
    """Changes the member's role. It applies from the next call on, and to the events that the user's sockets receive.

    Raises NotFound for a user outside this team or a custom role of another one.
    """
    with transaction.atomic():
        member = _lock_member(team_id, user_id)
        if custom_role is not None and custom_role.team_id != team_id:
            raise NotFound
        member.role, member.custom_role = role, custom_role
        member.save(update_fields=["role", "custom_role"])
        told = MemberChanged(
            team_id=team_id,
            user_id=user_id,
            role=role,
            permissions=sorted(custom_role.permissions) if custom_role else [],
        )
        events.publish(told, rooms=[rooms.user(user_id)])
        sockets.review_user(user_id=user_id)
    return member


def remove(*, team_id: UUID, user_id: UUID) -> None:
    """Removes the user from the team and ends their sessions in it. Raises NotFound."""
    with transaction.atomic():
        member = _lock_member(team_id, user_id)
        member.active, member.is_default = False, False
        member.save(update_fields=["active", "is_default"])
        told = MemberChanged(team_id=team_id, user_id=user_id, role="", permissions=[])
        events.publish(told, rooms=[rooms.user(user_id)])
        sessions.end_all(of_user=user_id, of_team=team_id)


def _lock_member(team_id: UUID, user_id: UUID) -> Member:
    own = Member.objects.for_team(team_id).select_for_update(no_key=True, of=("self",))
    member = own.filter(user_id=user_id, active=True).first()
    if member is None:
        raise NotFound
    return member
