"""The results of an import in the database and on disk, for proofs that compare two of them."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from server.contacts.importing import source_files
from server.contacts.models import Contact, ContactLabel, CustomField, ImportJob
from server.core.models import OutboxEvent
from server.plans import quota
from server.plans.features import CONTACT

SAME = ["state", "total", "done", "added", "updated", "failed", "offset", "rows_read", "error_bytes"]
# Keys and times; and the number of writes to a row, which depends on the chunk boundaries.
NOT_COMPARED = ("id", "team_id", "created_at", "updated_at", "revision")


def left_by(team_id: UUID) -> dict[str, Any]:
    """All results of the team's newest import, except keys and times."""
    job = ImportJob.objects.for_team(team_id).order_by("-pk")[0]
    errors = source_files.get_folder(job.pk) / source_files.ERRORS
    finished = OutboxEvent.objects.filter(name="contacts.import.finished", payload__importId=str(job.pk))
    return {
        "contacts": contacts_of(team_id),
        "labels": labels_of(team_id),
        "quota": standing_of(team_id),
        "errors": hashlib.sha256(errors.read_bytes()).hexdigest() if errors.exists() else "",
        "import": {name: getattr(job, name) for name in SAME},
        "finished": finished.count(),
        "count": Contact.objects.for_team(team_id).count(),
    }


def contacts_of(team_id: UUID) -> tuple[int, str]:
    """The number of the team's contacts, and a digest of all of them."""
    fields = dict(CustomField.objects.for_team(team_id).values_list("pk", "name"))
    names = dict(ContactLabel.objects.for_team(team_id).values_list("pk", "name"))
    return _digest(sorted(_contact(row, fields, names) for row in _rows(team_id)))


def labels_of(team_id: UUID) -> list[tuple[str, int]]:
    return sorted(ContactLabel.objects.for_team(team_id).values_list("name", "contact_count"))


def standing_of(team_id: UUID) -> tuple[int, int]:
    """The used and the reserved quota of contacts."""
    standing = quota.get_state(team_id=team_id, limit=CONTACT)
    return standing.used, standing.reserved


def _rows(team_id: UUID) -> Any:
    columns = [field.attname for field in Contact._meta.fields if field.attname not in NOT_COMPARED]
    return Contact.objects.for_team(team_id).values(*columns).iterator(5_000)


def _contact(row: dict[str, Any], fields: Mapping[int, str], names: Mapping[int, str]) -> tuple[str, str]:
    custom = {fields[int(key)]: value for key, value in row.pop("custom_field").items()}
    labels = sorted(names[label] for label in row.pop("label_ids"))
    return row["email"], f"{row} {json.dumps(custom, sort_keys=True)} {labels}"


def _digest(rows: list[Any]) -> tuple[int, str]:
    return len(rows), hashlib.sha256(repr(rows).encode()).hexdigest()
