"""The sample data of a vendor's team: created by the services, within the plan, once."""

from pathlib import Path
from uuid import UUID

import pytest
from pytest_django import Settings

from server.accounts.models import User
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.contacts.models import Contact
from server.core import clock
from server.core.models import Job, JobState
from server.dashboard.demo import scenarios
from server.delivery.models import MailingCounters
from server.plans import quota
from server.plans.features import CONTACT, EMAIL_SENT
from server.plans.services import offered_plans
from server.teams.models import Team
from server.teams.services import teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def team_id(settings: Settings, tmp_path: Path) -> UUID:
    settings.UPLOAD_FOLDER = tmp_path
    offered_plans.seed_plans()
    owner = User.objects.create(email="awan@studio.example", password="!", created_at=clock.now())
    team = teams.create(name="Studio Awan", owner=owner)
    offered_plans.subscribe_to_sample(team_id=team.pk)
    return team.pk


def test_a_team_is_filled_within_its_plan(team_id: UUID) -> None:
    assert scenarios.fill_sample_team(team_id=team_id) is True

    team = Team.objects.get(pk=team_id)
    assert Contact.objects.for_team(team).count() == 510
    statuses = Campaign.objects.for_team(team).order_by("created_at").values_list("status", flat=True)
    assert list(statuses) == [CampaignStatus.SENT, CampaignStatus.SENT, CampaignStatus.DRAFT]
    assert all(counters.opened > 0 for counters in MailingCounters.objects.for_team(team))
    assert quota.get_state(team_id=team_id, limit=CONTACT).used == 510
    # Emails from before the team was created do not use the quota of its first month.
    assert quota.get_state(team_id=team_id, limit=EMAIL_SENT).used == 0
    assert not Job.objects.exclude(state=JobState.DONE).exists()


def test_a_team_with_contacts_is_left_alone(team_id: UUID) -> None:
    scenarios.fill_sample_team(team_id=team_id)

    assert scenarios.fill_sample_team(team_id=team_id) is False
    assert Contact.objects.count() == 510
