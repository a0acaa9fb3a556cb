"""Messages of the demo roastery's applications."""

from collections.abc import Iterator
from random import Random

from server.contacts import demo as contacts
from server.core.demo import Chapter, DemoAction, DemoTeam, register
from server.senders import demo as senders
from server.teams import demo as teams
from server.teams.models import Team
from server.transactional.demo import messages

NAME = "transactional"


def _plan_actions(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    """Three weeks, written after the other chapters, so that pending messages are pending now."""

    def run() -> None:
        by = team.callers[teams.BAGUS.email]
        messages.write(random, Team.objects.get(pk=team.team_id), now=team.now, by=by)

    yield DemoAction(team.now, run)


register(Chapter(teams.KOPI_SELATAN, NAME, _plan_actions, after=(senders.NAME, contacts.NAME)))
