"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets
from typing import Any

from server.core import clock
from server.segments.models import Segment
from server.teams.models import Team
from tests.server.contacts.factories import make_contact

RULES: dict[str, Any] = {
    "kind": "group",
    "rules": [{"kind": "field", "field": "city", "operator": "is", "value": "Jakarta"}],
}


def segment_id(team: Team) -> int:
    now = clock.now()
    name = secrets.token_hex(4)
    return Segment.objects.create(team=team, name=name, rules=RULES, created_at=now, updated_at=now).pk


def explained(team: Team) -> dict[str, Any]:
    return {"rules": RULES, "contactId": make_contact(team, f"{secrets.token_hex(4)}@pelanggan.example").pk}


IDS = {"contacts/segment/{segment_id}": segment_id}
BODIES = {
    "create_segment": lambda team: {"name": "Jakarta", "rules": RULES},
    "update_segment": lambda team: {"name": "Jakarta", "rules": RULES},
    "follow_segment": lambda team: {"followed": True},
    "size_segment": lambda team: {"rules": RULES},
    "explain_segment": explained,
}
