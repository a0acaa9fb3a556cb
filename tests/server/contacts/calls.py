"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets
from uuid import UUID, uuid4

from server.contacts.models import (
    BulkAction,
    ContactDeletion,
    ContactExport,
    ContactNote,
    ContactTester,
    ContactView,
    CustomField,
    ImportJob,
    ImportMapping,
    Topic,
)
from server.contacts.services.export_downloads import FILES
from server.core import clock
from server.core.exports.lifecycle import RETENTION
from server.plans import quota
from server.plans.features import CONTACT_TESTER
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


def mapping_id(team: Team) -> int:
    return ImportMapping.objects.create(
        team=team, name=secrets.token_hex(4), headings=["email"], targets={"email": "email"}, used_at=clock.now()
    ).pk


def bulk_id(team: Team) -> UUID:
    row = BulkAction.objects.create(
        team=team, user_id=uuid4(), kind="label", filter={}, until_id=0, created_at=clock.now()
    )
    return row.pk


def export_token(team: Team) -> str:
    row = ContactExport.objects.create(
        team=team,
        user_id=uuid4(),
        format="csv",
        columns=[["email", "Email"]],
        zone="Asia/Jakarta",
        state="DONE",
        until_id=0,
        created_at=clock.now(),
        expires_at=clock.now() + RETENTION,
    )
    FILES.folder_of(row.pk).mkdir(parents=True, exist_ok=True)
    FILES.path_of(row).write_text("Email\n")
    return FILES.token_of(row)


def tester_id(team: Team) -> int:
    email = f"{secrets.token_hex(4)}@kantor.example"
    quota.use(team_id=team.pk, limit=CONTACT_TESTER)
    return ContactTester.objects.create(team=team, email=email, created_at=clock.now()).pk


def view_id(team: Team) -> int:
    """Creates a shared view: private views of others are never found."""
    return ContactView.objects.create(
        team=team,
        user_id=uuid4(),
        fullname="Ani",
        name=secrets.token_hex(4),
        is_shared=True,
        filter={},
        created_at=clock.now(),
        updated_at=clock.now(),
    ).pk


def note_id(team: Team) -> int:
    note = ContactNote.objects.create(
        team_id=team.pk, contact_id=contact_id(team), at=clock.now(), user_id=uuid4(), fullname="Ani", text="x"
    )
    return note.pk


def topic_id(team: Team) -> int:
    return Topic.objects.create(team=team, name=secrets.token_hex(4), created_at=clock.now()).pk


def deletion_id(team: Team) -> UUID:
    return ContactDeletion.objects.create(team=team, deleted_at=clock.now()).pk


IDS = {
    "companies/settings/subscribers/{company_id}": lambda team: team.pk,
    "contacts/topic/{topic_id}": topic_id,
    "contacts/{contact_id}": contact_id,
    "contacts/{contact_id}/notes/{note_id}": note_id,
    "contacts/label/{label_id}": label_id,
    "contacts/field/{field_id}": field_id,
    "contacts/import/{import_id}": import_id,
    "contacts/import/mapping/{mapping_id}": mapping_id,
    "contacts/bulk/{bulk_id}": bulk_id,
    "contacts/delete/{deletion_id}": deletion_id,
    "contacts/tester/{tester_id}": tester_id,
    "contacts/view/{view_id}": view_id,
    "contacts/export/file/{token}": export_token,
}
BODIES = {
    "export_contacts": lambda team: {"ids": [contact_id(team)], "columns": ["email"]},
    "create_tester": lambda team: {"email": "ani@kantor.example"},
    "create_topic": lambda team: {"name": "News"},
    "create_contact": lambda team: {"email": "ani@pelanggan.example"},
    "create_field": lambda team: {"name": "Size", "type": "text"},
    "update_field": lambda team: {"name": "Size"},
    "check_field": lambda team: {"type": "number"},
    "choose_import_sheet": lambda team: {"importId": str(import_id(team)), "sheet": 0},
    "preview_import": lambda team: {"importId": str(import_id(team)), "mapping": ["email"]},
    "judge_import": lambda team: {"importId": str(import_id(team)), "column": 0},
    "start_import": lambda team: {"importId": str(import_id(team)), "consent": True},
    "create_import_mapping": lambda team: {
        "importId": str(import_id(team)),
        "name": secrets.token_hex(4),
        "mapping": ["email"],
    },
    "rename_import_mapping": lambda team: {"name": secrets.token_hex(4)},
    "create_contact_note": lambda team: {"text": "Prefers mornings"},
    "update_contact_note": lambda team: {"text": "Prefers mornings"},
    "merge_contacts": lambda team: {"otherId": contact_id(team)},
    "erase_contact": lambda team: {"email": "ani@pelanggan.example"},
    "decide_contact_subscription": lambda team: {"state": "unsubscribed"},
    "rename_stage": lambda team: {"stage": "action", "name": secrets.token_hex(4)},
    "decide_many_subscriptions": lambda team: {"ids": [contact_id(team)], "state": "unsubscribed"},
    "create_contact_view": lambda team: {"name": "Jakarta"},
    "update_contact_view": lambda team: {"name": "Jakarta", "shared": True},
    "choose_contact_columns": lambda team: {"columns": ["email", "city"]},
    "set_default_contact_view": lambda team: {"viewId": view_id(team)},
    "move_contacts_to_stage": lambda team: {"ids": [contact_id(team)], "stage": "action"},
    "rename_label": lambda team: {"name": "News"},
}
