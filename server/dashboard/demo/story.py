"""Writes the scenarios of the demo, each as a whole or not at all. The apps' chapters say what is in them."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from server.accounts.models import User
from server.contacts.models import Contact
from server.core import clock, demo
from server.core.demo import DemoTeam
from server.plans.models import Plan
from server.plans.services import packages
from server.teams import demo as teams
from server.teams.models import Member, Team


def exists() -> bool:
    """Whether the demo is there."""
    return User.objects.filter(email=teams.DEWI.email).exists()


def tell(*, password_of: Mapping[str, str]) -> bool:
    """Makes both teams with their history, up to now; False where they are there already. All of it, or nothing."""
    packages.seed()
    with transaction.atomic():
        # Two that start at once: the plan's row lets one through, and the other finds the demo there.
        Plan.objects.select_for_update().get(code=packages.LARGEST, version=1)
        if exists():
            return False
        now = clock.now()
        for scenario in (teams.KOPI_SELATAN, teams.WARUNG_KITA):
            demo.write(scenario, DemoTeam(now, passwords=password_of))
    return True


def fill(*, team_id: UUID) -> bool:
    """Fills a new team of a vendor that shows sample data (TEAM-116), within its plan; False for one that has contacts.

    All of it, or nothing; its owner is whose doing it is.
    """
    with transaction.atomic():
        # Two workers at once: the second finds what the first has made.
        team = Team.objects.select_for_update().get(pk=team_id)
        if Contact.objects.for_team(team).exists():
            return False
        owner = Member.objects.for_team(team).select_related("user").get(is_owner=True).user
        callers = {owner.email: teams.caller_of(owner, team)}
        demo.write(teams.SAMPLE, DemoTeam(clock.now(), id=team.pk, callers=callers))
    return True
