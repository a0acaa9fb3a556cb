"""What happens to people, their sessions and their team, before their own screens and before the support desk's."""

from typing import Any

from server.core import rooms
from server.core.callers import TokenKind
from server.identity.models import EmailPurpose
from server.identity.services import emailed_tokens, membership, sessions
from server.identity.services.sessions import SigninOrigin
from server.support import sql
from server.teams.models import MemberRole
from server.teams.services import suspension
from tests.recordings.recorder import Read, record
from tests.recordings.scene import ALERT, ME, SIX, Scene

DEVICES = Read("users/sessions")
SETTINGS = Read("companies/settings")


def _sign_in_on_a_phone(scene: Scene) -> None:
    scene.later()
    phone = SigninOrigin(address="192.0.2.7", device="Safari (iOS)")
    sessions.open_session(user=scene.alice.user, team_id=scene.team.pk, kind=TokenKind.NORMAL, origin=phone)


def session_opened(scene: Scene) -> dict[str, Any]:
    return record(scene.alice, lambda: _sign_in_on_a_phone(scene), DEVICES, SIX, ALERT)


def sessions_changed(scene: Scene) -> dict[str, Any]:
    _sign_in_on_a_phone(scene)
    return record(scene.alice, scene.post_to("users/sessions/end-others"), DEVICES)


def user_changed(scene: Scene) -> dict[str, Any]:
    token = emailed_tokens.issue(user=scene.alice.user, purpose=EmailPurpose.EMAIL, email="alice@new.example")
    return record(scene.alice, scene.post_to("users/validate", {"token": token}), ME, Read("users/profile"))


def settings_changed(scene: Scene) -> dict[str, Any]:
    act = scene.put("companies/settings", {"multiLogin": "deny", "showPresence": False, "enable2FA": True})
    return record(scene.alice, act, SETTINGS, ME, Read("users/two-factor"))


def member_changed(scene: Scene) -> dict[str, Any]:
    def act() -> None:
        scene.later()
        membership.change_role(team_id=scene.team.pk, user_id=scene.alice.user.pk, role=MemberRole.MEMBER)

    return record(scene.alice, act, ME)


def team_suspended(scene: Scene) -> dict[str, Any]:
    act = scene.at_the_desk(scene.operator(), f"teams/{scene.team.pk}/suspend")
    return record(scene.alice, act, ME, SIX, ALERT)


def team_restored(scene: Scene) -> dict[str, Any]:
    suspension.suspend(team_id=scene.team.pk, reason="Unpaid")
    act = scene.at_the_desk(scene.operator(), f"teams/{scene.team.pk}/restore")
    return record(scene.alice, act, ME, SIX, ALERT)


def sessions_moved(scene: Scene) -> dict[str, Any]:
    """The console, with the page of Alice's team open."""
    team = {"team_id": str(scene.team.pk)}
    listed = Read("admin/teams/{team_id}/sessions", places=team, query={"page": 1, "size": 20})
    one, watched = Read("admin/teams/{team_id}", places=team), rooms.support_team(scene.team.pk)
    return record(scene.operator(), lambda: _sign_in_on_a_phone(scene), listed, one, watching=watched)


def act_recorded(scene: Scene) -> dict[str, Any]:
    """The console, with the record open while another operator locks Alice."""
    acts = Read("admin/acts", query={"page": 1, "size": 20})
    people = Read("admin/users", query={"page": 1, "size": 20})
    act = scene.at_the_desk(scene.operator(), f"users/{scene.alice.user.pk}/lock")
    desk = rooms.build_room("support-desk", sql.AUDIT_LOG_ID)
    return record(scene.operator("Tono"), act, acts, people, watching=desk)


RECORDINGS = (
    session_opened,
    sessions_changed,
    user_changed,
    settings_changed,
    member_changed,
    team_suspended,
    team_restored,
    sessions_moved,
    act_recorded,
)
