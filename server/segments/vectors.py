"""A tree of rules as an expression over columns: what `naive.py` says of one contact, said of all at once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import polars as pl

from server.segments.columns import shapes
from server.segments.fields import Catalogue
from server.segments.moment import Moment
from server.segments.naive import anniversary_within, days_of
from server.segments.rules import ActivityRule, FieldRule, Group, Kind, LabelRule, Rule, SegmentRule

MICROSECONDS = 1_000_000
NOBODY = pl.Series("contact", [], dtype=pl.Int64)


@dataclass(frozen=True, slots=True)
class Hits:
    """The contacts that fit a rule on activities, sorted by key; with `but_these` all others fit."""

    contacts: pl.Series
    but_these: bool = False

    def within(self, first: int, last: int) -> pl.Series:
        """Those of a span of keys."""
        start = self.contacts.search_sorted(first, side="left")
        return self.contacts.slice(start, self.contacts.search_sorted(last, side="right") - start)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A tree, ready to be evaluated chunk by chunk."""

    condition: Callable[["Span"], pl.Expr]
    columns: frozenset[str]


@dataclass(frozen=True, slots=True)
class Span:
    """The keys of the rows that are looked at."""

    first: int
    last: int


@dataclass(slots=True)
class Compiler:
    """Compiles trees at one moment."""

    catalogue: Catalogue
    moment: Moment
    hits_of: Callable[[ActivityRule], Hits]
    rules_of: Callable[[int], Group]
    _columns: set[str] = field(default_factory=set)

    def compile(self, rule: Rule) -> Compiled:
        """The condition, and the columns that it reads."""
        self._columns = set()
        condition = self._rule(rule)
        return Compiled(condition, frozenset(self._columns))

    def _rule(self, rule: Rule) -> Callable[[Span], pl.Expr]:
        if isinstance(rule, Group):
            return self._group(rule)
        if isinstance(rule, ActivityRule):
            return self._activity(rule)
        if isinstance(rule, SegmentRule):
            inner = self._rule(self.rules_of(rule.segment_id))
            return inner if rule.member else lambda span: ~inner(span)
        expression = self._field(rule) if isinstance(rule, FieldRule) else self._labels(rule)
        return lambda _span: expression

    def _group(self, rule: Group) -> Callable[[Span], pl.Expr]:
        below = [self._rule(one) for one in rule.rules]
        join = pl.all_horizontal if rule.match == "all" else pl.any_horizontal
        if rule.negated:
            return lambda span: ~join(*[one(span) for one in below])
        return lambda span: join(*[one(span) for one in below])

    def _activity(self, rule: ActivityRule) -> Callable[[Span], pl.Expr]:
        hits = self.hits_of(rule)
        self._columns.add("id")

        def condition(span: Span) -> pl.Expr:
            found = pl.col("id").is_in(hits.within(span.first, span.last).implode())
            return ~found if hits.but_these else found

        return condition

    def _labels(self, rule: LabelRule) -> pl.Expr:
        columns = [shapes.label_column(label) for label in rule.label_ids]
        self._columns.update(columns)
        carries = [pl.col(column).fill_null(value=False) for column in columns]
        if rule.operator == "hasAll":
            return pl.all_horizontal(*carries)
        some = pl.any_horizontal(*carries)
        return some if rule.operator == "hasAny" else ~some

    def _field(self, rule: FieldRule) -> pl.Expr:
        asked = self.catalogue.fields.get(rule.field)
        if asked is None:  # deleted since
            return pl.lit(value=False)
        self._columns.add(asked.column)
        value = pl.col(asked.column)
        if rule.operator == "isEmpty":
            return value.is_null()
        if rule.operator == "isNotEmpty":
            return value.is_not_null()
        positive = POSITIVE_OF.get(rule.operator)
        operator = positive or rule.operator
        if asked.kind in (Kind.TEXT, Kind.CHOICE):
            found = _on_words(value, lambda word: _FITS[asked.kind](word, operator, rule.value, self.moment))
        else:
            found = _FITS[asked.kind](value, operator, rule.value, self.moment)
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
    """Of the 366 days that one can be born on, those that come round."""
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


_FITS: dict[Kind, Callable[..., pl.Expr]] = {
    Kind.TEXT: _text,
    Kind.CHOICE: _choice,
    Kind.CHOICES: _choices,
    Kind.NUMBER: _number,
    Kind.DAY: _day,
    Kind.MOMENT: _moment,
    Kind.CHECK: _check,
}


def hits(rule: ActivityRule, happened: Iterator[pl.DataFrame], subjects: Sequence[int] | None, moment: Moment) -> Hits:
    """The contacts that fit a rule on activities, from the rows of its kind."""
    window = moment.window(rule.window)
    parts = []
    for rows in happened:
        kept = rows.lazy()
        if window is not None:
            first, last = (int(instant.timestamp()) * MICROSECONDS for instant in window)
            kept = kept.filter((pl.col("at") >= first) & (pl.col("at") < last))
        if subjects is not None:
            kept = kept.filter(pl.col("subject").is_in(list(subjects)))
        parts.append(kept.select("contact").collect()["contact"])
    found = pl.concat(parts).sort() if parts else NOBODY
    return _counted(found, rule.times.operator, rule.times.count)


def _counted(found: pl.Series, operator: str, count: int) -> Hits:
    runs = found.rle().struct.unnest()
    times = runs["len"].cast(pl.Int64)
    holds = {"atLeast": times >= count, "atMost": times <= count, "exactly": times == count}[operator]
    never = {"atLeast": count <= 0, "atMost": True, "exactly": count == 0}[operator]
    # Of contacts to whom it never happened there is no row: where they fit, the others are named.
    return Hits(runs.filter(~holds if never else holds)["value"], but_these=never)
