"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets
from uuid import UUID

from server.teams.models import Team
from tests.cast import make_person


def team_id(team: Team) -> UUID:
    return team.pk


def user_id(team: Team) -> UUID:
    return make_person(f"u{secrets.token_hex(4)}", team).user.pk


def session_id(team: Team) -> UUID:
    return make_person(f"s{secrets.token_hex(4)}", team).session.pk


IDS = {
    "admin/teams/{team_id}": team_id,
    "admin/users/{user_id}": user_id,
    "admin/sessions/{session_id}": session_id,
}
_REASON = {"reason": "The owner asked for it by phone."}
BODIES = {
    name: lambda team: dict(_REASON)
    for name in (
        "admin_end_team_sessions",
        "admin_suspend_team",
        "admin_resume_sending",
        "admin_restore_team",
        "admin_end_user_sessions",
        "admin_lock_user",
        "admin_unlock_user",
        "admin_give_operator",
        "admin_take_operator",
        "admin_end_session",
    )
}
