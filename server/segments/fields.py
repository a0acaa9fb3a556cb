"""Which fields a team may ask for, and whether a rule asks for them properly."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from server.contacts.causes import UNKNOWN_LABELS
from server.contacts.models import ContactLabel, CustomField
from server.contacts.selectors import fields as custom_fields
from server.contacts.states import ContactState, Stage
from server.contacts.values import FieldType, Gender
from server.core.causes import NOT_DATE, NOT_NUMBER, NOT_TEXT, UNKNOWN_ITEM
from server.core.errors import FieldsInvalid
from server.core.wire_types import MAX_DATE, MIN_DATE
from server.segments import activities
from server.segments.causes import (
    NOT_DATE_RANGE,
    NOT_DAY_COUNT,
    NOT_NUMBER_RANGE,
    UNKNOWN_OPERATOR,
    UNKNOWN_RULE_FIELD,
    UNKNOWN_SEGMENT,
    VALUE_NOT_TAKEN,
    VALUES_REQUIRED,
)
from server.segments.models import Segment
from server.segments.rules import OPERATORS, ActivityRule, FieldRule, Group, Kind, LabelRule, Rule, SegmentRule, Takes

CUSTOM = "custom:"
MAX_DAY_COUNT = 3_660


@dataclass(frozen=True, slots=True)
class Asked:
    """A field that may be asked for. `column` is its name among the columns of a contact."""

    key: str
    kind: Kind
    column: str
    choices: Sequence[str] = ()


def _texts(*names: str) -> list[Asked]:
    return [Asked(name, Kind.TEXT, name) for name in names]


STANDARD = {
    asked.key: asked
    for asked in [
        *_texts("email", "firstname", "lastname", "phone", "company", "city", "country", "timezone", "note"),
        Asked("gender", Kind.CHOICE, "gender", Gender.values),
        Asked("state", Kind.CHOICE, "state", ContactState.values),
        Asked("funnel", Kind.CHOICE, "funnel", Stage.values),
        Asked("birthday", Kind.DAY, "birthday"),
        Asked("createdAt", Kind.MOMENT, "created_at"),
        Asked("updatedAt", Kind.MOMENT, "updated_at"),
    ]
}
KIND_OF_CUSTOM = {
    FieldType.TEXT: Kind.TEXT,
    FieldType.LONG_TEXT: Kind.TEXT,
    FieldType.URL: Kind.TEXT,
    FieldType.PHONE: Kind.TEXT,
    FieldType.EMAIL: Kind.TEXT,
    FieldType.DROPDOWN: Kind.CHOICE,
    FieldType.MULTI_CHOICE: Kind.CHOICES,
    FieldType.NUMBER: Kind.NUMBER,
    FieldType.DATE: Kind.DAY,
    FieldType.DATE_TIME: Kind.MOMENT,
    FieldType.CHECKBOX: Kind.CHECK,
}


def asked_of(custom: CustomField) -> Asked:
    """A custom field as it may be asked for."""
    return Asked(f"{CUSTOM}{custom.pk}", KIND_OF_CUSTOM[FieldType(custom.type)], f"f{custom.pk}", custom.values)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The fields of a team, by key."""

    team_id: UUID
    fields: dict[str, Asked] = field(default_factory=dict)

    @classmethod
    def of(cls, team_id: UUID) -> "Catalogue":
        """Standard fields and the team's own."""
        own = [asked_of(custom) for custom in custom_fields.fields_of(team_id)]
        return cls(team_id, STANDARD | {asked.key: asked for asked in own})

    def check(self, rules: Rule, at: str = "rules") -> None:
        """Raises FieldsInvalid, which names the place in the tree, for the first rule that can't be asked."""
        if isinstance(rules, Group):
            for number, below in enumerate(rules.rules):
                self.check(below, f"{at}.rules.{number}")
        elif isinstance(rules, FieldRule):
            self._check_field(rules, at)
        elif isinstance(rules, LabelRule):
            self._check_labels(rules, at)
        elif isinstance(rules, ActivityRule):
            self._check_activity(rules, at)
        else:
            self._check_segment(rules, at)

    def _check_field(self, rule: FieldRule, at: str) -> None:
        asked = self.fields.get(rule.field)
        if asked is None:
            raise FieldsInvalid.of(f"{at}.field", UNKNOWN_RULE_FIELD, rule.field)
        takes = OPERATORS[asked.kind].get(rule.operator)
        if takes is None:
            raise FieldsInvalid.of(f"{at}.operator", UNKNOWN_OPERATOR, rule.operator)
        if not _FITS[takes](rule.value):
            raise FieldsInvalid.of_bound(f"{at}.value", _CAUSES[takes])

    def _check_labels(self, rule: LabelRule, at: str) -> None:
        known = ContactLabel.objects.for_team(self.team_id).filter(pk__in=rule.label_ids, deleted_at__isnull=True)
        if known.count() != len(set(rule.label_ids)):
            raise FieldsInvalid.of(f"{at}.labelIds", UNKNOWN_LABELS)

    def _check_activity(self, rule: ActivityRule, at: str) -> None:
        kind = activities.kind_of(rule.activity, at=f"{at}.activity")
        if rule.subject_id is None:
            return
        if kind.subjects_of is None or not kind.subjects_of(self.team_id, rule.subject_id):
            raise FieldsInvalid.of(f"{at}.subjectId", UNKNOWN_ITEM, rule.subject_id)

    def _check_segment(self, rule: SegmentRule, at: str) -> None:
        if not Segment.objects.for_team(self.team_id).filter(pk=rule.segment_id).exists():
            raise FieldsInvalid.of(f"{at}.segmentId", UNKNOWN_SEGMENT, rule.segment_id)


def day(value: Any) -> date | None:
    """The day that a text names as YYYY-MM-DD, None for another text and for a day of another age."""
    try:
        found = date.fromisoformat(value) if isinstance(value, str) and len(value) == len("2026-01-31") else None
    except ValueError:
        return None
    return found if found is not None and MIN_DATE <= found <= MAX_DATE else None


def may_be_asked(kind: Kind, rule: FieldRule) -> bool:
    """Whether a field of that kind takes the comparison and its value."""
    takes = OPERATORS[kind].get(rule.operator)
    return takes is not None and bool(_FITS[takes](rule.value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_pair(value: Any, read: Any) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    first, last = map(read, value)
    return first is not None and last is not None and bool(first <= last)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value == int(value) and 1 <= value <= MAX_DAY_COUNT


_FITS: dict[Takes, Any] = {
    Takes.NOTHING: lambda value: value is None,
    Takes.TEXT: lambda value: isinstance(value, str),
    Takes.TEXTS: lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    Takes.NUMBER: _is_number,
    Takes.NUMBERS: lambda value: _is_pair(value, lambda one: one if _is_number(one) else None),
    Takes.DAY: lambda value: day(value) is not None,
    Takes.DAYS: lambda value: _is_pair(value, day),
    Takes.COUNT: _is_count,
}
_CAUSES = {
    Takes.NOTHING: VALUE_NOT_TAKEN.bind(),
    Takes.TEXT: NOT_TEXT.bind(),
    Takes.TEXTS: VALUES_REQUIRED.bind(),
    Takes.NUMBER: NOT_NUMBER.bind(),
    Takes.NUMBERS: NOT_NUMBER_RANGE.bind(),
    Takes.DAY: NOT_DATE.bind(),
    Takes.DAYS: NOT_DATE_RANGE.bind(),
    Takes.COUNT: NOT_DAY_COUNT.bind(max=MAX_DAY_COUNT),
}
