"""Queries of the funnel: team-defined stage names and the report."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from uuid import UUID

from server.contacts.models import StageName
from server.contacts.schemas.funnel import FunnelOut, StageOut
from server.contacts.sql import funnel as funnel_sql
from server.contacts.states import Stage
from server.contacts.values import STAGE_WORDS
from server.core import clock
from server.plans import quota
from server.plans.features import CONTACT
from server.teams.models import Team
from server.teams.zones import zone_of


def names(team_id: UUID) -> Mapping[str, str]:
    """Returns the team-defined stage names by stage."""
    return dict(StageName.objects.for_team(team_id).values_list("stage", "name"))


def called(team_id: UUID) -> Mapping[str, str]:
    """Returns the name of every stage in files and emails: team-defined, or the default in the team's language."""
    language = Team.objects.values_list("language", flat=True).get(pk=team_id)
    return {**STAGE_WORDS.get(language, STAGE_WORDS["en"]), **names(team_id)}


def by_name(team_id: UUID) -> Mapping[str, str]:
    """Returns the stages by their team-defined names in lower case."""
    return {name.lower(): stage for stage, name in names(team_id).items()}


def report(*, team_id: UUID, days: int) -> FunnelOut:
    """Returns the current stage counts, and the stage changes of the last `days` calendar days including today."""
    since = _first_instant(team_id, days)
    own = names(team_id)
    figures = funnel_sql.figures(team_id, stages=Stage.values, since=since)
    return FunnelOut(
        days=days,
        since=since,
        contacts=quota.live_count(team_id=team_id, limit=CONTACT),
        stages=[StageOut(stage=Stage(row.stage), name=own.get(row.stage), **row.counts()) for row in figures],
    )


def _first_instant(team_id: UUID, days: int) -> datetime:
    zone = zone_of(Team.objects.values_list("timezone", flat=True).get(pk=team_id))
    first = clock.now().astimezone(zone).date() - timedelta(days=days - 1)
    return datetime.combine(first, time.min, zone).astimezone(UTC)
