"""The grammar of segments: a tree of groups over conditions, as it travels and as it is stored.

One grammar serves finding, counting, labelling, exporting, campaigns and automations. `vectors.py` evaluates it over
columns of a whole team, `naive.py` over one contact; both must always agree.

- A text is compared without regard to case; a contact that lacks a value fits no condition but `isEmpty` and the
  negative ones (`isNot`, `containsNot`, `isNoneOf`, `hasNone`, `isFalse`), which are the opposites of the positive
  ones.
- A country `is` one by its code, or by its name in English or Indonesian.
- Of several choices a contact `hasAny`, `hasAll` or `hasNone`; one without a choice has none.
- A day is a day of the team's timezone. `inLastDays` 7 is today and the six days before it, `inNextDays` 7 today and
  the six days after it; `between` includes both ends.
- Of a birthday in a year without 29 February, 28 February stands for it.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from server.core.causes import CauseError
from server.core.schemas import Schema
from server.core.wire_types import NOT_BOOLEAN, BigId, CalendarDate, Flag
from server.lookups.places import country_named
from server.segments.causes import LAST_DAY_BEFORE_FIRST, RULES_TOO_DEEP, TOO_MANY_RULES

MOST_RULES = 60
DEEPEST = 6
MOST_CHOICES = 100
NAME_LENGTH = 100
TEXT_LENGTH = 200
LONGEST_WINDOW_DAYS = 3_660
MOST_TIMES = 10_000

WORD = r"^[a-z][A-Za-z]*$"
FIELD_NAME = r"^([a-z][A-Za-z]*|custom:[0-9]{1,19})$"
Days = Annotated[int, Field(ge=1, le=LONGEST_WINDOW_DAYS), NOT_BOOLEAN]
Text = Annotated[str, Field(min_length=1, max_length=TEXT_LENGTH)]


class Kind(StrEnum):
    """The type of a field’s value, which determines its operators."""

    TEXT = "text"
    CHOICE = "choice"
    CHOICES = "choices"
    NUMBER = "number"
    DAY = "day"
    MOMENT = "moment"
    CHECK = "check"


class Takes(StrEnum):
    """The kind of value that an operator needs."""

    NOTHING = "nothing"
    TEXT = "text"
    TEXTS = "texts"
    NUMBER = "number"
    NUMBERS = "numbers"  # two, the smaller first
    DAY = "day"
    DAYS = "days"  # two, the earlier first
    COUNT = "count"  # of days


_EMPTY = {"isEmpty": Takes.NOTHING, "isNotEmpty": Takes.NOTHING}
OPERATORS: dict[Kind, dict[str, Takes]] = {
    Kind.TEXT: {
        "is": Takes.TEXT,
        "isNot": Takes.TEXT,
        "contains": Takes.TEXT,
        "containsNot": Takes.TEXT,
        "startsWith": Takes.TEXT,
        **_EMPTY,
    },
    Kind.CHOICES: {"hasAny": Takes.TEXTS, "hasAll": Takes.TEXTS, "hasNone": Takes.TEXTS, **_EMPTY},
    Kind.CHOICE: {"isAnyOf": Takes.TEXTS, "isNoneOf": Takes.TEXTS, **_EMPTY},
    Kind.NUMBER: {
        "is": Takes.NUMBER,
        "isNot": Takes.NUMBER,
        "greaterThan": Takes.NUMBER,
        "lessThan": Takes.NUMBER,
        "between": Takes.NUMBERS,
        **_EMPTY,
    },
    Kind.DAY: {
        "is": Takes.DAY,
        "before": Takes.DAY,
        "after": Takes.DAY,
        "between": Takes.DAYS,
        "inLastDays": Takes.COUNT,
        "inNextDays": Takes.COUNT,
        "anniversaryInNextDays": Takes.COUNT,
        **_EMPTY,
    },
    Kind.MOMENT: {
        "is": Takes.DAY,
        "before": Takes.DAY,
        "after": Takes.DAY,
        "between": Takes.DAYS,
        "inLastDays": Takes.COUNT,
        **_EMPTY,
    },
    Kind.CHECK: {"isTrue": Takes.NOTHING, "isFalse": Takes.NOTHING},
}

Value = (
    bool
    | float
    | Text
    | Annotated[list[float], Field(min_length=2, max_length=2)]
    | Annotated[list[Text], Field(min_length=1, max_length=MOST_CHOICES)]
    | None
)


class FieldRule(Schema):
    """A condition on a field: a standard field, or `custom:<id>`. The value must fit the operator."""

    # `fields.Catalogue.check` checks it with the team's fields.

    kind: Literal["field"]
    field: Annotated[str, Field(max_length=40, pattern=FIELD_NAME)]
    operator: Annotated[str, Field(max_length=24, pattern=WORD)]
    value: Value = None

    @model_validator(mode="after")
    def _as_stored(self) -> "FieldRule":
        """A whole country is asked for by the name that contacts keep."""
        if self.field == "country" and self.operator in ("is", "isNot") and isinstance(self.value, str):
            self.value = country_named(self.value) or self.value
        return self


class LabelRule(Schema):
    """Whether a contact has any, all or none of the labels."""

    kind: Literal["label"]
    operator: Literal["hasAny", "hasAll", "hasNone"]
    label_ids: Annotated[list[BigId], Field(min_length=1, max_length=MOST_CHOICES)]


class Times(Schema):
    """How often."""

    operator: Literal["atLeast", "atMost", "exactly"]
    count: Annotated[int, Field(ge=0, le=MOST_TIMES), NOT_BOOLEAN]


class LastDays(Schema):
    """A number of days, including today."""

    kind: Literal["lastDays"]
    days: Days


class Between(Schema):
    """From the start of the first day to the end of the last."""

    kind: Literal["between"]
    first: CalendarDate
    last: CalendarDate

    @model_validator(mode="after")
    def _in_order(self) -> "Between":
        if self.last < self.first:
            raise CauseError(LAST_DAY_BEFORE_FIRST)
        return self


class ActivityRule(Schema):
    """Whether something happened to a contact, how often, when, and with which record. “Did not open” is `atMost` 0."""

    kind: Literal["activity"]
    activity: Annotated[str, Field(max_length=24, pattern=WORD)]
    times: Times = Times(operator="atLeast", count=1)
    window: Annotated[LastDays | Between, Field(discriminator="kind")] | None = None
    subject_id: Annotated[str, Field(max_length=40)] | None = None


class SegmentRule(Schema):
    """Whether a contact is in another segment of the team."""

    kind: Literal["segment"]
    segment_id: BigId
    member: Flag = True


class Group(Schema):
    """Matches if all or any of the rules match. `negated` inverts the result."""

    kind: Literal["group"]
    match: Literal["all", "any"] = "all"
    negated: Flag = False
    rules: Annotated[
        list[Annotated["Group | FieldRule | LabelRule | ActivityRule | SegmentRule", Field(discriminator="kind")]],
        Field(min_length=1, max_length=MOST_RULES),
    ]


Rule = Group | FieldRule | LabelRule | ActivityRule | SegmentRule
Group.model_rebuild()


class Rules(Group):
    """The root of the rules: at most 60 rules, nested in groups up to six levels deep."""

    @model_validator(mode="after")
    def _bounded(self) -> "Rules":
        if depth_of(self) > DEEPEST:
            raise CauseError(RULES_TOO_DEEP, max=DEEPEST)
        if sum(1 for _ in walk(self)) > MOST_RULES:
            raise CauseError(TOO_MANY_RULES, max=MOST_RULES)
        return self


def walk(rule: Rule) -> Iterator[Rule]:
    """The rule and all below it, parents first."""
    yield rule
    if isinstance(rule, Group):
        for below in rule.rules:
            yield from walk(below)


def depth_of(rule: Rule) -> int:
    """How many groups stand in each other, at most."""
    return 1 + max(map(depth_of, rule.rules)) if isinstance(rule, Group) else 0
