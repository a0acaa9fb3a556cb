"""Whether one contact fits a tree of rules, and why: plain Python over plain values.

This is what "why is she in?" answers with, and what the columns' evaluator is compared with in tests and benches.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from server.segments.fields import Catalogue, day
from server.segments.moment import Moment
from server.segments.rules import (
    ActivityRule,
    FieldRule,
    Group,
    Kind,
    LabelRule,
    Rule,
    SegmentRule,
)


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that happened to the contact."""

    activity: str
    at: datetime
    subject: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """One contact as rules see it: values by column, empty ones None or ""."""

    values: Mapping[str, Any]
    label_ids: frozenset[int]
    happened: Sequence[Happened] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a rule holds, and what holds below it."""

    holds: bool
    below: tuple["Verdict", ...] = ()
    # Of an activity: how often it was found.
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges persons by rules at one moment."""

    catalogue: Catalogue
    moment: Moment
    # The numbers of a rule's subject, None for any; the rules of another segment.
    subjects_of: Callable[[str, str | None], Sequence[int] | None]
    rules_of: Callable[[int], Group]

    def judge(self, rule: Rule, person: Person) -> Verdict:
        """The verdict over the whole tree: nothing is left out, so that all of it can be explained."""
        if isinstance(rule, Group):
            below = tuple(self.judge(one, person) for one in rule.rules)
            holds = (all if rule.match == "all" else any)(one.holds for one in below)
            return Verdict(holds != rule.negated, below)
        if isinstance(rule, FieldRule):
            return Verdict(self._field(rule, person))
        if isinstance(rule, LabelRule):
            return Verdict(_labels(rule, person.label_ids))
        if isinstance(rule, ActivityRule):
            return self._activity(rule, person)
        return self._segment(rule, person)

    def _field(self, rule: FieldRule, person: Person) -> bool:
        asked = self.catalogue.fields.get(rule.field)
        if asked is None:  # deleted since
            return False
        value = person.values.get(asked.column)
        if rule.operator == "isEmpty":
            return value is None or value == ""
        if rule.operator == "isNotEmpty":
            return not (value is None or value == "")
        return _FITS[asked.kind](value, rule.operator, rule.value, self.moment)

    def _activity(self, rule: ActivityRule, person: Person) -> Verdict:
        subjects = self.subjects_of(rule.activity, rule.subject_id)
        window = self.moment.window(rule.window)
        times = sum(
            one.activity == rule.activity
            and (subjects is None or one.subject in subjects)
            and (window is None or window[0] <= one.at < window[1])
            for one in person.happened
        )
        wanted = rule.times.count
        holds = {"atLeast": times >= wanted, "atMost": times <= wanted, "exactly": times == wanted}
        return Verdict(holds[rule.times.operator], times=times)

    def _segment(self, rule: SegmentRule, person: Person) -> Verdict:
        inner = self.judge(self.rules_of(rule.segment_id), person)
        return Verdict(inner.holds == rule.member, (inner,))


def _labels(rule: LabelRule, carried: frozenset[int]) -> bool:
    wanted = set(rule.label_ids)
    if rule.operator == "hasAll":
        return wanted <= carried
    return bool(wanted & carried) == (rule.operator == "hasAny")


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
    """The first and the last day that an operator on days lets through."""
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
    """Whether a day's anniversary falls into a span of days."""
    return any(first <= _anniversary(born, year) <= last for year in range(first.year, last.year + 1))


def _anniversary(born: date, year: int) -> date:
    try:
        return born.replace(year=year)
    except ValueError:  # 29 February
        return date(year, 2, 28)


_FITS: dict[Kind, Callable[..., bool]] = {
    Kind.TEXT: _text,
    Kind.CHOICE: _choice,
    Kind.CHOICES: _choices,
    Kind.NUMBER: _number,
    Kind.DAY: _day,
    Kind.MOMENT: _moment,
    Kind.CHECK: _check,
}
