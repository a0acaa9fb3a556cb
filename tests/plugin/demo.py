"""The cards in the sample data of a vendor's team."""

from collections.abc import Iterator
from random import Random

from server.contacts import demo as contacts
from server.contacts.models import Contact
from server.core import clock
from server.core.demo import Chapter, DemoAction, DemoTeam, register
from server.teams import demo as teams
from tests.plugin import cards


def _plan(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    """Between two imports, for one in ten of the contacts at that time."""

    def issue() -> None:
        ids = list(Contact.objects.for_team(team.team_id).order_by("pk").values_list("pk", flat=True))
        cards.LEDGER.append(("issuedInDemo", (clock.now(), len(random.sample(ids, len(ids) // 10)))))

    yield DemoAction(team.at(days=20, hour=9), issue)


register(Chapter(teams.SAMPLE, "cards", _plan, after=(contacts.NAME,)))
