"""Queries for metrics, only from the hourly rollups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from server.core.errors import FieldsInvalid
from server.teams.models import Team
from server.teams.time_zones import parse_zone
from server.transactional import search_periods
from server.transactional.bindings import Binding
from server.transactional.causes import UNIT_TOO_FINE
from server.transactional.models import MetricName, TransactionalDomain
from server.transactional.models.counters import COUNTERS, LATENCY_LIMITS_MS, NO_NAME_ID, OTHER_NAMES_ID, NameKind
from server.transactional.schemas import stats as schemas
from server.transactional.schemas.stats import Group, LatencyOut, TrxMetricsOut, TrxPointOut, TrxRatesOut, Unit
from server.transactional.search_periods import SearchPeriod
from server.transactional.sql import stats as sql
from server.transactional.sql.exporting import SUMS
from server.transactional.sql.stats import MetricSums, StatsFilter

HOUR: Final = timedelta(hours=1)
HOURS_UP_TO: Final = timedelta(days=3)
MAX_HOURLY_PERIOD: Final = timedelta(days=62)
MAX_GROUPS: Final = 50
MAX_LINKS: Final = 100
UNKNOWN_NAME_ID: Final = -2  # the id of a name that the team has never used
NO_DOMAIN_ID: Final = UUID(int=0)


@dataclass(frozen=True, slots=True)
class StatsPeriod:
    """The requested metrics: full hours, filters, and the previous period."""

    team_id: UUID
    window: SearchPeriod
    wanted: StatsFilter
    zone: ZoneInfo

    @property
    def former(self) -> StatsFilter:
        length = self.wanted.end - self.wanted.start
        return StatsFilter(self.wanted.start - length, self.wanted.start, self.wanted.ids, self.wanted.bound)

    @property
    def answered(self) -> dict[str, Any]:
        return {
            "start": self.wanted.start,
            "end": self.wanted.end,
            "retention_days": self.window.retention_days,
        }


def resolve_stats_period(binding: Binding, query: schemas.StatsQuery) -> StatsPeriod:
    team_id = binding.team_id
    window = search_periods.resolve_period(team_id, start=query.start, end=query.end)
    zone = parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=team_id))
    return StatsPeriod(team_id, window, _build_filter(window, _find_ids(binding, query), binding.ids), zone)


def _build_filter(window: SearchPeriod, ids: Mapping[str, int | UUID], bound: Mapping[str, UUID]) -> StatsFilter:
    start, end = _truncate_to_hour(window.start), _truncate_to_hour(window.end)
    return StatsFilter(start, end + HOUR if window.end > end or end == start else end, ids, bound)


def _truncate_to_hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _find_ids(binding: Binding, query: schemas.StatsQuery) -> Mapping[str, int | UUID]:
    named = {kind: getattr(query, kind) for kind in (NameKind.TAG, NameKind.SENDER, NameKind.SUBJECT)}
    asked = {kind: _normalize_name(kind, name) for kind, name in named.items() if name is not None}
    ids: dict[str, int | UUID] = {}
    for kind, name in asked.items():
        known = MetricName.objects.for_team(binding).filter(kind=kind, name=name).values_list("pk", flat=True).first()
        ids[kind.value] = NO_NAME_ID if not name else UNKNOWN_NAME_ID if known is None else known
    if query.domain is not None:
        domains = binding.domains().filter(sender_domain__name=query.domain.lower())
        ids["domain"] = domains.values_list("pk", flat=True).first() or UUID(int=1)
    return ids


def _normalize_name(kind: NameKind, name: str) -> str:
    return name.lower() if kind == NameKind.SENDER else name


def get_basic(found: StatsPeriod, *, compare: bool) -> schemas.TrxBasicOut:
    return schemas.TrxBasicOut(**found.answered, **_build_comparison(found, compare=compare))


def _build_comparison(found: StatsPeriod, *, compare: bool) -> dict[str, Any]:
    sums = sql.sum_counters(found.team_id, found.wanted)
    former = sql.sum_counters(found.team_id, found.former) if compare else None
    return {
        "figures": metrics_out(sums),
        "former": former and metrics_out(former),
        "latency": latency_out(sums),
        "former_latency": former and latency_out(former),
    }


def get_summary(found: StatsPeriod) -> schemas.SummaryOut:
    return schemas.SummaryOut(
        **found.answered,
        items=_list_points(found, "day"),
        figures=metrics_out(sql.sum_counters(found.team_id, found.wanted)),
    )


def get_analytics(found: StatsPeriod, query: schemas.AnalyticsQuery) -> schemas.AnalyticsOut:
    """A period over time. Raises FieldsInvalid for more than two months by hour."""
    unit = _choose_unit(found, query)
    return schemas.AnalyticsOut(
        **found.answered,
        **_build_comparison(found, compare=query.compare is not None),
        unit=unit,
        series=_list_points(found, unit),
    )


def _choose_unit(found: StatsPeriod, query: schemas.AnalyticsQuery) -> Unit:
    length = found.window.length
    if query.unit == "hour" and length > MAX_HOURLY_PERIOD:
        raise FieldsInvalid.of("unit", UNIT_TOO_FINE, query.unit)
    if query.unit == "auto":
        return "hour" if length <= HOURS_UP_TO else "day"
    return query.unit


def _list_points(found: StatsPeriod, unit: Unit) -> Sequence[TrxPointOut]:
    """Includes hours and days without events."""
    # Rollups are by full hour of UTC, whatever the time zone.
    zone = str(found.zone) if unit == "day" else "UTC"
    read = sql.list_series(found.team_id, found.wanted, unit=unit, zone=zone)
    nothing = MetricSums(dict.fromkeys(COUNTERS, 0), [0] * sql.LATENCY_BINS)
    points = []
    for at in _list_starts(found, unit):
        sums = read.get(at, nothing)
        points.append(TrxPointOut(at=at, figures=metrics_out(sums), latency=latency_out(sums)))
    return points


def _list_starts(found: StatsPeriod, unit: Unit) -> Sequence[datetime]:
    at, begins = found.wanted.start, []
    if unit == "day":
        at = at.astimezone(found.zone).replace(hour=0, minute=0)
    while at < found.wanted.end:
        begins.append(at.astimezone(UTC))
        # In local time a day can have 23 or 25 hours.
        at = (at + timedelta(days=1)).replace(hour=0) if unit == "day" else at + HOUR
    return begins


def list_categories(found: StatsPeriod) -> schemas.TrxCategoriesOut:
    read = sql.list_groups(found.team_id, found.wanted, by="tag", most=MAX_GROUPS + 2)
    kept = [(key, sums) for key, sums in read if key != OTHER_NAMES_ID][:MAX_GROUPS]
    made = _build_groups(found, "tag", kept, compare=False)
    if len(kept) == len(read):
        return schemas.TrxCategoriesOut(**found.answered, items=made, others=None)
    whole = sql.sum_counters(found.team_id, found.wanted)
    rest = {name: whole[name] - sum(sums[name] for _, sums in kept) for name in COUNTERS}
    return schemas.TrxCategoriesOut(**found.answered, items=made, others=metrics_out(MetricSums(rest, [])))


def list_groups(found: StatsPeriod, query: schemas.GroupsQuery) -> schemas.GroupsOut:
    by, search = query.group_by, (query.search or "").strip()
    total, read = sql.list_group_page(
        found.team_id,
        found.wanted,
        by=by,
        search=search,
        none=OTHER_NAMES_ID,
        size=query.size,
        offset=(query.page - 1) * query.size,
    )
    others = (
        {} if search or by == "domain" else sql.sum_groups(found.team_id, found.wanted, by=by, keys=[OTHER_NAMES_ID])
    )
    return schemas.GroupsOut(
        **found.answered,
        items=_build_groups(found, by, read, compare=query.compare is not None),
        others=metrics_out(others[OTHER_NAMES_ID]) if others else None,
        total=total,
        page=query.page,
        size=query.size,
    )


def _build_groups(
    found: StatsPeriod, by: Group, read: Sequence[tuple[Any, MetricSums]], *, compare: bool
) -> Sequence[schemas.GroupOut]:
    keys = [key for key, _ in read]
    names = _find_names(found.team_id, by, keys)
    former = sql.sum_groups(found.team_id, found.former, by=by, keys=keys) if compare else {}
    return [
        schemas.GroupOut(
            name=names.get(key, ""),
            figures=metrics_out(sums),
            former=metrics_out(former.get(key, _EMPTY_SUMS)) if compare else None,
            latency=latency_out(sums),
        )
        for key, sums in read
    ]


_EMPTY_SUMS: Final = MetricSums(dict.fromkeys(COUNTERS, 0), [])


def _find_names(team_id: UUID, by: Group, keys: Sequence[Any]) -> Mapping[Any, str]:
    if by == "domain":
        domains = TransactionalDomain.objects.for_team(team_id).filter(pk__in=keys)
        known = dict(domains.values_list("pk", "sender_domain__name"))
        # Only the id of a deleted domain is known.
        return {key: known.get(key, str(key)) if key != NO_DOMAIN_ID else "" for key in keys}
    return dict(MetricName.objects.for_team(team_id).filter(pk__in=keys).values_list("pk", "name"))


def list_links(found: StatsPeriod) -> schemas.TrxLinksOut:
    read = sql.list_links(found.team_id, found.wanted, most=MAX_LINKS + 1)
    total = sql.sum_counters(found.team_id, found.wanted)["clicks"]
    kept = [row for row in read if row[0] != OTHER_NAMES_ID][:MAX_LINKS]
    named = MetricName.objects.for_team(found.team_id).filter(pk__in=[row[0] for row in kept])
    names = dict(named.values_list("pk", "name"))
    return schemas.TrxLinksOut(
        **found.answered,
        items=[
            schemas.TrxLinkOut(
                url=names.get(key, ""),
                clicks=clicks,
                clicked=clicked,
                machine_clicks=machine,
                share=_compute_share(clicks, total),
            )
            for key, clicks, clicked, machine in kept
        ],
        others=total - sum(row[1] for row in kept),
    )


def list_names(binding: Binding, query: schemas.NamesQuery, kind: NameKind) -> schemas.TrxNamesOut:
    team_id = binding.team_id
    window = search_periods.resolve_period(team_id, start=query.start, end=query.end)
    wanted = _build_filter(window, {}, binding.ids)
    read = sql.list_names(team_id, wanted, kind=kind, search=(query.search or "").strip() or None, most=query.size)
    return schemas.TrxNamesOut(
        start=wanted.start,
        end=wanted.end,
        retention_days=window.retention_days,
        items=[
            schemas.NameStatsOut(name=name, accepted=accepted, delivered=sent - returned)
            for name, accepted, sent, returned in read
        ],
    )


def list_recipients(team_id: UUID, query: schemas.RecipientsQuery) -> schemas.RecipientsOut:
    """A page of addresses with their results.

    Addresses without events in the period are omitted, so a page can be short.
    """
    window = search_periods.resolve_period(team_id, start=query.start, end=query.end)
    read = sql.list_recipients(
        team_id,
        start=window.start,
        end=window.end,
        beginning=(query.search or "").strip().lower(),
        after=(query.after or "").lower(),
        most=query.size,
    )
    return schemas.RecipientsOut(
        items=[
            schemas.RecipientStatsOut(recipient=recipient, **dict(zip(SUMS, counts, strict=True)), last_at=last_at)
            for recipient, *counts, last_at in read
            if last_at is not None
        ],
        after=read[-1][0] if len(read) == query.size else None,
        start=window.start,
        end=window.end,
        retention_days=window.retention_days,
    )


def metrics_out(sums: MetricSums) -> TrxMetricsOut:
    bounced = sums["hard_bounced"] + sums["soft_bounced"]
    delivered = sums["sent"] - sums["returned"]
    whole = count_transmitted(sums)
    return TrxMetricsOut(
        **{name: sums[name] for name in COUNTERS if name not in {"latency_ms", "timed"}},
        delivered=delivered,
        bounced=bounced,
        rates=TrxRatesOut(
            delivered=_compute_share(delivered, whole),
            bounced=_compute_share(bounced, whole),
            opened=_compute_share(sums["opened"], delivered),
            clicked=_compute_share(sums["clicked"], delivered),
            clicked_of_opened=_compute_share(sums["clicked"], sums["opened"]),
            complained=_compute_share(sums["complained"], delivered),
            unsubscribed=_compute_share(sums["unsubscribed"], delivered),
        ),
    )


def count_transmitted(sums: MetricSums) -> int:
    """The number of messages submitted to a mail server, with any outcome; late bounces were accepted first."""
    bounced = sums["hard_bounced"] + sums["soft_bounced"]
    return sums["sent"] + bounced - sums["returned"] + sums["failed"] + sums["in_doubt"]


def _compute_share(part: int, whole: int) -> float:
    return round(part / whole, 6) if whole > 0 else 0.0


def latency_out(sums: MetricSums) -> LatencyOut | None:
    count = sum(sums.latencies)
    if not count:
        return None
    return LatencyOut(
        count=count,
        average=round(sums["latency_ms"] / count),
        p50=compute_percentile(sums.latencies, 0.5),
        p95=compute_percentile(sums.latencies, 0.95),
        p99=compute_percentile(sums.latencies, 0.99),
    )


def compute_percentile(places: Sequence[int], share: float) -> int:
    """The milliseconds that this fraction of a histogram doesn't exceed, interpolated within a bin.

    In the last bin it is the highest limit.
    """
    wanted, seen = sum(places) * share, 0
    for place, count in enumerate(places):
        if count and seen + count >= wanted:
            if place >= len(LATENCY_LIMITS_MS):
                return LATENCY_LIMITS_MS[-1]
            low = LATENCY_LIMITS_MS[place - 1] if place else 0
            return round(low + (LATENCY_LIMITS_MS[place] - low) * (wanted - seen) / count)
        seen += count
    return 0
