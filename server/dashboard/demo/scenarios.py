"""Writes the scenarios of the demo, each in one transaction. The chapters of the apps define their contents."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from server.accounts.models import User
from server.contacts.models import Contact
from server.core import clock, demo
from server.core.demo import DemoTeam
from server.plans.models import Plan
from server.plans.services import offered_plans
from server.teams import demo as teams
from server.teams.models import Member, Team


def has_demo() -> bool:
    return User.objects.filter(email=teams.DEWI.email).exists()


def create_demo(*, password_of: Mapping[str, str]) -> bool:
    """Creates both teams with their history until now, in one transaction. Returns False if they exist already."""
    offered_plans.seed_plans()
    with transaction.atomic():
        # If two processes start at once, the lock on the plan's row lets one continue; the other then finds the demo.
        Plan.objects.select_for_update().get(code=offered_plans.LARGEST_PLAN, version=1)
        if has_demo():
            return False
        now = clock.now()
        for scenario in (teams.KOPI_SELATAN, teams.WARUNG_KITA):
            demo.write(scenario, DemoTeam(now, passwords=password_of))
    return True


def fill_sample_team(*, team_id: UUID) -> bool:
    """Fills a new team of a vendor with sample data (TEAM-116), within its plan. Returns False if it has contacts.

    Runs in one transaction. The owner appears as the author.
    """
    with transaction.atomic():
        # Of two parallel workers the second finds the first one's contacts.
        team = Team.objects.select_for_update().get(pk=team_id)
        if Contact.objects.for_team(team).exists():
            return False
        owner = Member.objects.for_team(team).select_related("user").get(is_owner=True).user
        callers = {owner.email: teams.build_caller(owner, team)}
        demo.write(teams.SAMPLE, DemoTeam(clock.now(), id=team.pk, callers=callers))
    return True
