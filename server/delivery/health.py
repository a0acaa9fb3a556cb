"""Reads a team's sending health: daily statistics, destinations, feedback and pauses."""

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from server.core import clock
from server.delivery import origins
from server.delivery.models import Feedback as Came
from server.delivery.models import Mailing, Recipient, SendingPause, SendLog
from server.delivery.sql import health as sql

MAX_DESTINATIONS = 20
MAX_FEEDBACK = 20
MAX_PAUSES = 10
_DESTINATION_COLUMNS = ("domain", "delivered", "hard_bounced", "soft_bounced", "blocked", "complained")


def list_daily_metrics(team_id: UUID, *, days: int, zone: ZoneInfo) -> list[tuple[date, dict[str, int]]]:
    """The statistics of the team's campaigns by day in its time zone, up to today, including days without any."""
    first = _get_first_day(days, zone)
    found: dict[date, dict[str, int]] = {}
    for day, what, count in sql.list_daily_totals(
        team_id, origins=origins.list_marketing_origins(), since=_get_day_start(first, zone), zone=zone.key
    ):
        found.setdefault(day, {})[what] = count
    wanted = [first + timedelta(days=number) for number in range(days)]
    return [(day, found.get(day, {})) for day in wanted]


def list_destinations(team_id: UUID, *, days: int, zone: ZoneInfo) -> list[dict[str, Any]]:
    """The largest recipient domains in these days; soft bounces exclude blocked ones."""
    since = _get_day_start(_get_first_day(days, zone), zone)
    rows = [
        dict(zip(_DESTINATION_COLUMNS, row, strict=True))
        for row in sql.list_destinations(team_id, since=since, limit=MAX_DESTINATIONS)
    ]
    return [{**row, "soft_bounced": max(0, row["soft_bounced"] - row["blocked"])} for row in rows]


def list_feedback(team_id: UUID) -> list[dict[str, Any]]:
    """Returns the latest bounces and complaints, with the response of the receiving server. Takes four queries."""
    marketing = Mailing.objects.for_team(team_id).filter(origin__in=origins.list_marketing_origins())
    feedback = Came.objects.for_team(team_id).filter(mailing_id__in=marketing.values("pk"))
    came = list(feedback.order_by("-at", "-pk")[:MAX_FEEDBACK])
    mailing_ids = {row.mailing_id for row in came}
    campaigns = dict(marketing.filter(pk__in=mailing_ids).values_list("pk", "origin_id"))
    named: dict[str, Any] = {"mailing_id__in": mailing_ids, "position__in": {row.position for row in came}}
    logged = {(row.mailing_id, row.position): row for row in SendLog.objects.for_team(team_id).filter(**named)}
    recipients = Recipient.objects.filter(**named).values_list("mailing_id", "position", "contact_id")
    people = {(mailing_id, position): contact_id for mailing_id, position, contact_id in recipients}
    rows = []
    for row in came:
        log = logged.get((row.mailing_id, row.position))
        if row.mailing_id not in campaigns:  # deleted since
            continue
        reply = f"{log.code or ''} {log.enhanced} {log.reply}" if log and row.kind == "bounce" else ""
        rows.append(
            {
                "at": row.at,
                "kind": row.kind,
                "bounce": row.bounce,
                "domain": row.domain,
                "reply": " ".join(reply.split()),
                "contact_id": people.get((row.mailing_id, row.position)),
                "campaign_id": campaigns[row.mailing_id],
            }
        )
    return rows


def list_pauses(team_id: UUID) -> list[SendingPause]:
    return list(SendingPause.objects.for_team(team_id).filter(resumed_at__isnull=False).order_by("-at")[:MAX_PAUSES])


def _get_first_day(days: int, zone: ZoneInfo) -> date:
    return clock.now().astimezone(zone).date() - timedelta(days=days - 1)


def _get_day_start(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
