"""The counters that each event increments (docs/metrics.md)."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from server.transactional.models.counters import LATENCY_LIMITS_MS
from server.transactional.states import EventType

NONE_ID: Final = str(UUID(int=0))
LATENCY_BINS: Final = len(LATENCY_LIMITS_MS) + 1
KEY: Final = ("hour", "domain_id", "subaccount_id", "tag_id", "sender_id", "subject_id", "link_id")
HARD_BOUNCE: Final = "hard"

# Types that count only as a number.
_PLAIN: Final = {
    EventType.HELD: "held",
    EventType.FAILED: "failed",
    EventType.SUPPRESSED: "suppressed",
    EventType.CANCELLED: "cancelled",
    EventType.IN_DOUBT: "in_doubt",
    EventType.SANDBOXED: "sandboxed",
    EventType.COMPLAINED: "complained",
    EventType.UNSUBSCRIBED: "unsubscribed",
}


def find_latency_bin(latency_ms: int) -> int:
    return bisect_left(LATENCY_LIMITS_MS, latency_ms)


def count_events(rows: Iterable[Mapping[str, Any]]) -> Sequence[dict[str, Any]]:
    """The counts of event rows, grouped by hour and common ids, in the order of the key."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        added = _count_event(row)
        if not added:
            continue
        key = tuple(row[column] if row[column] is not None else NONE_ID for column in KEY)
        figure = found.setdefault(key, dict(zip(KEY, key, strict=True)))
        for name, amount in added.items():
            figure[name] = figure.get(name, 0) + amount
        if "timed" in added:
            places = figure.setdefault("latencies", [0] * LATENCY_BINS)
            places[find_latency_bin(added["latency_ms"])] += 1
    return [found[key] for key in sorted(found)]


def _count_event(row: Mapping[str, Any]) -> dict[str, int]:
    kind = EventType(row["type"])
    if kind in _PLAIN:
        return {_PLAIN[kind]: 1}
    return _COUNTERS_BY_TYPE[kind](row["detail"], row["position"]) if kind in _COUNTERS_BY_TYPE else {}


def _count_accepted(detail: Mapping[str, Any], position: int | None) -> dict[str, int]:
    if detail.get("sandbox"):
        return {}
    return {"accepted": 1, "messages": 1} if position in (None, 0) else {"accepted": 1}


def _count_deferred(detail: Mapping[str, Any], _: int | None) -> dict[str, int]:
    # Each later attempt follows a deferral, so this counts each recipient once.
    return {"deferrals": 1, "deferred": 1} if detail.get("attempt", 1) == 1 else {"deferrals": 1}


def _count_delivered(detail: Mapping[str, Any], _: int | None) -> dict[str, int]:
    latency = detail.get("latencyMs")
    return {"sent": 1} if latency is None else {"sent": 1, "latency_ms": int(latency), "timed": 1}


def _count_bounced(detail: Mapping[str, Any], _: int | None) -> dict[str, int]:
    bounce = "hard_bounced" if detail.get("class") == HARD_BOUNCE else "soft_bounced"
    return {bounce: 1, "returned": 1} if detail.get("returned") else {bounce: 1}


def _count_opened(detail: Mapping[str, Any], _: int | None) -> dict[str, int]:
    if detail.get("machine"):
        return {"machine_opens": 1}
    return {"opens": 1, "opened": 1} if detail.get("first") else {"opens": 1}


def _count_clicked(detail: Mapping[str, Any], _: int | None) -> dict[str, int]:
    if detail.get("machine"):
        return {"machine_clicks": 1}
    added = {"clicks": 1}
    if detail.get("first"):
        added["clicked"] = 1
    if detail.get("firstOpen"):
        added["opened"] = 1
    return added


_COUNTERS_BY_TYPE: Final = {
    EventType.ACCEPTED: _count_accepted,
    EventType.DEFERRED: _count_deferred,
    EventType.DELIVERED: _count_delivered,
    EventType.BOUNCED: _count_bounced,
    EventType.OPENED: _count_opened,
    EventType.CLICKED: _count_clicked,
}
