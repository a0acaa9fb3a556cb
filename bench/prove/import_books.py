"""What an import left in the database and beside it, for proofs that compare two of them."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from server.contacts import import_files
from server.contacts.models import Contact, ContactLabel, ContactSlots, CustomField, ImportJob
from server.core.models import OutboxEvent
from server.plans import quota
from server.plans.features import CONTACT

SAME = ["state", "total", "done", "added", "updated", "failed", "offset", "rows_read", "error_bytes"]
# Keys and the time of day; and how often a row was written, which hangs on where chunks were cut.
NOT_COMPARED = ("id", "team_id", "created_at", "updated_at", "revision")


def left_by(team_id: UUID) -> dict[str, Any]:
    """Everything that the team's one import leaves, but for keys and the time of day."""
    fields = dict(CustomField.objects.for_team(team_id).values_list("pk", "name"))
    names = dict(ContactLabel.objects.for_team(team_id).values_list("pk", "name"))
    emails = dict(Contact.objects.for_team(team_id).values_list("pk", "email"))
    job = ImportJob.objects.for_team(team_id).get()
    errors = import_files.folder_of(job.pk) / import_files.ERRORS
    slots = [name.attname for name in ContactSlots._meta.fields if name.attname not in ("contact_id", "team_id")]
    standing = quota.standing(team_id=team_id, limit=CONTACT)
    finished = OutboxEvent.objects.filter(name="contacts.import.finished", payload__importId=str(job.pk))
    return {
        "contacts": _digest(sorted(_contact(row, fields, names) for row in _rows(team_id))),
        "slots": _digest(
            sorted(
                (emails[row.pop("contact_id")], str(row))
                for row in ContactSlots.objects.for_team(team_id).values("contact_id", *slots)
            )
        ),
        "labels": sorted(ContactLabel.objects.for_team(team_id).values_list("name", "contact_count")),
        "quota": (standing.used, standing.reserved),
        "errors": hashlib.sha256(errors.read_bytes()).hexdigest() if errors.exists() else "",
        "import": {name: getattr(job, name) for name in SAME},
        "finished": finished.count(),
        "count": len(emails),
    }


def _rows(team_id: UUID) -> Any:
    columns = [field.attname for field in Contact._meta.fields if field.attname not in NOT_COMPARED]
    return Contact.objects.for_team(team_id).values(*columns).iterator(5_000)


def _contact(row: dict[str, Any], fields: Mapping[int, str], names: Mapping[int, str]) -> tuple[str, str]:
    custom = {fields[int(key)]: value for key, value in row.pop("custom_field").items()}
    labels = sorted(names[label] for label in row.pop("label_ids"))
    return row["email"], f"{row} {json.dumps(custom, sort_keys=True)} {labels}"


def _digest(rows: list[Any]) -> tuple[int, str]:
    return len(rows), hashlib.sha256(repr(rows).encode()).hexdigest()
