"""Unconfirmed recipients of a campaign, and resending to them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.delivery.models import Batch, Event, MailingCounters, MailingMinute, SendLog
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.teams.models import Team
from tests.cast import Person
from tests.server.reports.history import Deed, act, count, finish, log, mailing_of, send_campaign

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
# r2 to r5 are unconfirmed; of those, a bot opened the email of r3, and that of r4 bounced.
STATES = [("sent", ""), ("failed", "hard"), *[("inDoubt", "")] * 4]


@pytest.fixture
def campaign(alice: Person) -> Iterator[Campaign]:
    """An ended campaign with six recipients."""
    with time_machine.travel(START, tick=False):
        made = send_campaign(alice, recipients=6)
        log(made, STATES)
        act(made, [Deed(3, "open", 1, machine=True)])
        SendLog.objects.for_team(alice.team).filter(position=4).update(bounced_at=START, bounce="hard")
        count(made)
        finish(made)
        yield made


def post(person: Person, campaign: Campaign) -> Any:
    return person.api.post(f"email-marketing/{campaign.pk}/send-again")


def basic(person: Person, campaign: Campaign) -> Any:
    return person.api.get(f"email-marketing/reports/basic?id={campaign.pk}").json()


def logged(team: Team) -> dict[int, str]:
    return dict(SendLog.objects.for_team(team).values_list("position", "state"))


def test_the_report_says_to_how_many_it_could_be_sent_again(alice: Person, campaign: Campaign) -> None:
    body = basic(alice, campaign)

    assert (body["figures"]["inDoubt"], body["sendAgain"]) == (4, 2)


def test_only_who_gave_no_sign_is_sent_to_again(alice: Person, campaign: Campaign) -> None:
    answer = post(alice, campaign)

    assert (answer.status_code, answer.json()["status"]) == (200, "SENDING")
    mailing = mailing_of(campaign)
    assert (mailing.state, mailing.finished_at) == ("sending", None)
    assert logged(alice.team) == {0: "sent", 1: "failed", 3: "inDoubt", 4: "inDoubt"}
    again = Batch.objects.filter(mailing=mailing).exclude(state="done").get()
    assert (again.positions, again.size, again.high_water, again.attempt) == ([2, 5], 2, 0, 1)
    assert again.due_at == START
    figures = basic(alice, campaign)["figures"]
    assert (figures["inDoubt"], figures["waiting"], figures["pending"]) == (2, 2, 2)
    minutes = MailingMinute.objects.for_team(alice.team).filter(what="in_doubt")
    assert [row.count for row in minutes] == [2]
    assert list(Activity.objects.order_by("pk").values_list("action", flat=True)) == ["SENT", "SENT"]


def test_it_ends_again_and_uses_no_more_quota(alice: Person, campaign: Campaign) -> None:
    before = quota.get_state(team_id=alice.team.pk, limit=EMAIL_SENT)
    post(alice, campaign)
    mailing = mailing_of(campaign)
    MailingCounters.objects.filter(mailing=mailing).update(sent=3)
    finish(campaign)

    after = quota.get_state(team_id=alice.team.pk, limit=EMAIL_SENT)
    campaign.refresh_from_db()
    assert campaign.status == "SENT"
    assert after == before
    assert post(alice, campaign).status_code == 409  # all remaining recipients gave a sign of receipt


def test_it_is_refused_twice_and_where_nobody_is_in_doubt(alice: Person, campaign: Campaign) -> None:
    post(alice, campaign)
    rows = Batch.objects.filter(mailing=mailing_of(campaign)).count()

    answer = post(alice, campaign)

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    assert Batch.objects.filter(mailing=mailing_of(campaign)).count() == rows


def test_without_doubts_nothing_is_sent_again(alice: Person, campaign: Campaign) -> None:
    Event.objects.for_team(alice.team).delete()
    SendLog.objects.for_team(alice.team).filter(state="inDoubt").update(state="sent")
    count(campaign)
    before = logged(alice.team)

    answer = post(alice, campaign)

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    assert (logged(alice.team), mailing_of(campaign).state) == (before, "done")
    assert basic(alice, campaign)["sendAgain"] == 0


def test_it_is_nobody_elses(alice: Person, campaign: Campaign, mallory: Person) -> None:
    answer = post(mallory, campaign)

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")
    assert logged(alice.team) == {position: state for position, (state, _) in enumerate(STATES)}
