"""The demo's history: told once, whole, and in agreement with its own log."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count
from pytest_django import Settings

from server.accounts.models import User
from server.accounts.services import passwords
from server.activity.models import Activity
from server.campaigns.ab import comparison
from server.campaigns.ab.states import WinnerBy
from server.campaigns.limits import CampaignKind
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.contacts.models import Contact, CustomField, ImportJob, StageMove
from server.contacts.states import ContactState
from server.core import clock
from server.core.models import Job, JobState
from server.dashboard import selectors
from server.dashboard.demo import sign_in, story
from server.delivery.models import Event, EventKind, LogState, Mailing, MailingCounters, SendLog
from server.delivery.sql import partitions
from server.plans import quota
from server.plans.features import CONTACT, EMAIL_SENT
from server.teams.models import Team

pytestmark = pytest.mark.django_db

PASSWORDS = {story.DEWI.email: "kopi-for-the-tests", story.PUTRI.email: "warung-for-the-tests"}


@pytest.fixture(autouse=True)
def demo_mode(settings: Settings, tmp_path: Path) -> None:
    settings.DEMO = True
    settings.UPLOAD_FOLDER = tmp_path


def test_both_teams_have_the_history_that_no_screen_is_empty_for() -> None:
    assert story.tell(password_of=PASSWORDS) is True

    kopi, warung = Team.objects.get(name="Kopi Selatan"), Team.objects.get(name="Warung Kita")
    dewi = User.objects.get(email=story.DEWI.email)
    assert passwords.is_right("kopi-for-the-tests", dewi.password)
    statuses = Campaign.objects.for_team(kopi).order_by("created_at").values_list("status", flat=True)
    assert list(statuses) == [*[CampaignStatus.SENT] * 4, *[CampaignStatus.DRAFT] * 2]
    assert Campaign.objects.for_team(kopi).get(document__isnull=False).name == "The Gayo harvest is in"
    _assert_a_test_has_a_winner(kopi)
    assert Contact.objects.for_team(kopi).count() == 3_920
    assert CustomField.objects.for_team(kopi).count() == 4
    assert Contact.objects.for_team(kopi).filter(firstname="", lastname="").exists()
    assert Contact.objects.for_team(kopi).filter(firstname="محمد").exists()
    stages = Contact.objects.for_team(kopi).exclude(funnel="").values_list("funnel").annotate(rows=Count("pk"))
    assert dict(stages) == {"awareness": 456, "interest": 387, "decision": 161, "action": 118, "loyalty": 78}
    assert StageMove.objects.for_team(kopi).exclude(fullname="").count() == 1_200 + 744 + 357 + 196 + 78
    states = Contact.objects.for_team(kopi).values_list("state").annotate(rows=Count("pk"))
    assert {ContactState.BOUNCED: 62}.items() <= dict(states).items()
    assert list(ImportJob.objects.for_team(kopi).values_list("failed", flat=True)) == [3, 3, 3]
    assert set(Activity.objects.for_team(kopi).values_list("action", flat=True)) == {"CREATED", "IMPORT", "SENT"}
    standings = [quota.standing(team_id=warung.pk, limit=limit) for limit in (CONTACT, EMAIL_SENT)]
    assert [(standing.used, standing.limit, standing.reserved) for standing in standings] == [
        (14_700, 15_000, 0),
        (980, 1_000, 0),
    ]
    assert not Job.objects.exclude(state=JobState.DONE).exists()
    assert partitions.strays() == 0
    _assert_figures_agree_with_the_log(kopi)
    _assert_nothing_comes_before_its_time(kopi)
    home = selectors.stats_of(team_id=kopi.pk, start=clock.now() - timedelta(days=30), end=None)
    assert home.figures.sent == SendLog.objects.for_team(kopi).filter(state=LogState.SENT).count()

    again = story.tell(password_of=PASSWORDS)

    assert again is False
    assert Team.objects.count() == 2


def _assert_a_test_has_a_winner(team: Team) -> None:
    campaign = Campaign.objects.for_team(team).get(kind=CampaignKind.AB_TEST)
    compared = comparison.comparison(campaign)
    assert (compared.test.winner, compared.test.winner_by) == (1, WinnerBy.RULE)
    assert compared.decision is not None
    assert compared.decision.confidence > 0.95
    first, second = compared.decision.variants
    assert 0.03 < first.rate < second.rate < 0.16
    assert [variant.recipients - variant.delivered for variant in compared.variants] == [2, 1]
    assert compared.rest_sent > 4 * compared.variants[0].sent
    assert campaign.started_at is not None
    assert compared.test.decided_at == campaign.started_at + timedelta(hours=24)


def _assert_figures_agree_with_the_log(team: Team) -> None:
    log = SendLog.objects.for_team(team).values("mailing_id", "state").annotate(rows=Count("position"))
    counted = {(row["mailing_id"], row["state"]): row["rows"] for row in log}
    for counters in MailingCounters.objects.for_team(team).select_related("mailing"):
        mailing = counters.mailing
        assert counters.sent == counted[mailing.pk, LogState.SENT]
        assert counters.failed == counted[mailing.pk, LogState.FAILED]
        assert counters.failed == counters.hard_bounced + counters.soft_bounced
        assert counters.sent + counters.failed == mailing.recipients
        assert 0 < counters.clicked < counters.opened < counters.sent
        assert counters.unsubscribed > 0 or mailing.variant is not None  # a variant goes to few
        left = Event.objects.for_team(team).filter(mailing_id=mailing.pk, kind=EventKind.UNSUBSCRIBE)
        assert counters.unsubscribed == left.count()


def _assert_nothing_comes_before_its_time(team: Team) -> None:
    for mailing in Mailing.objects.for_team(team):
        assert mailing.started_at is not None
        assert mailing.finished_at is not None
        members = Contact.objects.for_team(team).filter(created_at__lt=mailing.started_at).count()
        assert 0 < mailing.recipients <= members
        events = Event.objects.for_team(team).filter(mailing_id=mailing.pk)
        assert not events.filter(at__lt=mailing.started_at).exists()
        assert not events.filter(at__gt=clock.now()).exists()


def test_the_command_is_refused_outside_demo_mode(settings: Settings) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="DASH_DEMO"):
        call_command("demo")

    assert not Team.objects.exists()


def test_a_demo_password_differs_from_machine_to_machine_and_stays_on_one(settings: Settings) -> None:
    here = sign_in.password_of(story.DEWI.email)

    assert sign_in.password_of(story.DEWI.email) == here
    passwords.check_allowed(here, email=story.DEWI.email)
    assert sign_in.password_of(story.PUTRI.email) != here
    settings.SECRET_KEY = "another-key-another-key-another-key!"
    assert sign_in.password_of(story.DEWI.email) != here
