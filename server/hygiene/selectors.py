"""Queries of list hygiene: the rule, its runs and the matching contacts."""

from datetime import datetime, timedelta
from uuid import UUID

import polars as pl
from django.db.models import Exists, OuterRef, Q, QuerySet

from server.contacts.models import Contact
from server.contacts.sql import contacts as contacts_sql
from server.contacts.states import ContactState
from server.core import clock
from server.delivery.models import Suppression
from server.hygiene.models import SunsetRule, SunsetRun
from server.hygiene.states import SunsetAction, SunsetRunState
from server.segments.rules.activity import ActivityFrequency, ActivityRule, LastDaysWindow
from server.segments.rules.field.schema import FieldRule
from server.segments.rules.label import LabelRule
from server.segments.rules.tree import Rule, Rules
from server.segments.selectors import matches

UNDO_PERIOD = timedelta(days=1)
MAX_RUNS = 20


def find_rule(team_id: UUID) -> SunsetRule | None:
    return SunsetRule.objects.for_team(team_id).first()


def list_runs(team_id: UUID) -> list[SunsetRun]:
    return list(SunsetRun.objects.for_team(team_id).defer("keys").order_by("-at")[:MAX_RUNS])


def get_undo_until(run: SunsetRun) -> datetime | None:
    """Returns None if the run cannot be undone."""
    has_ended = run.state in (SunsetRunState.DONE, SunsetRunState.FAILED)
    if run.is_trial or not has_ended or not run.changed or run.finished_at is None:
        return None
    until = run.finished_at + UNDO_PERIOD
    return until if until > clock.now() else None


def query_suppressions(team_id: UUID) -> QuerySet[Suppression]:
    """Without expired ones."""
    return Suppression.objects.for_team(team_id).filter(Q(expires_at__isnull=True) | Q(expires_at__gt=clock.now()))


def convert_months_to_days(months: int) -> int:
    """Counts twelfths of a year: 30 days for one month, 365 for twelve."""
    return months * 365 // 12


def list_matching_ids(*, team_id: UUID, months: int, least_sent: int, act: str, label_id: int | None) -> pl.Series:
    """Returns the ids of subscribed contacts that the rule would change now, ascending. Raises CountTimeout."""
    keys = matches.list_ids(team_id=team_id, rules=_build_rules(months, least_sent, act, label_id))
    if act != SunsetAction.SUPPRESS or keys.is_empty():
        return keys
    suppressed = Exists(query_suppressions(team_id).filter(email=OuterRef("email")))
    known = contacts_sql.filter_by_ids(Contact.objects.for_team(team_id), keys).filter(suppressed)
    gone = pl.Series(list(known.values_list("pk", flat=True)), dtype=pl.Int64)
    return keys.filter(~keys.is_in(gone.implode()))


def _build_rules(months: int, least_sent: int, act: str, label_id: int | None) -> Rules:
    window = LastDaysWindow(kind="lastDays", days=convert_months_to_days(months))

    def happened(activity: str, times: ActivityFrequency) -> ActivityRule:
        return ActivityRule(kind="activity", activity=activity, times=times, window=window)

    never = ActivityFrequency(operator="atMost", count=0)
    rules: list[Rule] = [
        FieldRule(kind="field", field="state", operator="isAnyOf", value=[ContactState.SUBSCRIBED.value]),
        happened("sent", ActivityFrequency(operator="atLeast", count=least_sent)),
        happened("opened", never),
        happened("clicked", never),
    ]
    if act == SunsetAction.LABEL and label_id is not None:
        rules.append(LabelRule(kind="label", operator="hasNone", label_ids=[label_id]))
    return Rules(kind="group", rules=rules)
