"""Moves demo contacts through the funnel; a share of them drops out at each stage."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

from server.contacts.models import Contact
from server.contacts.services import funnel
from server.contacts.states import Stage
from server.core.demo import DemoAction, DemoTeam
from server.teams import demo as teams

# Contacts that enter the funnel. Each step: how many days ago, the stage, and its share of the previous step.
FUNNEL_PEOPLE = 1_200
FUNNEL_STEPS = (
    (80, Stage.AWARENESS, 1.0),
    (56, Stage.INTEREST, 0.62),
    (34, Stage.DECISION, 0.48),
    (21, Stage.ACTION, 0.55),
    (9, Stage.LOYALTY, 0.4),
)
# Each step is spread over this many visits, some days apart.
VISITS = 3


@dataclass(slots=True)
class _Funnel:
    team: DemoTeam
    random: Random
    # The contacts in the most recent stage.
    ids: list[int] = field(default_factory=list)

    def visit(self, number: int, stage: Stage, share: float) -> None:
        if not self.ids:
            rows = Contact.objects.for_team(self.team.team_id).order_by("pk")
            self.ids = list(rows.values_list("pk", flat=True)[:FUNNEL_PEOPLE])
        if number == 0:
            self.ids = sorted(self.random.sample(self.ids, round(len(self.ids) * share)))
        by = self.team.callers[teams.SARI.email]
        funnel.move_to_stage(team_id=self.team.team_id, ids=self.ids[number::VISITS], stage=stage, by=by, quiet=True)


def plan_funnel(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    moving = _Funnel(team, random)
    for days, stage, share in FUNNEL_STEPS:
        for number in range(VISITS):
            at = team.at(days=days - 3 * number, hour=10 + number)
            yield DemoAction(at, partial(moving.visit, number, stage, share))
