"""Merge tags of contacts: the standard fields and the custom fields of a team."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, Case, DateTimeField, Expression, F, Func, JSONField, TextField, Value, When
from django.db.models.functions import Cast, Concat, JSONObject, Trim

from server.contacts.models import Contact, CustomField
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import funnel
from server.contacts.values import FieldType, format_timestamp

STANDARD_TAGS = {
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
# Suffix for the key of a choice. A condition compares both the name and the key, so that it survives a rename.
KEY_SUFFIX = ":key"


@dataclass(frozen=True, slots=True)
class MergeTag:
    """A merge tag and its display name. `several` marks a list, which a repeat can iterate over."""

    tag: str
    name: str
    custom: bool
    several: bool = False


@dataclass(frozen=True, slots=True)
class MergeFields:
    """The merge tags of a team and their values, for one contact or as a query expression."""

    custom: tuple[CustomField, ...]
    # The time zone of displayed timestamps.
    zone: tzinfo = UTC
    # Stage names for display.
    stages: Mapping[str, str] = field(default_factory=dict)

    @property
    def tags(self) -> Sequence[MergeTag]:
        """Standard tags come first, and hide custom fields with the same tag."""
        standard = [MergeTag(tag, name, custom=False) for tag, name in STANDARD_TAGS.items()]
        return standard + [
            MergeTag(f.tag, f.name, custom=True, several=f.type == FieldType.MULTI_CHOICE)
            for f in self.custom
            if f.tag not in STANDARD_TAGS
        ]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(tag.tag for tag in self.tags)

    def record(self, contact: Contact, wanted: Collection[str]) -> dict[str, Any]:
        values = {field.tag: self._read_value(field, contact) for field in self.custom if field.tag in wanted}
        for tag in STANDARD_TAGS:
            if tag in wanted:
                value = getattr(contact, tag)
                values[tag] = value.isoformat() if hasattr(value, "isoformat") else value
        if "funnel" in values:
            values |= {"funnel": self.stages.get(contact.funnel, ""), f"funnel{KEY_SUFFIX}": contact.funnel}
        return values

    def expression(self, wanted: Collection[str]) -> JSONObject:
        """Returns the values as a jsonb expression over contacts."""
        parts: dict[str, Any] = {
            field.tag: self._build_field_expression(field) for field in self.custom if field.tag in wanted
        }
        parts |= {tag: F(tag) for tag in STANDARD_TAGS if tag in wanted}
        if "fullname" in parts:
            parts["fullname"] = Trim(Concat("firstname", Value(" "), "lastname"))
        if "funnel" in parts:
            whens = [When(funnel=stage, then=Value(called)) for stage, called in self.stages.items()]
            parts |= {"funnel": Case(*whens, default=Value("")), f"funnel{KEY_SUFFIX}": F("funnel")}
        return JSONObject(**parts)

    def _read_value(self, field: CustomField, contact: Contact) -> Any:
        value = contact.custom_field.get(str(field.pk))
        is_moment = field.type == FieldType.DATE_TIME and isinstance(value, str)
        return format_timestamp(value, self.zone) if is_moment else value

    def _build_field_expression(self, field: CustomField) -> Expression:
        """Reads the value by field id. Django's own lookup would treat a numeric key as a list index."""
        key = Value(str(field.pk))
        value = Func("custom_field", key, function="jsonb_extract_path", output_field=JSONField())
        if field.type != FieldType.DATE_TIME:
            return value
        text = Func("custom_field", key, function="jsonb_extract_path_text", output_field=TextField())
        moment = Func(Value(str(self.zone)), Cast(text, DateTimeField()), function="timezone")
        told = Func(moment, Value("YYYY-MM-DD HH24:MI"), function="to_char", output_field=TextField())
        is_moment = Func(text, Value("timestamptz"), function="pg_input_is_valid", output_field=BooleanField())
        return Case(When(is_moment, then=told), default=text)


def load_merge_fields(team_id: UUID) -> MergeFields:
    fields = tuple(field_selectors.query_fields(team_id))
    return MergeFields(
        fields, field_selectors.get_timestamp_zone(team_id, fields), funnel.get_display_stage_names(team_id)
    )
