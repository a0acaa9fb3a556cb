"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets

from server.contacts.models import CustomField
from server.core import clock
from server.teams.models import Team
from tests.server.contacts.factories import make_contact, make_label


def contact_id(team: Team) -> int:
    return make_contact(team, f"{secrets.token_hex(4)}@pelanggan.example").pk


def label_id(team: Team) -> int:
    return make_label(team, secrets.token_hex(4)).pk


def field_id(team: Team) -> int:
    name = f"f{secrets.token_hex(4)}"
    return CustomField.objects.create(team=team, name=name, tag=name, type="text", created_at=clock.now()).pk


IDS = {
    "contacts/{contact_id}": contact_id,
    "contacts/label/{label_id}": label_id,
    "contacts/field/{field_id}": field_id,
}
BODIES = {
    "create_contact": lambda team: {"email": "ani@pelanggan.example"},
    "create_field": lambda team: {"name": "Size", "type": "text"},
    "update_field": lambda team: {"name": "Size"},
    "rename_label": lambda team: {"name": "News"},
}
