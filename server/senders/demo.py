"""Demo senders."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

from server.core.demo import Chapter, DemoAction, DemoTeam, register
from server.plans import demo as plans
from server.senders.services import senders
from server.teams import demo as teams

NAME = "senders"
SAMPLE_SENDER = "hello@sample.example"


def _plan_kopi_selatan(team: DemoTeam, _random: Random) -> Iterator[DemoAction]:
    yield DemoAction(team.at(days=118, hour=10), partial(_create, team))


def _plan_warung_kita(team: DemoTeam, _random: Random) -> Iterator[DemoAction]:
    yield DemoAction(team.at(days=4, hour=9), partial(_create, team))


def _plan_sample(team: DemoTeam, _random: Random) -> Iterator[DemoAction]:
    yield DemoAction(team.at(days=30, hour=10), partial(_create, team, SAMPLE_SENDER))


def _create(team: DemoTeam, email: str | None = None) -> None:
    by = replace(team.owner, email=email or team.owner.email)
    senders.create(team_id=team.team_id, name=by.team_name or "", email=by.email, by=by)


register(Chapter(teams.KOPI_SELATAN, NAME, _plan_kopi_selatan, after=(plans.NAME,)))
register(Chapter(teams.WARUNG_KITA, NAME, _plan_warung_kita, after=(plans.NAME,)))
register(Chapter(teams.SAMPLE, NAME, _plan_sample))
