"""Operators of fields by value type, and the values they need."""

from datetime import date
from enum import StrEnum
from typing import Any

from server.core.bounded_types import MAX_DATE, MIN_DATE
from server.core.causes import NOT_DATE, NOT_NUMBER, NOT_TEXT
from server.segments.causes import (
    NOT_DATE_RANGE,
    NOT_DAY_COUNT,
    NOT_NUMBER_RANGE,
    VALUE_NOT_ALLOWED,
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


class OperandKind(StrEnum):
    """The kind of value that an operator needs."""

    NOTHING = "nothing"
    TEXT = "text"
    TEXTS = "texts"
    NUMBER = "number"
    NUMBERS = "numbers"  # two, in ascending order
    DAY = "day"
    DAYS = "days"  # two, in ascending order
    COUNT = "count"  # of days


_EMPTY_OPERATORS = {"isEmpty": OperandKind.NOTHING, "isNotEmpty": OperandKind.NOTHING}
OPERATORS: dict[ValueKind, dict[str, OperandKind]] = {
    ValueKind.TEXT: {
        "is": OperandKind.TEXT,
        "isNot": OperandKind.TEXT,
        "contains": OperandKind.TEXT,
        "containsNot": OperandKind.TEXT,
        "startsWith": OperandKind.TEXT,
        **_EMPTY_OPERATORS,
    },
    ValueKind.CHOICES: {
        "hasAny": OperandKind.TEXTS,
        "hasAll": OperandKind.TEXTS,
        "hasNone": OperandKind.TEXTS,
        **_EMPTY_OPERATORS,
    },
    ValueKind.CHOICE: {"isAnyOf": OperandKind.TEXTS, "isNoneOf": OperandKind.TEXTS, **_EMPTY_OPERATORS},
    ValueKind.NUMBER: {
        "is": OperandKind.NUMBER,
        "isNot": OperandKind.NUMBER,
        "greaterThan": OperandKind.NUMBER,
        "lessThan": OperandKind.NUMBER,
        "between": OperandKind.NUMBERS,
        **_EMPTY_OPERATORS,
    },
    ValueKind.DAY: {
        "is": OperandKind.DAY,
        "before": OperandKind.DAY,
        "after": OperandKind.DAY,
        "between": OperandKind.DAYS,
        "inLastDays": OperandKind.COUNT,
        "inNextDays": OperandKind.COUNT,
        "anniversaryInNextDays": OperandKind.COUNT,
        **_EMPTY_OPERATORS,
    },
    ValueKind.MOMENT: {
        "is": OperandKind.DAY,
        "before": OperandKind.DAY,
        "after": OperandKind.DAY,
        "between": OperandKind.DAYS,
        "inLastDays": OperandKind.COUNT,
        **_EMPTY_OPERATORS,
    },
    ValueKind.CHECK: {"isTrue": OperandKind.NOTHING, "isFalse": OperandKind.NOTHING},
}


def parse_day(value: Any) -> date | None:
    """Returns None unless the text is YYYY-MM-DD and the day in range."""
    try:
        found = date.fromisoformat(value) if isinstance(value, str) and len(value) == len("2026-01-31") else None
    except ValueError:
        return None
    return found if found is not None and MIN_DATE <= found <= MAX_DATE else None


def is_valid_operand(takes: OperandKind, value: Any) -> bool:
    return bool(_VALIDATORS[takes](value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_pair(value: Any, read: Any) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    first, last = map(read, value)
    return first is not None and last is not None and bool(first <= last)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value == int(value) and 1 <= value <= MAX_DAY_COUNT


_VALIDATORS: dict[OperandKind, Any] = {
    OperandKind.NOTHING: lambda value: value is None,
    OperandKind.TEXT: lambda value: isinstance(value, str),
    OperandKind.TEXTS: lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    OperandKind.NUMBER: _is_number,
    OperandKind.NUMBERS: lambda value: _is_pair(value, lambda one: one if _is_number(one) else None),
    OperandKind.DAY: lambda value: parse_day(value) is not None,
    OperandKind.DAYS: lambda value: _is_pair(value, parse_day),
    OperandKind.COUNT: _is_count,
}
# Causes of invalid values.
CAUSE_BY_OPERAND_KIND = {
    OperandKind.NOTHING: VALUE_NOT_ALLOWED.bind(),
    OperandKind.TEXT: NOT_TEXT.bind(),
    OperandKind.TEXTS: VALUES_REQUIRED.bind(),
    OperandKind.NUMBER: NOT_NUMBER.bind(),
    OperandKind.NUMBERS: NOT_NUMBER_RANGE.bind(),
    OperandKind.DAY: NOT_DATE.bind(),
    OperandKind.DAYS: NOT_DATE_RANGE.bind(),
    OperandKind.COUNT: NOT_DAY_COUNT.bind(max=MAX_DAY_COUNT),
}
