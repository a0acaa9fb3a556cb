"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets

from server.core import clock
from server.delivery.models import Suppression
from server.teams.models import Team


def suppression_id(team: Team) -> int:
    email = f"{secrets.token_hex(4)}@pelanggan.example"
    return Suppression.objects.create(team=team, email=email, reason="manual", created_at=clock.now()).pk


IDS = {"contacts/suppression/{suppression_id}": suppression_id}
BODIES = {
    "suppress_addresses": lambda team: {"emails": ["ani@pelanggan.example"]},
    "remove_suppression": lambda team: {"why": "Asked by phone"},
    "resume_sending": lambda team: {"adviceRead": True},
}
