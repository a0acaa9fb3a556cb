"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets
from uuid import UUID, uuid4

from server.contacts.models import CustomField, ImportJob
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


def import_id(team: Team) -> UUID:
    job = ImportJob.objects.create(
        team=team,
        user_id=uuid4(),
        file="people.csv",
        size_bytes=20,
        encoding="utf-8",
        delimiter=",",
        header=["Email"],
        mapping=["email"],
        preview=[["a@example.com"]],
        forecast={"new": 1, "rows": 1},
        data_offset=6,
        offset=6,
        total=1,
        created_at=clock.now(),
    )
    return job.pk


IDS = {
    "contacts/{contact_id}": contact_id,
    "contacts/label/{label_id}": label_id,
    "contacts/field/{field_id}": field_id,
    "contacts/import/{import_id}": import_id,
}
BODIES = {
    "create_contact": lambda team: {"email": "ani@pelanggan.example"},
    "create_field": lambda team: {"name": "Size", "type": "text"},
    "update_field": lambda team: {"name": "Size"},
    "start_import": lambda team: {"importId": str(import_id(team)), "consent": True},
    "rename_label": lambda team: {"name": "News"},
}
