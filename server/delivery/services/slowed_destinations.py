"""Throttled destinations: reports of the sender processes, and their sum for operators."""

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from server.core import clock
from server.delivery.models import DestinationReport
from server.delivery.services.pools import LIVE_REPORT_AGE, REPORT_RETENTION

MAX_REPORTED_DESTINATIONS = 50  # destinations of a pool, slowest first


@dataclass(frozen=True, slots=True)
class SlowedDestination:
    """A throttled destination: in one process, or as the sum of all."""

    pool_id: int
    destination: str
    at_once: int
    most: int
    pause_seconds: float
    per_second: float | None
    deferred: int
    answer: str
    answered_at: datetime
    slowed_at: datetime

    @property
    def weight(self) -> tuple[float, float, int, str]:
        """Sort key: greater is slower. The name comes last for a stable order."""
        return (self.pause_seconds, -self.at_once / self.most, self.deferred, self.destination)


def store_report(worker: str, found: Sequence[SlowedDestination]) -> None:
    now = clock.now()
    by_pool: defaultdict[int, list[SlowedDestination]] = defaultdict(list)
    for row in found:
        by_pool[row.pool_id].append(row)
    rows = [
        row
        for of_pool in by_pool.values()
        for row in heapq.nlargest(MAX_REPORTED_DESTINATIONS, of_pool, key=_get_weight)
    ]
    with transaction.atomic():
        DestinationReport.objects.filter(worker=worker[:60]).delete()
        DestinationReport.objects.bulk_create(
            DestinationReport(
                pool_id=row.pool_id,
                destination=row.destination,
                worker=worker[:60],
                at_once=row.at_once,
                most=row.most,
                pause_seconds=row.pause_seconds,
                per_second=row.per_second,
                deferred=row.deferred,
                answer=row.answer[:310].replace("\0", " "),
                answered_at=row.answered_at,
                slowed_at=row.slowed_at,
                reported_at=now,
            )
            for row in rows
        )
        DestinationReport.objects.filter(reported_at__lt=now - REPORT_RETENTION).delete()


def list_by_pool() -> dict[int, list[SlowedDestination]]:
    """The destinations throttled by running processes, by pool, slowest first; 0 is the relay of the settings."""
    together: dict[tuple[int, str], SlowedDestination] = {}
    fresh = DestinationReport.objects.filter(reported_at__gt=clock.now() - LIVE_REPORT_AGE)
    for row in fresh.order_by("answered_at"):
        one = SlowedDestination(
            pool_id=row.pool_id,
            destination=row.destination,
            at_once=row.at_once,
            most=row.most,
            pause_seconds=row.pause_seconds,
            per_second=row.per_second,
            deferred=row.deferred,
            answer=row.answer,
            answered_at=row.answered_at,
            slowed_at=row.slowed_at,
        )
        key = row.pool_id, row.destination
        together[key] = _combine(together[key], one) if key in together else one
    found: defaultdict[int, list[SlowedDestination]] = defaultdict(list)
    for one in sorted(together.values(), key=_get_weight, reverse=True):
        if len(found[one.pool_id]) < MAX_REPORTED_DESTINATIONS:
            found[one.pool_id].append(one)
    return dict(found)


def _get_weight(row: SlowedDestination) -> tuple[float, float, int, str]:
    return row.weight


def _combine(first: SlowedDestination, later: SlowedDestination) -> SlowedDestination:
    rates = [row.per_second for row in (first, later) if row.per_second is not None]
    return replace(
        later,
        at_once=first.at_once + later.at_once,
        most=first.most + later.most,
        pause_seconds=max(first.pause_seconds, later.pause_seconds),
        per_second=sum(rates) if rates else None,
        deferred=first.deferred + later.deferred,
        slowed_at=min(first.slowed_at, later.slowed_at),
    )
