"""Conditions on fields as expressions over columns."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import polars as pl

from server.segments.columns import shapes
from server.segments.moment import Moment
from server.segments.operators import ValueKind
from server.segments.rules.field.naive import anniversary_within, days_of
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
    positive = POSITIVE_OF.get(rule.operator)
    operator = positive or rule.operator
    if asked.kind in (ValueKind.TEXT, ValueKind.CHOICE):
        found = _on_words(value, lambda word: _FITS[asked.kind](word, operator, rule.value, compiler.moment))
    else:
        found = _FITS[asked.kind](value, operator, rule.value, compiler.moment)
    found = found.fill_null(value=False)
    return ~found if positive else found


def _on_words(value: pl.Expr, fits: Callable[[pl.Expr], pl.Expr]) -> pl.Expr:
    return value.map_batches(lambda values: shapes.of_words(values, fits), return_dtype=pl.Boolean())


POSITIVE_OF = {
    "isNot": "is",
    "containsNot": "contains",
    "isNoneOf": "isAnyOf",
    "hasNone": "hasAny",
    "isFalse": "isTrue",
}


def _text(value: pl.Expr, operator: str, given: str, moment: Moment) -> pl.Expr:
    wanted = given.lower()
    if operator == "is":
        return value == wanted
    if operator == "contains":
        return value.str.contains(wanted, literal=True)
    return value.str.starts_with(wanted)


def _choice(value: pl.Expr, operator: str, given: Sequence[str], moment: Moment) -> pl.Expr:
    return value.is_in([one.lower() for one in given])


def _choices(value: pl.Expr, operator: str, given: Sequence[str], moment: Moment) -> pl.Expr:
    has = [value.list.contains(one) for one in {one.lower() for one in given}]
    return pl.all_horizontal(*has) if operator == "hasAll" else pl.any_horizontal(*has)


def _number(value: pl.Expr, operator: str, given: Any, moment: Moment) -> pl.Expr:
    if operator == "between":
        return value.is_between(given[0], given[1])
    holds: dict[str, pl.Expr] = {"is": value == given, "greaterThan": value > given, "lessThan": value < given}
    return holds[operator]


def _day(value: pl.Expr, operator: str, given: Any, moment: Moment) -> pl.Expr:
    if operator == "anniversaryInNextDays":
        return _anniversary(value, int(given), moment)
    first, last = days_of(operator, given, moment)
    return value.is_between(first, last)


def _anniversary(value: pl.Expr, days: int, moment: Moment) -> pl.Expr:
    """Selects those of the 366 possible birthdays with an anniversary in the range."""
    first, last = moment.next_days(days)
    leap = [date.fromordinal(date(2000, 1, 1).toordinal() + number) for number in range(366)]
    wanted = [born.month * 100 + born.day for born in leap if anniversary_within(born, first, last)]
    return (value.dt.month().cast(pl.Int32) * 100 + value.dt.day()).is_in(wanted)


def _moment(value: pl.Expr, operator: str, given: Any, moment: Moment) -> pl.Expr:
    first, last = days_of(operator, given, moment)
    found = pl.lit(value=True)
    if first != date.min:
        found = found & (value >= int(moment.start_of(first).timestamp()) * MICROSECONDS)
    if last != date.max:
        found = found & (value < int(moment.span(last, last)[1].timestamp()) * MICROSECONDS)
    return found


def _check(value: pl.Expr, operator: str, given: None, moment: Moment) -> pl.Expr:
    return value


_FITS: dict[ValueKind, Callable[..., pl.Expr]] = {
    ValueKind.TEXT: _text,
    ValueKind.CHOICE: _choice,
    ValueKind.CHOICES: _choices,
    ValueKind.NUMBER: _number,
    ValueKind.DAY: _day,
    ValueKind.MOMENT: _moment,
    ValueKind.CHECK: _check,
}
