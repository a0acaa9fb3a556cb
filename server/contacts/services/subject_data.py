"""Export of all data about a contact, for a data access request."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from server.contacts import timeline
from server.contacts.models import Contact
from server.contacts.selectors import consents, preferences
from server.contacts.selectors import contacts as selectors
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import history
from server.core import formulas

PAGE_SIZE = 500


def build_archive(*, team_id: UUID, contact_id: int) -> bytes:
    """Returns a zip with all data of a contact as JSON, and its tables as CSV. Raises NotFound."""
    contact = selectors.get_contact(team_id=team_id, contact_id=contact_id)
    past = list(_iter_timeline(contact))
    agreed = [
        consent.model_dump(mode="json", by_alias=True)
        for consent in consents.list_of_contact(team_id=team_id, contact_id=contact_id)
    ]
    fields = _build_fields(contact) | _build_preferences(contact)
    whole = {"contact": fields, "consents": agreed, "timeline": past}
    whole_file = io.BytesIO()
    with zipfile.ZipFile(whole_file, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("contact.json", json.dumps(whole, ensure_ascii=False, indent=2))
        file.writestr("contact.csv", _write_csv(["field", "value"], list(fields.items())))
        file.writestr("consents.csv", _build_table(agreed))
        file.writestr("timeline.csv", _build_table(past))
    return whole_file.getvalue()


def _iter_timeline(contact: Contact) -> Iterator[Mapping[str, Any]]:
    after = None
    while True:
        page = timeline.list_page(
            team_id=contact.team_id, contact_id=contact.pk, wanted=[], after=after, size=PAGE_SIZE
        )
        for key, entry in page.items:
            item = timeline.build_item(key, entry)
            yield item.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        if page.next is None:
            return
        after = page.next


def _build_fields(contact: Contact) -> dict[str, Any]:
    named = {str(field.pk): field.name for field in field_selectors.query_fields(contact.team_id)}
    labels = label_selectors.get_by_ids(team_id=contact.team_id, ids=contact.label_ids)
    return {
        **{name: _convert_to_json(getattr(contact, name)) for name in history.EDITABLE_FIELDS},
        "state": contact.state,
        "labels": ", ".join(sorted(label.name for label in labels.values())),
        **{named[key]: value for key, value in contact.custom_field.items() if key in named},
        "createdAt": contact.created_at.isoformat(),
        "updatedAt": contact.updated_at.isoformat(),
    }


def _build_preferences(contact: Contact) -> dict[str, Any]:
    found = preferences.get_preferences(team_id=contact.team_id, contact_id=contact.pk)
    return {
        "topics": ", ".join(choice.topic.name for choice in found.topics if choice.taken),
        "pausedUntil": _convert_to_json(found.paused_until),
        "follows": "yes" if found.follows else "no",
    }


def _convert_to_json(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else value.isoformat()


def _build_table(rows: Sequence[Mapping[str, Any]]) -> str:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return _write_csv(columns, [[row.get(name) for name in columns] for row in rows])


def _write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([[_format_cell(value) for value in row] for row in rows])
    return "\ufeff" + text.getvalue()


def _format_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return formulas.escape_formula(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
