"""Conditions on fields for one contact, in plain Python."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

from server.segments.evaluation_time import EvaluationTime
from server.segments.naive import ContactProfile, Evaluator, RuleResult
from server.segments.operators import ValueKind, parse_day
from server.segments.rules.field.schema import FieldRule


def evaluate(rule: FieldRule, profile: ContactProfile, evaluator: Evaluator) -> RuleResult:
    asked = evaluator.catalogue.fields.get(rule.field)
    if asked is None:  # deleted since
        return RuleResult(holds=False)
    value = profile.values.get(asked.column)
    if rule.operator == "isEmpty":
        return RuleResult(value is None or value == "")
    if rule.operator == "isNotEmpty":
        return RuleResult(not (value is None or value == ""))
    return RuleResult(_MATCHERS[asked.kind](value, rule.operator, rule.value, evaluator.moment))


def _match_text(value: str | None, operator: str, given: str, moment: EvaluationTime) -> bool:
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


def _match_choice(value: str | None, operator: str, given: Sequence[str], moment: EvaluationTime) -> bool:
    return ((value or "").lower() in {one.lower() for one in given}) == (operator == "isAnyOf")


def _match_choices(value: Sequence[str] | None, operator: str, given: Sequence[str], moment: EvaluationTime) -> bool:
    chosen, wanted = {one.lower() for one in value or ()}, {one.lower() for one in given}
    if operator == "hasAll":
        return wanted <= chosen
    return bool(wanted & chosen) == (operator == "hasAny")


def _match_number(value: float | None, operator: str, given: Any, moment: EvaluationTime) -> bool:
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


def _match_day(value: date | None, operator: str, given: Any, moment: EvaluationTime) -> bool:
    if value is None:
        return False
    if operator == "anniversaryInNextDays":
        return has_anniversary_within(value, *moment.next_days(int(given)))
    first, last = get_day_range(operator, given, moment)
    return first <= value <= last


def _match_timestamp(value: datetime | None, operator: str, given: Any, moment: EvaluationTime) -> bool:
    return value is not None and _match_day(value.astimezone(moment.zone).date(), operator, given, moment)


def _match_checkbox(value: bool | None, operator: str, given: None, moment: EvaluationTime) -> bool:
    return bool(value) == (operator == "isTrue")


def get_day_range(operator: str, given: Any, moment: EvaluationTime) -> tuple[date, date]:
    """Both days are included."""
    if operator == "inLastDays":
        return moment.last_days(int(given))
    if operator == "inNextDays":
        return moment.next_days(int(given))
    if operator == "between":
        return date.fromisoformat(given[0]), date.fromisoformat(given[1])
    one = parse_day(given) or date.min
    if operator == "before":
        return date.min, date.fromordinal(max(1, one.toordinal() - 1))
    if operator == "after":
        return date.fromordinal(one.toordinal() + 1), date.max
    return one, one


def has_anniversary_within(born: date, first: date, last: date) -> bool:
    return any(first <= _get_anniversary(born, year) <= last for year in range(first.year, last.year + 1))


def _get_anniversary(born: date, year: int) -> date:
    try:
        return born.replace(year=year)
    except ValueError:  # 29 February
        return date(year, 2, 28)


_MATCHERS: dict[ValueKind, Callable[..., bool]] = {
    ValueKind.TEXT: _match_text,
    ValueKind.CHOICE: _match_choice,
    ValueKind.CHOICES: _match_choices,
    ValueKind.NUMBER: _match_number,
    ValueKind.DAY: _match_day,
    ValueKind.MOMENT: _match_timestamp,
    ValueKind.CHECK: _match_checkbox,
}
