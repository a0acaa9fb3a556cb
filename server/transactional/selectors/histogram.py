"""The number of events over time."""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from server.teams.models import Team
from server.teams.time_zones import parse_zone
from server.transactional import search_periods
from server.transactional.bindings import Binding
from server.transactional.schemas.events import BarOut, HistogramOut, HistogramQuery
from server.transactional.selectors.events import build_search_filter
from server.transactional.sql import stats
from server.transactional.sql.searching import SEARCH_SECONDS, Search
from server.transactional.sql.stats import StatsFilter

HOUR: Final = timedelta(hours=1)
# Possible seconds per bar: the first that needs at most MAX_BARS bars.
STEPS: Final = (60, 300, 900, 3_600, 7_200, 21_600, 43_200, 86_400, 7 * 86_400)
MAX_BARS: Final = 105  # two years by week
# From this length on bars have full hours, for which the rollups are used.
COUNTERS_FROM: Final = timedelta(hours=12)


def build_histogram(binding: Binding, query: HistogramQuery) -> HistogramOut:
    team_id = binding.team_id
    window = search_periods.resolve_period(team_id, start=query.start, end=query.end)
    wanted = build_search_filter(binding, query.q)
    zone = parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=team_id))
    step = _choose_step(window.length)
    origin = _get_midnight(window.start, zone)
    is_everything = wanted.where == "true"
    # If the rollups can be used, only one slice of events is scanned.
    has_figures = is_everything and window.length >= COUNTERS_FROM
    search = Search(team_id, start=window.start, end=window.end, wanted=wanted)
    found = search.counted(
        origin=origin, step=step, seconds=0 if has_figures and step >= HOUR.total_seconds() else SEARCH_SECONDS
    )
    bars, reached = found.bars, window.start if found.reached is None else found.reached.at
    if found.reached is not None and has_figures:
        step = max(step, int(HOUR.total_seconds()))
        hours = StatsFilter(_truncate_to_hour(window.start), _truncate_to_hour(window.end) + HOUR)
        bars, reached = stats.count_events(team_id, hours, origin=origin, step=step), window.start
    first, last = (_get_bar_number(moment, origin, step) for moment in (window.start, window.end))
    return HistogramOut(
        bars=[
            BarOut(at=origin + timedelta(seconds=step) * number, count=count, problems=problems)
            for number in range(first, last + 1)
            for count, problems in [bars.get(number, (0, 0))]
        ],
        seconds=step,
        total=sum(count for count, _ in bars.values()),
        reached=reached,
        start=window.start,
        end=window.end,
    )


def _choose_step(length: timedelta) -> int:
    return next((step for step in STEPS if length <= MAX_BARS * timedelta(seconds=step)), STEPS[-1])


def _get_midnight(moment: datetime, zone: ZoneInfo) -> datetime:
    """The start of the day in a time zone, at a full hour of UTC like the rollups."""
    return _truncate_to_hour(
        moment.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0).astimezone(moment.tzinfo)
    )


def _truncate_to_hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _get_bar_number(moment: datetime, origin: datetime, step: int) -> int:
    return int((moment - origin).total_seconds() // step)
