"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

from uuid import UUID

from server.core import clock
from server.senders.models import Sender
from server.teams.models import Team


def sender_id(team: Team) -> UUID:
    sender, _ = Sender.objects.get_or_create(
        team=team,
        email="second@kopi.example",
        defaults={"name": "Kopi", "domain": "kopi.example", "created_at": clock.now()},
    )
    return sender.pk


IDS = {"senders/{sender_id}": sender_id}
BODIES = {
    "senders_create": lambda team: {"name": "Kopi", "email": "new@kopi.example"},
    "senders_update": lambda team: {"name": "Kopi", "email": "second@kopi.example"},
}
