"""Conditions on fields for one contact, in plain Python."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

from server.segments.moment import Moment
from server.segments.naive import Evaluator, Profile, RuleResult
from server.segments.operators import ValueKind, day
from server.segments.rules.field.schema import FieldRule


def evaluate(rule: FieldRule, profile: Profile, evaluator: Evaluator) -> RuleResult:
    asked = evaluator.catalogue.fields.get(rule.field)
    if asked is None:  # deleted since
        return RuleResult(holds=False)
    value = profile.values.get(asked.column)
    if rule.operator == "isEmpty":
        return RuleResult(value is None or value == "")
    if rule.operator == "isNotEmpty":
        return RuleResult(not (value is None or value == ""))
    return RuleResult(_FITS[asked.kind](value, rule.operator, rule.value, evaluator.moment))


def _text(value: str | None, operator: str, given: str, moment: Moment) -> bool:
    mine, theirs = (value or "").lower(), given.lower()
    if operator == "is":
        return mine == theirs
    if operator == "isNot":
        return mine != theirs
    if operator == "contains":
        return theirs in mine
    if operator == "containsNot":
        return theirs not in mine
    return mine.startswith(theirs)


def _choice(value: str | None, operator: str, given: Sequence[str], moment: Moment) -> bool:
    return ((value or "").lower() in {one.lower() for one in given}) == (operator == "isAnyOf")


def _choices(value: Sequence[str] | None, operator: str, given: Sequence[str], moment: Moment) -> bool:
    chosen, wanted = {one.lower() for one in value or ()}, {one.lower() for one in given}
    if operator == "hasAll":
        return wanted <= chosen
    return bool(wanted & chosen) == (operator == "hasAny")


def _number(value: float | None, operator: str, given: Any, moment: Moment) -> bool:
    if value is None:
        return operator == "isNot"
    if operator == "between":
        return bool(given[0] <= value <= given[1])
    holds: dict[str, bool] = {
        "is": value == given,
        "isNot": value != given,
        "greaterThan": value > given,
        "lessThan": value < given,
    }
    return holds[operator]


def _day(value: date | None, operator: str, given: Any, moment: Moment) -> bool:
    if value is None:
        return False
    if operator == "anniversaryInNextDays":
        return anniversary_within(value, *moment.next_days(int(given)))
    first, last = days_of(operator, given, moment)
    return first <= value <= last


def _moment(value: datetime | None, operator: str, given: Any, moment: Moment) -> bool:
    return value is not None and _day(value.astimezone(moment.zone).date(), operator, given, moment)


def _check(value: bool | None, operator: str, given: None, moment: Moment) -> bool:
    return bool(value) == (operator == "isTrue")


def days_of(operator: str, given: Any, moment: Moment) -> tuple[date, date]:
    """Returns the first and last matching day of an operator."""
    if operator == "inLastDays":
        return moment.last_days(int(given))
    if operator == "inNextDays":
        return moment.next_days(int(given))
    if operator == "between":
        return date.fromisoformat(given[0]), date.fromisoformat(given[1])
    one = day(given) or date.min
    if operator == "before":
        return date.min, date.fromordinal(max(1, one.toordinal() - 1))
    if operator == "after":
        return date.fromordinal(one.toordinal() + 1), date.max
    return one, one


def anniversary_within(born: date, first: date, last: date) -> bool:
    """Whether the anniversary of a day is within a range of days."""
    return any(first <= _anniversary(born, year) <= last for year in range(first.year, last.year + 1))


def _anniversary(born: date, year: int) -> date:
    try:
        return born.replace(year=year)
    except ValueError:  # 29 February
        return date(year, 2, 28)


_FITS: dict[ValueKind, Callable[..., bool]] = {
    ValueKind.TEXT: _text,
    ValueKind.CHOICE: _choice,
    ValueKind.CHOICES: _choices,
    ValueKind.NUMBER: _number,
    ValueKind.DAY: _day,
    ValueKind.MOMENT: _moment,
    ValueKind.CHECK: _check,
}
