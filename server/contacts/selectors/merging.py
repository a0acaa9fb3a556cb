"""What a merge tag can say of a contact: its standard fields and the team's custom ones, by tag."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, Func, JSONField, Value
from django.db.models.functions import Concat, JSONObject, Trim

from server.contacts.models import Contact, CustomField
from server.contacts.selectors.fields import fields_of

STANDARD = {
    "email": "Email",
    "firstname": "First name",
    "lastname": "Last name",
    "fullname": "Full name",
    "phone": "Phone",
    "birthday": "Birthday",
    "gender": "Gender",
    "city": "City",
    "country": "Country",
    "company": "Company",
    "funnel": "Funnel",
}


@dataclass(frozen=True, slots=True)
class MergeTag:
    """A tag and what people call it."""

    tag: str
    name: str
    custom: bool


@dataclass(frozen=True, slots=True)
class MergeFields:
    """The tags of one team, and how a contact fills them: one by one, or all in one query."""

    custom: tuple[CustomField, ...]

    @property
    def tags(self) -> Sequence[MergeTag]:
        """The standard ones first; a custom field that took a standard name stands behind it."""
        standard = [MergeTag(tag, name, custom=False) for tag, name in STANDARD.items()]
        return standard + [MergeTag(f.tag, f.name, custom=True) for f in self.custom if f.tag not in STANDARD]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(tag.tag for tag in self.tags)

    def record(self, contact: Contact, wanted: Collection[str]) -> dict[str, Any]:
        """The contact's values under the wanted tags."""
        values = {field.tag: contact.custom_field.get(str(field.pk)) for field in self.custom if field.tag in wanted}
        for tag in STANDARD:
            if tag in wanted:
                value = getattr(contact, tag)
                values[tag] = value.isoformat() if hasattr(value, "isoformat") else value
        return values

    def expression(self, wanted: Collection[str]) -> JSONObject:
        """The same as an expression over contacts, a jsonb object."""
        parts: dict[str, Any] = {field.tag: _custom_value(field) for field in self.custom if field.tag in wanted}
        parts |= {tag: F(tag) for tag in STANDARD if tag in wanted}
        if "fullname" in parts:
            parts["fullname"] = Trim(Concat("firstname", Value(" "), "lastname"))
        return JSONObject(**parts)


def _custom_value(field: CustomField) -> Func:
    """The value under the field's id; Django's own lookup would take a number for a place in a list."""
    return Func("custom_field", Value(str(field.pk)), function="jsonb_extract_path", output_field=JSONField())


def merge_fields(team_id: UUID) -> MergeFields:
    """The merge fields that the team has now."""
    return MergeFields(tuple(fields_of(team_id)))
