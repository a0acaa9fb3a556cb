"""Conditions on activities of contacts: which, how often, when, and with which record."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Annotated, Literal
from uuid import UUID

import polars as pl
from pydantic import Field, model_validator

from server.core.bounded_types import NOT_BOOLEAN, CalendarDate
from server.core.causes import UNKNOWN_ITEM, CauseError
from server.core.errors import FieldsInvalid
from server.core.schemas import Schema
from server.segments import activities
from server.segments.causes import LAST_DAY_BEFORE_FIRST
from server.segments.columns import reading
from server.segments.evaluation_time import EvaluationTime
from server.segments.fields import RuleCatalogue
from server.segments.naive import ContactProfile, Evaluator, RuleResult
from server.segments.rules.kinds import NAME_PATTERN, Condition, RuleKind
from server.segments.sql import columns as columns_sql
from server.segments.vectors import MICROSECONDS, Compiler, Expression, Hits

MAX_WINDOW_DAYS = 3_660
MAX_TIMES = 10_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NO_CONTACT_IDS = pl.Series("contact", [], dtype=pl.Int64)

Days = Annotated[int, Field(ge=1, le=MAX_WINDOW_DAYS), NOT_BOOLEAN]
# Activity and record id -> its numbers in feed entries, None for any record.
ActivitySubjectFinder = Callable[[str, str | None], Sequence[int] | None]


class ActivityFrequency(Schema):
    """How often."""

    operator: Literal["atLeast", "atMost", "exactly"]
    count: Annotated[int, Field(ge=0, le=MAX_TIMES), NOT_BOOLEAN]


class LastDaysWindow(Schema):
    """A number of days, including today."""

    kind: Literal["lastDays"]
    days: Days


class DayRangeWindow(Schema):
    """From the start of the first day to the end of the last."""

    kind: Literal["between"]
    first: CalendarDate
    last: CalendarDate

    @model_validator(mode="after")
    def _check_order(self) -> "DayRangeWindow":
        if self.last < self.first:
            raise CauseError(LAST_DAY_BEFORE_FIRST)
        return self


class ActivityRule(Condition):
    """Whether something happened to a contact, how often, when, and with which record. “Did not open” is `atMost` 0."""

    kind: Literal["activity"]
    activity: Annotated[str, Field(max_length=24, pattern=NAME_PATTERN)]
    times: ActivityFrequency = ActivityFrequency(operator="atLeast", count=1)
    window: Annotated[LastDaysWindow | DayRangeWindow, Field(discriminator="kind")] | None = None
    subject_id: Annotated[str, Field(max_length=40)] | None = None


@dataclass(frozen=True, slots=True)
class RuleActivity:
    """An activity of the contact."""

    activity: str
    at: datetime
    subject: int | None = None


@dataclass(frozen=True, slots=True)
class ContactActivities:
    """Activities of one contact that rules refer to."""

    happened: Sequence[RuleActivity]
    subjects_of: ActivitySubjectFinder


def check(rule: ActivityRule, catalogue: RuleCatalogue, at: str) -> None:
    kind = activities.get_kind(rule.activity, at=f"{at}.activity")
    if rule.subject_id is None:
        return
    if kind.subjects_of is None or not kind.subjects_of(catalogue.team_id, rule.subject_id):
        raise FieldsInvalid.of(f"{at}.subjectId", UNKNOWN_ITEM, rule.subject_id)


def compile_rule(rule: ActivityRule, compiler: Compiler) -> Expression:
    team_id = compiler.catalogue.team_id
    blocks, unread = columns_sql.list_activities(team_id, activities.KINDS[rule.activity])
    happened = chain(reading.iter_blocks(team_id, blocks), [unread])
    subjects = activities.find_subjects(team_id, rule.activity, rule.subject_id)
    return compiler.among(find_hits(rule, happened, subjects, compiler.moment))


def find_hits(
    rule: ActivityRule, happened: Iterator[pl.DataFrame], subjects: Sequence[int] | None, moment: EvaluationTime
) -> Hits:
    window = get_window(rule, moment)
    parts = []
    for rows in happened:
        kept = rows.lazy()
        if window is not None:
            first, last = (int(instant.timestamp()) * MICROSECONDS for instant in window)
            kept = kept.filter((pl.col("at") >= first) & (pl.col("at") < last))
        if subjects is not None:
            kept = kept.filter(pl.col("subject").is_in(list(subjects)))
        parts.append(kept.select("contact").collect()["contact"])
    found = pl.concat(parts).sort() if parts else NO_CONTACT_IDS
    return _count_hits(found, rule.times.operator, rule.times.count)


def _count_hits(found: pl.Series, operator: str, count: int) -> Hits:
    runs = found.rle().struct.unnest()
    times = runs["len"].cast(pl.Int64)
    holds = {"atLeast": times >= count, "atMost": times <= count, "exactly": times == count}[operator]
    never = {"atLeast": count <= 0, "atMost": True, "exactly": count == 0}[operator]
    # Contacts without an occurrence have no row. If they match, the contacts that do not match are listed instead.
    return Hits(runs.filter(~holds if never else holds)["value"], but_these=never)


def evaluate(rule: ActivityRule, profile: ContactProfile, evaluator: Evaluator) -> RuleResult:
    facts: ContactActivities = profile.facts[KIND.name]
    subjects, window = facts.subjects_of(rule.activity, rule.subject_id), get_window(rule, evaluator.moment)
    times = sum(
        one.activity == rule.activity
        and (subjects is None or one.subject in subjects)
        and (window is None or window[0] <= one.at < window[1])
        for one in facts.happened
    )
    wanted = rule.times.count
    holds = {"atLeast": times >= wanted, "atMost": times <= wanted, "exactly": times == wanted}
    return RuleResult(holds[rule.times.operator], times=times)


def get_window(rule: ActivityRule, moment: EvaluationTime) -> tuple[datetime, datetime] | None:
    """Returns a half-open range, or None for any time."""
    window = rule.window
    if window is None:
        return None
    days = moment.last_days(window.days) if isinstance(window, LastDaysWindow) else (window.first, window.last)
    return moment.span(*days)


def read_facts(team_id: UUID, contact_id: int, rules: Sequence[ActivityRule]) -> ContactActivities:
    named = sorted({rule.activity for rule in rules})
    return ContactActivities(
        [one for activity in named for one in _iter_activities(team_id, contact_id, activity)],
        lambda activity, subject_id: activities.find_subjects(team_id, activity, subject_id),
    )


def _iter_activities(team_id: UUID, contact_id: int, kind: str) -> Iterator[RuleActivity]:
    blocks, unread = columns_sql.list_contact_activities(team_id, contact_id, activities.KINDS[kind])
    for rows in reading.iter_blocks(team_id, blocks):
        for at, subject in rows.filter(pl.col("contact") == contact_id).select("at", "subject").iter_rows():
            yield RuleActivity(kind, EPOCH + timedelta(microseconds=at), subject)
    for at, subject in unread:
        yield RuleActivity(kind, EPOCH + timedelta(microseconds=at), subject)


KIND = RuleKind("activity", ActivityRule, check=check, compile=compile_rule, evaluate=evaluate, read_facts=read_facts)
