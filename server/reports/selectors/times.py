"""Activity of a campaign over time and by hour of the week."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from server.core import clock
from server.core.causes import END_NOT_AFTER_START, UTC_OFFSET_MISSING
from server.core.errors import FieldsInvalid
from server.delivery.models import MailingState
from server.reports import periods
from server.reports.schemas.breakdowns import PeakOut, PointOut, ReportHourOut
from server.reports.schemas.queries import PeriodQuery
from server.reports.selectors.reports import CampaignReport
from server.reports.sql import timeline
from server.teams.models import Team
from server.teams.time_zones import parse_zone

POINTS = frozenset(PointOut.model_fields) - {"at"}
# Replacements of metrics when bots are included.
WITH_BOTS = {"any_opened": "opened", "any_clicked": "clicked"}


def get_peak(found: CampaignReport, query: PeriodQuery) -> PeakOut:
    """The unit of the intervals depends on the length of the period. Raises FieldsInvalid."""
    start, end = _resolve_period(found, query)
    zone = parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=found.team_id))
    if query.end is None:
        end = _find_activity_end(found, end)
    unit = periods.choose_unit(end - start)
    stretch = timeline.MailingTimelineQuery(
        mailing_ids=found.mailing_ids,
        zone=str(zone),
        start=start.replace(second=0, microsecond=0),
        end=end + timedelta(minutes=1),
    )
    points = build_points(_apply_bot_mode(found, timeline.list_buckets(found.team_id, stretch, unit=unit)))
    hours = _build_hours(found, timeline.list_hours(found.team_id, stretch))
    busiest = max(points, key=lambda point: point.opened, default=None)
    busiest_hour = max(hours, key=lambda hour: hour.opens, default=None)
    return PeakOut(
        unit=unit,
        start=start,
        end=end,
        items=points,
        busiest=busiest if busiest and busiest.opened else None,
        zone=str(zone),
        hours=hours,
        busiest_hour=busiest_hour if busiest_hour and busiest_hour.opens else None,
    )


def build_points(buckets: Iterable[timeline.Bucket]) -> Sequence[PointOut]:
    points: dict[datetime, dict[str, int]] = {}
    for at, what, amount in buckets:
        if what in POINTS:
            points.setdefault(at, {})[what] = amount
    return [PointOut(at=at, **amounts) for at, amounts in points.items()]


def _resolve_period(found: CampaignReport, query: PeriodQuery) -> tuple[datetime, datetime]:
    for field, moment in (("start", query.start), ("end", query.end)):
        if moment is not None and moment.tzinfo is None:
            raise FieldsInvalid.of(field, UTC_OFFSET_MISSING, moment.isoformat())
    began, now = found.mailed_at, clock.now()
    start = max(query.start or began, began)
    end = min(query.end or now, now)
    if end < start:
        raise FieldsInvalid.of("end", END_NOT_AFTER_START, end.isoformat())
    return start, end


def _apply_bot_mode(found: CampaignReport, buckets: Iterable[timeline.Bucket]) -> Iterable[timeline.Bucket]:
    if not found.with_machines:
        return buckets
    hidden = WITH_BOTS.values()
    return [(at, WITH_BOTS.get(what, what), amount) for at, what, amount in buckets if what not in hidden]


def _build_hours(found: CampaignReport, rows: Iterable[tuple[int, int, str, int]]) -> Sequence[ReportHourOut]:
    hours: dict[tuple[int, int], dict[str, int]] = {}
    for weekday, hour, what, amount in rows:
        is_machines = what.startswith("machine_")
        if is_machines and not found.with_machines:
            continue
        amounts = hours.setdefault((weekday, hour), {"opens": 0, "clicks": 0})
        amounts[what.removeprefix("machine_")] += amount
    return [ReportHourOut(weekday=weekday, hour=hour, **amounts) for (weekday, hour), amounts in sorted(hours.items())]


def _find_activity_end(found: CampaignReport, end: datetime) -> datetime:
    """Returns the end of the activity, so that the chart of an old campaign does not extend to today."""
    last = timeline.find_last_minute(found.team_id, mailing_ids=found.mailing_ids)
    if last is None or any(mailing.state == MailingState.SENDING for mailing in found.mailings):
        return end
    return min(end, last + timedelta(minutes=1))
