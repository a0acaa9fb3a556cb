"""The plans of the demo's teams."""

from collections.abc import Iterator
from random import Random

from server.core.demo import Chapter, DemoAction, DemoTeam, register
from server.plans.services import offered_plans
from server.teams import demo as teams

NAME = "plans"


def _plan_kopi_selatan(team: DemoTeam, _random: Random) -> Iterator[DemoAction]:
    yield DemoAction(team.at(days=118, hour=10), lambda: offered_plans.subscribe_to_largest(team_id=team.team_id))


def _plan_warung_kita(team: DemoTeam, _random: Random) -> Iterator[DemoAction]:
    yield DemoAction(team.at(days=4, hour=9), lambda: offered_plans.subscribe_to_sample(team_id=team.team_id))


register(Chapter(teams.KOPI_SELATAN, NAME, _plan_kopi_selatan, after=(teams.NAME,)))
register(Chapter(teams.WARUNG_KITA, NAME, _plan_warung_kita, after=(teams.NAME,)))
