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

PAGE = 500


def packed(*, team_id: UUID, contact_id: int) -> bytes:
    """Returns a zip with all data of a contact as JSON, and its tables as CSV. Raises NotFound."""
    contact = selectors.get(team_id=team_id, contact_id=contact_id)
    past = list(_past(contact))
    agreed = [
        consent.model_dump(mode="json", by_alias=True)
        for consent in consents.of_contact(team_id=team_id, contact_id=contact_id)
    ]
    fields = _fields(contact) | _wishes(contact)
    whole = {"contact": fields, "consents": agreed, "timeline": past}
    whole_file = io.BytesIO()
    with zipfile.ZipFile(whole_file, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("contact.json", json.dumps(whole, ensure_ascii=False, indent=2))
        file.writestr("contact.csv", _csv(["field", "value"], list(fields.items())))
        file.writestr("consents.csv", _table(agreed))
        file.writestr("timeline.csv", _table(past))
    return whole_file.getvalue()


def _past(contact: Contact) -> Iterator[Mapping[str, Any]]:
    after = None
    while True:
        page = timeline.page(team_id=contact.team_id, contact_id=contact.pk, wanted=[], after=after, size=PAGE)
        for key, entry in page.items:
            item = timeline.build_item(key, entry)
            yield item.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        if page.next is None:
            return
        after = page.next


def _fields(contact: Contact) -> dict[str, Any]:
    named = {str(field.pk): field.name for field in field_selectors.fields_of(contact.team_id)}
    labels = label_selectors.by_ids(team_id=contact.team_id, ids=contact.label_ids)
    return {
        **{name: _plain(getattr(contact, name)) for name in history.WRITTEN},
        "state": contact.state,
        "labels": ", ".join(sorted(label.name for label in labels.values())),
        **{named[key]: value for key, value in contact.custom_field.items() if key in named},
        "createdAt": contact.created_at.isoformat(),
        "updatedAt": contact.updated_at.isoformat(),
    }


def _wishes(contact: Contact) -> dict[str, Any]:
    found = preferences.of_contact(team_id=contact.team_id, contact_id=contact.pk)
    return {
        "topics": ", ".join(choice.topic.name for choice in found.topics if choice.taken),
        "pausedUntil": _plain(found.paused_until),
        "follows": "yes" if found.follows else "no",
    }


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else value.isoformat()


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return _csv(columns, [[row.get(name) for name in columns] for row in rows])


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([[_cell(value) for value in row] for row in rows])
    return "\ufeff" + text.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return formulas.harmless(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
