"""Quotas, counted in the transaction that uses them, so that two requests never share the last unit.

Live counts (contacts, senders) change by `use` and `return_units`. Long-running work (sending) reserves units by
`reserve` (or `extend`, incrementally), commits them as used by `commit`, and returns the rest by `release` or `close`.
The sweep closes reservations that a crash left open. A unit with an unconfirmed outcome counts as used.
"""

import time
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast, Greatest

from server.core import clock, events, rooms
from server.core.ids import uuid7
from server.core.patches.compiled_queries import QueryParameter, compile_query
from server.plans import limits, sql
from server.plans.events import QuotaChanged, QuotaReached
from server.plans.features import UNLIMITED, PlanLimit, build_limits
from server.plans.models import QuotaUsage, Reservation, Subscription

log = structlog.get_logger(__name__)

NEAR_PERCENT = 80  # from here on the team is notified that its limit is near
MIN_PUBLISH_INTERVAL_SECONDS = 1.0
MAX_THROTTLED_COUNTERS = 10_000
RESERVATION_LIFETIME = timedelta(hours=24)  # longer than any pause between two commits of running work
CLOSED_RETENTION = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class QuotaState:
    """One counter for display. `limit` -1 is unlimited; then `left` is -1 too."""

    area: str
    name: str
    limit: int
    used: int
    reserved: int
    monthly: bool

    @property
    def left(self) -> int:
        return UNLIMITED if self.limit == UNLIMITED else max(0, self.limit - self.used - self.reserved)


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """A team's subscription and plan. The features stay text, since their parsed form is usually cached."""

    subscription: Subscription
    features: str


def get_team_plan(team_id: UUID) -> TeamPlan | None:
    found = _query_subscription(team_id)
    return TeamPlan(found[0], found[0].features) if found else None  # type: ignore[attr-defined]  # annotated


def get_limit(*, team_id: UUID, limit: PlanLimit) -> int:
    """0 without a plan or with the area switched off."""
    return _get_limit(get_team_plan(team_id), limit)


def use(*, team_id: UUID, limit: PlanLimit, amount: int = 1) -> None:
    """Counts units as used. Raises the limit's error, and changes nothing, if too few are left."""
    _consume(team_id=team_id, limit=limit, amount=amount, column="used")


def use_with_plan(*, team_id: UUID, limit: PlanLimit, amount: int, allowed: int, starts_at: datetime | None) -> None:
    """`use` with one statement, for callers that know the plan: its limit and its start.

    Usage is published at most once a second by each process; a reached threshold immediately. Raises the limit's error,
    and changes nothing, if too few units are left.
    """
    period = get_monthly_period(starts_at) if limit.monthly else None
    taken = sql.consume(team_id, area=limit.area, name=limit.name, period=period, amount=amount, allowed=allowed)
    if taken is None:
        row, made = QuotaUsage.objects.get_or_create(team_id=team_id, area=limit.area, name=limit.name, period=period)
        if made:
            use_with_plan(team_id=team_id, limit=limit, amount=amount, allowed=allowed, starts_at=starts_at)
            return
        left = max(0, allowed - row.used - row.reserved)
        if allowed == UNLIMITED or left >= amount:  # returned in between
            use_with_plan(team_id=team_id, limit=limit, amount=amount, allowed=allowed, starts_at=starts_at)
            return
        raise limits.get_error(limit).of(area=limit.area, name=limit.name, limit=allowed, left=left)
    pk, used, reserved = taken
    row = QuotaUsage(
        pk=pk, team_id=team_id, area=limit.area, name=limit.name, period=period, used=used, reserved=reserved
    )
    if _should_publish(pk):
        _publish(row, allowed=allowed)
    _publish_threshold(row, allowed=allowed, taken=amount)


def check_remaining(*, team_id: UUID, limit: PlanLimit, amount: int, allowed: int, starts_at: datetime | None) -> None:
    """Raises the error that `use_with_plan` would raise now. Counts and reserves nothing."""
    if allowed == UNLIMITED or amount <= 0:
        return
    period = get_monthly_period(starts_at) if limit.monthly else None
    rows = QuotaUsage.objects.for_team(team_id).filter(area=limit.area, name=limit.name, period=period)
    row = rows.first()
    left = max(0, allowed - row.used - row.reserved) if row else allowed
    if amount > left:
        raise limits.get_error(limit).of(area=limit.area, name=limit.name, limit=allowed, left=left)


def get_monthly_period(starts_at: datetime | None) -> date:
    """The current month of a plan with this start; without a start, it begins now."""
    now = clock.now()
    return get_period_start(starts_at or now, now)


def return_units(*, team_id: UUID, limit: PlanLimit, amount: int = 1) -> None:
    """Decreases a live count, for example when contacts are deleted.

    If fewer units are counted, the count becomes 0: it was too low, and what is left of it belonged to the returned
    units. The difference is logged.
    """
    plan = get_team_plan(team_id)
    row = _get_or_create_usage(team_id=team_id, limit=limit, plan=plan)
    counted = QuotaUsage.objects.for_team(team_id).filter(pk=row.pk)
    if not counted.filter(used__gte=amount).update(used=F("used") - amount):
        row.refresh_from_db(fields=["used"])
        log.warning(
            "quota.returned_uncounted",
            team_id=str(team_id),
            limit=f"{limit.area}.{limit.name}",
            counted=row.used,
            returned=amount,
        )
        if not counted.filter(used__gt=0).update(used=Greatest(F("used") - amount, 0)):
            return
    _publish_usage(row, allowed=_get_limit(plan, limit))


def reserve(*, team_id: UUID, limit: PlanLimit, amount: int, reference: str) -> Reservation:
    """Reserves units for running work. `reference` identifies the work and is unique in the team and month.

    Raises the limit's error, and changes nothing, if too few units are left.
    """
    with transaction.atomic():
        usage = _consume(team_id=team_id, limit=limit, amount=amount, column="reserved")
        return Reservation.objects.create(
            team_id=team_id,
            usage=usage,
            amount=amount,
            reference=reference,
            expires_at=clock.now() + RESERVATION_LIFETIME,
        )


def extend(*, team_id: UUID, limit: PlanLimit, amount: int, reference: str) -> None:
    """Reserves more units under a reference, for growing work. They count in the plan's current month; reservations of
    earlier months are unchanged.

    Raises the limit's error, and changes nothing, if too few units are left. Usage is published at most once a second
    by each process. The rows are locked until the transaction ends.
    """
    with transaction.atomic():
        plan = get_team_plan(team_id)
        usage = _get_or_create_usage(team_id=team_id, limit=limit, plan=plan)
        # The reservation is locked before the counter, as in `commit`.
        sql.extend_reservation(
            team_id,
            reservation_id=uuid7(),
            usage_id=usage.pk,
            reference=reference,
            amount=amount,
            expires_at=clock.now() + RESERVATION_LIFETIME,
        )
        allowed = _get_limit(plan, limit)
        _consume_from(usage, limit=limit, allowed=allowed, amount=amount, column="reserved")
        usage.refresh_from_db(fields=["used", "reserved"])
        if _should_publish(usage.pk):
            _publish(usage, allowed=allowed)
        _publish_threshold(usage, allowed=allowed, taken=amount)


def commit(*, team_id: UUID, reference: str, amount: int) -> None:
    """Commits reserved units as used, oldest month first, at most the remaining ones. Renews reservations with units
    left; a month without any expires."""
    with transaction.atomic():
        expires_at, kept = clock.now() + RESERVATION_LIFETIME, []
        for held in _lock_open(team_id, reference):
            part = min(amount, held.amount - held.settled)
            if part:
                amount -= part
                held.settled += part
                held.expires_at = expires_at
                held.save(update_fields=["settled", "expires_at"])
                _apply(held, used=part, freed=part)
            elif held.settled < held.amount:
                kept.append(held.pk)
        if kept:
            Reservation.objects.for_team(team_id).filter(pk__in=kept).update(expires_at=expires_at)


def release(*, team_id: UUID, reference: str, amount: int) -> None:
    """Returns reserved units that will not be used, oldest month first, at most the remaining ones."""
    with transaction.atomic():
        for held in _lock_open(team_id, reference):
            part = min(amount, held.amount - held.settled)
            if part:
                amount -= part
                held.amount -= part
                held.save(update_fields=["amount"])
                _apply(held, used=0, freed=part)


def close(*, team_id: UUID, reference: str) -> None:
    """Closes the reservations of a reference and returns unused units. Safe to repeat."""
    with transaction.atomic():
        _close(_lock_open(team_id, reference))


def list_ending_reservations(prefix: str) -> list[str]:
    """Lists references with this prefix and a reservation with unused units in the second half of its lifetime.

    Their owner extends them.
    """
    # across teams: a sweep by the app that owns the references
    rows = Reservation.objects.filter(closed_at__isnull=True, expires_at__lt=clock.now() + RESERVATION_LIFETIME / 2)
    rows = rows.filter(reference__startswith=prefix, amount__gt=F("settled"))
    return list(rows.values_list("reference", flat=True))


def renew_reservations(references: Sequence[str]) -> None:
    # across teams: the references of that sweep
    rows = Reservation.objects.filter(closed_at__isnull=True, reference__in=references, amount__gt=F("settled"))
    rows.update(expires_at=clock.now() + RESERVATION_LIFETIME)


def purge_closed_reservations() -> int:
    # across teams: a purge
    return Reservation.objects.filter(closed_at__lt=clock.now() - CLOSED_RETENTION).delete()[0]


def list_expired_reservations() -> list[tuple[UUID, str]]:
    """At most 500, the first to expire first."""
    rows = Reservation.objects.filter(closed_at__isnull=True, expires_at__lt=clock.now())
    return list(rows.order_by("expires_at").values_list("team_id", "reference")[:500])


def close_expired() -> int:
    """Closes expired reservations, which a crash leaves behind. Returns their number. Run by the sweep.

    Reservations of the same reference in other months stay, and so does one that is renewed in the meantime.
    """
    count = 0
    for team_id, reference in dict.fromkeys(list_expired_reservations()):
        with transaction.atomic():
            expired = _lock_open(team_id, reference, expires_at__lt=clock.now())
            _close(expired)
        count += len(expired)
    return count


def list_states(*, team_id: UUID, plan: TeamPlan | None) -> list[QuotaState]:
    """In the current period of the plan."""
    period = _get_period(plan)
    counted = {(row.area, row.name): row for row in _query_usages(team_id) if row.period in (None, period)}
    rows = []
    for limit in limits.list_limits():
        row = counted.get((limit.area, limit.name))
        rows.append(_build_state(team_id, limit, row, plan))
    return rows


def get_state(*, team_id: UUID, limit: PlanLimit) -> QuotaState:
    plan = get_team_plan(team_id)
    name = (limit.area, limit.name)
    found = (
        _query_monthly_usage(team_id, *name, _get_period(plan)) if limit.monthly else _query_live_usage(team_id, *name)
    )
    return _build_state(team_id, limit, found[0] if found else None, plan)


def _build_state(team_id: UUID, limit: PlanLimit, row: QuotaUsage | None, plan: TeamPlan | None) -> QuotaState:
    used = limits.count_rows(team_id, limit)
    if used is None:
        used = row.used if row else 0
    return QuotaState(limit.area, limit.name, _get_limit(plan, limit), used, row.reserved if row else 0, limit.monthly)


def get_live_count(*, team_id: UUID, limit: PlanLimit) -> int:
    return sum(row.used for row in _query_live_usage(team_id, limit.area, limit.name))


def get_next_reset(*, starts_at: datetime, now: datetime) -> date:
    """The day on which monthly counters restart (PLAN-121)."""
    today = get_period_start(starts_at, now)
    year, month = (today.year + 1, 1) if today.month == 12 else (today.year, today.month + 1)
    return date(year, month, min(starts_at.day, monthrange(year, month)[1]))


def get_period_start(starts_at: datetime, now: datetime) -> date:
    """The first day of the plan's month that contains `now` (PLAN-121).

    A plan that started on the 31st starts on the last day of a shorter month.
    """

    def day_in(year: int, month: int) -> date:
        return date(year, month, min(starts_at.day, monthrange(year, month)[1]))

    this_month = day_in(now.year, now.month)
    if now.date() >= this_month:
        return this_month
    return day_in(now.year - 1, 12) if now.month == 1 else day_in(now.year, now.month - 1)


@compile_query
def _query_subscription(team: QueryParameter) -> QuerySet[Subscription]:
    rows = Subscription.objects.for_team(team).select_related("plan").defer("plan__features")
    return rows.annotate(features=Cast("plan__features", TextField()))


@compile_query
def _query_usages(team: QueryParameter) -> QuerySet[QuotaUsage]:
    return QuotaUsage.objects.for_team(team)


@compile_query
def _query_live_usage(team: QueryParameter, area: QueryParameter, name: QueryParameter) -> QuerySet[QuotaUsage]:
    return QuotaUsage.objects.for_team(team).filter(area=area, name=name, period=None)


@compile_query
def _query_monthly_usage(
    team: QueryParameter, area: QueryParameter, name: QueryParameter, period: QueryParameter
) -> QuerySet[QuotaUsage]:
    return QuotaUsage.objects.for_team(team).filter(area=area, name=name, period=period)


def _get_period(plan: TeamPlan | None) -> date:
    return get_monthly_period(plan.subscription.starts_at if plan else None)


def _get_limit(plan: TeamPlan | None, limit: PlanLimit) -> int:
    return build_limits(plan.features).get((limit.area, limit.name), 0) if plan else 0


def _get_or_create_usage(*, team_id: UUID, limit: PlanLimit, plan: TeamPlan | None) -> QuotaUsage:
    period = _get_period(plan) if limit.monthly else None
    row, _ = QuotaUsage.objects.get_or_create(team_id=team_id, area=limit.area, name=limit.name, period=period)
    return row


def _consume(*, team_id: UUID, limit: PlanLimit, amount: int, column: str) -> QuotaUsage:
    plan = get_team_plan(team_id)
    allowed = _get_limit(plan, limit)
    row = _get_or_create_usage(team_id=team_id, limit=limit, plan=plan)
    _consume_from(row, limit=limit, allowed=allowed, amount=amount, column=column)
    _publish_usage(row, allowed=allowed)
    _publish_threshold(row, allowed=allowed, taken=amount)
    return row


def _consume_from(row: QuotaUsage, *, limit: PlanLimit, allowed: int, amount: int, column: str) -> None:
    """One conditional UPDATE: of two requests for the last unit, one finds no row."""
    room = QuotaUsage.objects.for_team(row.team_id).filter(pk=row.pk)
    if allowed != UNLIMITED:
        room = room.filter(used__lte=allowed - amount - F("reserved"))
    if not room.update(**{column: F(column) + amount}):
        row.refresh_from_db()
        left = max(0, allowed - row.used - row.reserved)
        raise limits.get_error(limit).of(area=limit.area, name=limit.name, limit=allowed, left=left)


def _lock_open(team_id: UUID, reference: str, **which: Any) -> Sequence[Reservation]:
    """The locked reservations of a reference. Counters of later months have higher ids, so all callers change counters
    in the same order."""
    rows = Reservation.objects.for_team(team_id).select_for_update()
    return list(rows.filter(reference=reference, closed_at__isnull=True, **which).order_by("usage_id"))


def _close(holds: Sequence[Reservation]) -> None:
    for held in holds:
        held.closed_at = clock.now()
        held.save(update_fields=["closed_at"])
        _apply(held, used=0, freed=held.amount - held.settled)


def _apply(held: Reservation, *, used: int, freed: int) -> None:
    if not used and not freed:
        return
    usage = QuotaUsage.objects.for_team(held.team_id).filter(pk=held.usage_id)
    usage.update(used=F("used") + used, reserved=F("reserved") - freed)
    row = usage.first()
    limit = limits.find_limit(row.area, row.name) if row else None
    if row and limit:
        _publish_usage(row, allowed=_get_limit(get_team_plan(held.team_id), limit))


def _publish_usage(row: QuotaUsage, *, allowed: int) -> None:
    """Notifies the team after commit. Our UPDATE has locked the row, so the values read here are the committed ones."""
    row.refresh_from_db(fields=["used", "reserved"])
    _publish(row, allowed=allowed)


def _publish(row: QuotaUsage, *, allowed: int) -> None:
    changed = QuotaChanged(
        feature=row.area,
        subfeature=row.name,
        limit=allowed,
        used=row.used,
        reserved=row.reserved,
        revision=int(clock.now().timestamp() * 1_000_000),
    )
    events.publish(changed, rooms=[rooms.team(row.team_id)])


# When this process last published each counter. A busy counter would otherwise publish more than clients can use.
_published_at: dict[int, float] = {}


def _should_publish(pk: int) -> bool:
    now = time.monotonic()
    if now - _published_at.get(pk, -MIN_PUBLISH_INTERVAL_SECONDS) < MIN_PUBLISH_INTERVAL_SECONDS:
        return False
    if len(_published_at) >= MAX_THROTTLED_COUNTERS:
        _published_at.clear()
    _published_at[pk] = now
    return True


def _publish_threshold(row: QuotaUsage, *, allowed: int, taken: int) -> None:
    """Publishes a reached threshold once. The previous usage follows from the amount just added."""
    after = row.used + row.reserved
    before = after - taken
    if allowed <= 0 or after * 100 < allowed * NEAR_PERCENT:
        return
    if before < allowed <= after:
        mark: Literal["near", "out"] = "out"
    elif before * 100 < allowed * NEAR_PERCENT:
        mark = "near"
    else:
        return
    reached = QuotaReached(
        feature=row.area, subfeature=row.name, mark=mark, limit=allowed, used=row.used, reserved=row.reserved
    )
    events.publish(reached, rooms=[rooms.team(row.team_id)])
