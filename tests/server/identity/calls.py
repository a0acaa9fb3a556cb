"""Data of the sign-in operations for the generated tests (tests/foreign_ids.py)."""

from server.accounts.models import Session
from server.teams.models import Team
from tests.cast import sign_in


def other_session(team: Team) -> Session:
    """Another device of the team's admin."""
    owner = team.members.filter(role="admin").select_related("user").order_by("pk")[0].user
    return sign_in(owner, team).session


IDS = {"users/sessions/{session_id}": lambda team: other_session(team).pk}
