"""Queries of list hygiene: the rule, its runs and the matching contacts."""

from datetime import datetime, timedelta
from uuid import UUID

import polars as pl
from django.db.models import Exists, OuterRef, Q

from server.contacts.models import Contact
from server.contacts.sql import contacts as contacts_sql
from server.contacts.states import ContactState
from server.core import clock
from server.delivery.models import Suppression
from server.hygiene.models import SunsetRule, SunsetRun
from server.hygiene.states import RunState, SunsetAct
from server.segments.rules.activity import ActivityRule, LastDays, Times
from server.segments.rules.field.schema import FieldRule
from server.segments.rules.label import LabelRule
from server.segments.rules.tree import Rule, Rules
from server.segments.selectors import matches

UNDO_FOR = timedelta(days=1)
MAX_RUNS = 20


def rule_of(team_id: UUID) -> SunsetRule | None:
    return SunsetRule.objects.for_team(team_id).first()


def runs_of(team_id: UUID) -> list[SunsetRun]:
    return list(SunsetRun.objects.for_team(team_id).defer("keys").order_by("-at")[:MAX_RUNS])


def undo_until(run: SunsetRun) -> datetime | None:
    """Returns the end of the undo period, or None if the run cannot be undone."""
    if run.is_trial or run.state != RunState.DONE or not run.changed or run.finished_at is None:
        return None
    until = run.finished_at + UNDO_FOR
    return until if until > clock.now() else None


def days_of(months: int) -> int:
    """Returns months in days, as twelfths of a year: 30 for one, 365 for twelve."""
    return months * 365 // 12


def list_matching_ids(*, team_id: UUID, months: int, least_sent: int, act: str, label_id: int | None) -> pl.Series:
    """Returns the ids of subscribed contacts that the rule would change now, ascending. Raises CountTimeout."""
    keys = matches.ids(team_id=team_id, rules=_rules(months, least_sent, act, label_id))
    if act != SunsetAct.SUPPRESS or keys.is_empty():
        return keys
    now = clock.now()
    listed = Suppression.objects.for_team(team_id).filter(email=OuterRef("email"))
    stands = Exists(listed.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now)))
    known = contacts_sql.among(Contact.objects.for_team(team_id), keys).filter(stands)
    gone = pl.Series(list(known.values_list("pk", flat=True)), dtype=pl.Int64)
    return keys.filter(~keys.is_in(gone.implode()))


def _rules(months: int, least_sent: int, act: str, label_id: int | None) -> Rules:
    window = LastDays(kind="lastDays", days=days_of(months))

    def happened(activity: str, times: Times) -> ActivityRule:
        return ActivityRule(kind="activity", activity=activity, times=times, window=window)

    never = Times(operator="atMost", count=0)
    rules: list[Rule] = [
        FieldRule(kind="field", field="state", operator="isAnyOf", value=[ContactState.SUBSCRIBED.value]),
        happened("sent", Times(operator="atLeast", count=least_sent)),
        happened("opened", never),
        happened("clicked", never),
    ]
    if act == SunsetAct.LABEL and label_id is not None:
        rules.append(LabelRule(kind="label", operator="hasNone", label_ids=[label_id]))
    return Rules(kind="group", rules=rules)
