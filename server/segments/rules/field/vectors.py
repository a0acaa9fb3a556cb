"""Conditions on fields as expressions over columns."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import polars as pl

from server.segments.columns import shapes
from server.segments.evaluation_time import EvaluationTime
from server.segments.operators import ValueKind
from server.segments.rules.field.naive import get_day_range, has_anniversary_within
from server.segments.rules.field.schema import FieldRule
from server.segments.vectors import MICROSECONDS, Compiler, Expression


def compile_rule(rule: FieldRule, compiler: Compiler) -> Expression:
    expression = _expression(rule, compiler)
    return lambda _span: expression


def _expression(rule: FieldRule, compiler: Compiler) -> pl.Expr:
    asked = compiler.catalogue.fields.get(rule.field)
    if asked is None:  # deleted since
        return pl.lit(value=False)
    value = compiler.read(asked.column)
    if rule.operator == "isEmpty":
        return value.is_null()
    if rule.operator == "isNotEmpty":
        return value.is_not_null()
    positive = POSITIVE_OPERATORS.get(rule.operator)
    operator = positive or rule.operator
    if asked.kind in (ValueKind.TEXT, ValueKind.CHOICE):
        found = _evaluate_on_text(
            value, lambda word: _MATCHERS[asked.kind](word, operator, rule.value, compiler.moment)
        )
    else:
        found = _MATCHERS[asked.kind](value, operator, rule.value, compiler.moment)
    found = found.fill_null(value=False)
    return ~found if positive else found


def _evaluate_on_text(value: pl.Expr, fits: Callable[[pl.Expr], pl.Expr]) -> pl.Expr:
    return value.map_batches(lambda values: shapes.evaluate_text(values, fits), return_dtype=pl.Boolean())


POSITIVE_OPERATORS = {
    "isNot": "is",
    "containsNot": "contains",
    "isNoneOf": "isAnyOf",
    "hasNone": "hasAny",
    "isFalse": "isTrue",
}


def _match_text(value: pl.Expr, operator: str, given: str, moment: EvaluationTime) -> pl.Expr:
    wanted = given.lower()
    if operator == "is":
        return value == wanted
    if operator == "contains":
        return value.str.contains(wanted, literal=True)
    return value.str.starts_with(wanted)


def _match_choice(value: pl.Expr, operator: str, given: Sequence[str], moment: EvaluationTime) -> pl.Expr:
    return value.is_in([one.lower() for one in given])


def _match_choices(value: pl.Expr, operator: str, given: Sequence[str], moment: EvaluationTime) -> pl.Expr:
    has = [value.list.contains(one) for one in {one.lower() for one in given}]
    return pl.all_horizontal(*has) if operator == "hasAll" else pl.any_horizontal(*has)


def _match_number(value: pl.Expr, operator: str, given: Any, moment: EvaluationTime) -> pl.Expr:
    if operator == "between":
        return value.is_between(given[0], given[1])
    holds: dict[str, pl.Expr] = {"is": value == given, "greaterThan": value > given, "lessThan": value < given}
    return holds[operator]


def _match_day(value: pl.Expr, operator: str, given: Any, moment: EvaluationTime) -> pl.Expr:
    if operator == "anniversaryInNextDays":
        return _match_anniversary(value, int(given), moment)
    first, last = get_day_range(operator, given, moment)
    return value.is_between(first, last)


def _match_anniversary(value: pl.Expr, days: int, moment: EvaluationTime) -> pl.Expr:
    """Selects those of the 366 possible birthdays with an anniversary in the range."""
    first, last = moment.next_days(days)
    leap = [date.fromordinal(date(2000, 1, 1).toordinal() + number) for number in range(366)]
    wanted = [born.month * 100 + born.day for born in leap if has_anniversary_within(born, first, last)]
    return (value.dt.month().cast(pl.Int32) * 100 + value.dt.day()).is_in(wanted)


def _match_timestamp(value: pl.Expr, operator: str, given: Any, moment: EvaluationTime) -> pl.Expr:
    first, last = get_day_range(operator, given, moment)
    found = pl.lit(value=True)
    if first != date.min:
        found = found & (value >= int(moment.start_of(first).timestamp()) * MICROSECONDS)
    if last != date.max:
        found = found & (value < int(moment.span(last, last)[1].timestamp()) * MICROSECONDS)
    return found


def _match_checkbox(value: pl.Expr, operator: str, given: None, moment: EvaluationTime) -> pl.Expr:
    return value


_MATCHERS: dict[ValueKind, Callable[..., pl.Expr]] = {
    ValueKind.TEXT: _match_text,
    ValueKind.CHOICE: _match_choice,
    ValueKind.CHOICES: _match_choices,
    ValueKind.NUMBER: _match_number,
    ValueKind.DAY: _match_day,
    ValueKind.MOMENT: _match_timestamp,
    ValueKind.CHECK: _match_checkbox,
}
