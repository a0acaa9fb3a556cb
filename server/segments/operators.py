"""Operators of fields by value type, and the values they need."""

from datetime import date
from enum import StrEnum
from typing import Any

from server.core.causes import NOT_DATE, NOT_NUMBER, NOT_TEXT
from server.core.wire_types import MAX_DATE, MIN_DATE
from server.segments.causes import (
    NOT_DATE_RANGE,
    NOT_DAY_COUNT,
    NOT_NUMBER_RANGE,
    VALUE_NOT_TAKEN,
    VALUES_REQUIRED,
)

MAX_DAY_COUNT = 3_660


class ValueKind(StrEnum):
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
    NUMBERS = "numbers"  # two, in ascending order
    DAY = "day"
    DAYS = "days"  # two, in ascending order
    COUNT = "count"  # of days


_EMPTY = {"isEmpty": Takes.NOTHING, "isNotEmpty": Takes.NOTHING}
OPERATORS: dict[ValueKind, dict[str, Takes]] = {
    ValueKind.TEXT: {
        "is": Takes.TEXT,
        "isNot": Takes.TEXT,
        "contains": Takes.TEXT,
        "containsNot": Takes.TEXT,
        "startsWith": Takes.TEXT,
        **_EMPTY,
    },
    ValueKind.CHOICES: {"hasAny": Takes.TEXTS, "hasAll": Takes.TEXTS, "hasNone": Takes.TEXTS, **_EMPTY},
    ValueKind.CHOICE: {"isAnyOf": Takes.TEXTS, "isNoneOf": Takes.TEXTS, **_EMPTY},
    ValueKind.NUMBER: {
        "is": Takes.NUMBER,
        "isNot": Takes.NUMBER,
        "greaterThan": Takes.NUMBER,
        "lessThan": Takes.NUMBER,
        "between": Takes.NUMBERS,
        **_EMPTY,
    },
    ValueKind.DAY: {
        "is": Takes.DAY,
        "before": Takes.DAY,
        "after": Takes.DAY,
        "between": Takes.DAYS,
        "inLastDays": Takes.COUNT,
        "inNextDays": Takes.COUNT,
        "anniversaryInNextDays": Takes.COUNT,
        **_EMPTY,
    },
    ValueKind.MOMENT: {
        "is": Takes.DAY,
        "before": Takes.DAY,
        "after": Takes.DAY,
        "between": Takes.DAYS,
        "inLastDays": Takes.COUNT,
        **_EMPTY,
    },
    ValueKind.CHECK: {"isTrue": Takes.NOTHING, "isFalse": Takes.NOTHING},
}


def day(value: Any) -> date | None:
    """Returns the day of a YYYY-MM-DD text, None for other text or a day out of range."""
    try:
        found = date.fromisoformat(value) if isinstance(value, str) and len(value) == len("2026-01-31") else None
    except ValueError:
        return None
    return found if found is not None and MIN_DATE <= found <= MAX_DATE else None


def fits(takes: Takes, value: Any) -> bool:
    return bool(_FITS[takes](value))


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
# Causes of invalid values.
CAUSES = {
    Takes.NOTHING: VALUE_NOT_TAKEN.bind(),
    Takes.TEXT: NOT_TEXT.bind(),
    Takes.TEXTS: VALUES_REQUIRED.bind(),
    Takes.NUMBER: NOT_NUMBER.bind(),
    Takes.NUMBERS: NOT_NUMBER_RANGE.bind(),
    Takes.DAY: NOT_DATE.bind(),
    Takes.DAYS: NOT_DATE_RANGE.bind(),
    Takes.COUNT: NOT_DAY_COUNT.bind(max=MAX_DAY_COUNT),
}
