"""Queries of the funnel: team-defined stage names and the report."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from uuid import UUID

from server.contacts.models import StageName
from server.contacts.schemas.funnel import FunnelOut, StageOut
from server.contacts.sql import funnel as funnel_sql
from server.contacts.states import Stage
from server.contacts.values import DEFAULT_STAGE_NAMES
from server.core import clock
from server.plans import quota
from server.plans.features import CONTACT
from server.teams.models import Team
from server.teams.time_zones import parse_zone


def get_stage_names(team_id: UUID) -> Mapping[str, str]:
    return dict(StageName.objects.for_team(team_id).values_list("stage", "name"))


def get_display_stage_names(team_id: UUID) -> Mapping[str, str]:
    """Returns the names for files and emails: team-defined, or the default in the team's language."""
    language = Team.objects.values_list("language", flat=True).get(pk=team_id)
    return {**DEFAULT_STAGE_NAMES.get(language, DEFAULT_STAGE_NAMES["en"]), **get_stage_names(team_id)}


def get_stages_by_name(team_id: UUID) -> Mapping[str, str]:
    """Keyed by the team-defined name in lower case."""
    return {name.lower(): stage for stage, name in get_stage_names(team_id).items()}


def build_report(*, team_id: UUID, days: int) -> FunnelOut:
    """Covers the last `days` calendar days in the team's time zone, including today."""
    since = _get_period_start(team_id, days)
    own = get_stage_names(team_id)
    figures = funnel_sql.list_stage_metrics(team_id, stages=Stage.values, since=since)
    return FunnelOut(
        days=days,
        since=since,
        contacts=quota.get_live_count(team_id=team_id, limit=CONTACT),
        stages=[StageOut(stage=Stage(row.stage), name=own.get(row.stage), **row.counts()) for row in figures],
    )


def _get_period_start(team_id: UUID, days: int) -> datetime:
    zone = parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=team_id))
    first = clock.now().astimezone(zone).date() - timedelta(days=days - 1)
    return datetime.combine(first, time.min, zone).astimezone(UTC)
