"""Running an A/B test: recipients, winner, and everything that can happen in between."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import F

from server.campaigns.ab import sending as ab_sending
from server.campaigns.ab import status as standing
from server.campaigns.ab.models import CampaignVariant
from server.campaigns.ab.states import WinnerBy
from server.campaigns.checks import email_text
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.services import sending
from server.campaigns.states import CampaignStatus
from server.contacts.models import Contact
from server.core import clock, jobs
from server.core.models import Job, OutboxEvent
from server.delivery import selectors as delivery
from server.delivery.compiling import CompiledEmail
from server.delivery.models import Batch, Mailing, MailingCounters, MailingLink, Recipient, SendingPause
from server.delivery.services import health, mailings, testing
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import AB_EMAIL_SENT, EMAIL_SENT
from server.plans.models import QuotaUsage
from server.senders.models import Sender, SenderDomain
from server.senders.states import DomainState
from server.teams.models import Team
from tests.cast import Person, make_person, make_team
from tests.server.campaigns.ab.making import (
    counted,
    done,
    make_test,
    parts_of,
    sent_test,
    setting_of,
    wait_is_over,
)
from tests.server.campaigns.conftest import make_label, make_sender

pytestmark = pytest.mark.django_db


def status(campaign: Campaign) -> str:
    campaign.refresh_from_db()
    return campaign.status


def states(campaign: Campaign) -> list[str]:
    return [part.state for part in parts_of(campaign)]


def emails(mailing: Mailing) -> set[str]:
    return set(Recipient.objects.filter(mailing=mailing).values_list("email", flat=True))


def standing_of(person: Person) -> tuple[int, int]:
    found = quota.get_state(team_id=person.team.pk, limit=EMAIL_SENT)
    return found.used, found.reserved


def decide(campaign: Campaign) -> None:
    ab_sending.choose_by_rule(team_id=campaign.team_id, campaign_id=campaign.pk)


def choose(person: Person, campaign: Campaign, number: int) -> Any:
    variant = CampaignVariant.objects.for_team(campaign.team_id).get(campaign=campaign, number=number)
    return person.api.post(f"ab-test/send/winner/{campaign.pk}/{variant.pk}")


# --- the start ----------------------------------------------------------------------------------------------------


def test_it_deals_everybody_out_once_and_begins_the_variants(alice: Person) -> None:
    campaign = make_test(alice.team, people=20, shares=(10, 20), tested="subject")

    a, b, rest = sent_test(alice, campaign)

    assert [(part.variant, part.subject, part.state, part.recipients) for part in (a, b, rest)] == [
        (0, "Subject A", "sending", 2),
        (1, "Subject B", "sending", 4),
        (None, "Subject A", "preparing", 14),
    ]
    everybody = [emails(part) for part in (a, b, rest)]
    assert [len(each) for each in everybody] == [2, 4, 14]
    assert set.union(*everybody) == set(Contact.objects.for_team(alice.team).values_list("email", flat=True))
    for part in (a, b, rest):
        positions = Recipient.objects.filter(mailing=part).values_list("position", flat=True)
        assert sorted(positions) == list(range(part.recipients))
    assert [(batch.mailing_id, batch.size) for batch in Batch.objects.order_by("mailing_id")] == [
        (a.pk, 2),
        (b.pk, 4),
    ]
    assert standing_of(alice) == (0, 20)
    assert quota.get_state(team_id=alice.team.pk, limit=AB_EMAIL_SENT).used == 1
    body = alice.api.get(f"ab-test/{campaign.pk}").json()
    assert body["status"] == "SENDING"
    assert body["figures"]["recipients"] == 20
    assert body["test"]["winner"] is None
    until = datetime.fromisoformat(body["test"]["testingUntil"])
    started = datetime.fromisoformat(body["startedAt"])
    assert until - started == timedelta(hours=4)
    job = Job.objects.get(name=standing.DECIDE_JOB)
    assert job.due_at == setting_of(campaign).ends_at


def test_each_variant_is_compiled_once_with_tracking_and_once_without(alice: Person, compiles: list[bool]) -> None:
    campaign = make_test(alice.team, people=20, shares=(10, 20), tested="subject")
    compiles.clear()

    a, _, rest = sent_test(alice, campaign)

    assert sorted(compiles) == [False, False, True, True]
    assert (rest.compiled, rest.plain) == (a.compiled, a.plain)


def test_each_variant_goes_out_with_its_own_plain_text(alice: Person) -> None:
    campaign = make_test(alice.team, tested="content", shares=(20, 20))
    rows = CampaignVariant.objects.for_team(alice.team)
    rows.filter(number=0).update(body="The letter", plain_text="Written by hand")
    rows.filter(number=1).update(body="The other letter")
    Campaign.objects.for_team(alice.team).update(plain_text="Written by hand")

    a, b, rest = sent_test(alice, campaign)

    texts = [email_text.render_text(CompiledEmail.from_data(part.compiled).text) for part in (a, b)]
    assert ("Written by hand" in texts[0], "Written by hand" in texts[1]) == (True, False)
    assert "The other letter" in texts[1]
    choose(alice, campaign, 1)
    rest.refresh_from_db()
    assert "Written by hand" not in email_text.render_text(CompiledEmail.from_data(rest.compiled).text)


def test_the_same_campaign_is_dealt_out_the_same_way(alice: Person) -> None:
    campaign = make_test(alice.team, people=40, shares=(20, 20))
    first = [emails(part) for part in sent_test(alice, campaign)]
    Mailing.objects.for_team(alice.team).delete()
    Campaign.objects.for_team(alice.team).update(status="DRAFT")

    again = [emails(part) for part in sent_test(alice, campaign)]

    assert again == first
    other = make_test(alice.team, people=0, shares=(20, 20))
    assert [emails(part) for part in sent_test(alice, other)] != first


def test_fields_of_all_variants_are_frozen_for_everybody(alice: Person) -> None:
    campaign = make_test(
        alice.team, people=10, subjects=("Hi {{ city }}", "Hi {{ company }}"), campaign={"body": "{{ firstname }}"}
    )

    rest = sent_test(alice, campaign)[-1]

    found = Recipient.objects.filter(mailing=rest).first()
    assert found is not None
    assert sorted(found.fields) == ["city", "company", "firstname"]


@pytest.mark.parametrize("people", [0, 9])
def test_nine_recipients_are_too_few_and_nobody_is_none(alice: Person, people: int) -> None:
    campaign = make_test(alice.team, people=people)

    answer = alice.api.post(f"ab-test/{campaign.pk}/send")

    expected = ("lessThanTenContacts", {"count": 9}) if people else ("emptyRecipient", None)
    assert answer.status_code == 400
    assert (answer.json()["code"], answer.json()["payload"]) == expected
    assert (status(campaign), parts_of(campaign), standing_of(alice)) == ("DRAFT", [], (0, 0))
    assert quota.get_state(team_id=alice.team.pk, limit=AB_EMAIL_SENT).used == 0


def test_ten_recipients_are_enough(alice: Person) -> None:
    campaign = make_test(alice.team, people=10, shares=(1, 1, 1, 1, 1))

    assert [part.recipients for part in sent_test(alice, campaign)] == [1, 1, 1, 1, 1, 5]


@pytest.mark.parametrize(("held", "expected"), [(9, 400), (10, 200)])
def test_each_label_holds_at_least_ten_contacts(alice: Person, held: int, expected: int) -> None:
    big, small = make_label(alice.team, "Big"), make_label(alice.team, "Small")
    campaign = make_test(alice.team, people=20, campaign={"to_all": False, "label_ids": [big.pk, small.pk]})
    first = list(Contact.objects.for_team(alice.team).order_by("pk").values_list("pk", flat=True))
    Contact.objects.for_team(alice.team).update(label_ids=[big.pk])
    Contact.objects.for_team(alice.team).filter(pk__in=first[:held]).update(label_ids=[big.pk, small.pk])
    big.contact_count, small.contact_count = 20, held
    big.save()
    small.save()

    answer = alice.api.post(f"ab-test/{campaign.pk}/send")

    assert answer.status_code == expected
    if expected == 400:
        assert (answer.json()["code"], answer.json()["payload"]) == ("lessThanTenContacts", {"labels": ["Small"]})
        assert status(campaign) == "DRAFT"


def test_the_plan_counts_tests_and_mails(alice: Person) -> None:
    campaign = make_test(alice.team, people=12)
    limit = quota.get_limit(team_id=alice.team.pk, limit=AB_EMAIL_SENT)
    quota.use(team_id=alice.team.pk, limit=AB_EMAIL_SENT, amount=limit)

    answer = alice.api.post(f"ab-test/{campaign.pk}/send")

    assert answer.json()["code"] == "quotaLimitExceeded"
    assert (status(campaign), parts_of(campaign), standing_of(alice)) == ("DRAFT", [], (0, 0))
    QuotaUsage.objects.for_team(alice.team).update(used=0)
    mails = quota.get_limit(team_id=alice.team.pk, limit=EMAIL_SENT)
    quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=mails - 11)

    answer = alice.api.post(f"ab-test/{campaign.pk}/send")

    assert answer.json()["code"] == "sendLimitExceeded"
    assert (status(campaign), parts_of(campaign)) == ("DRAFT", [])
    assert quota.get_state(team_id=alice.team.pk, limit=AB_EMAIL_SENT).used == 0


def test_every_variants_sender_is_looked_at(alice: Person) -> None:
    campaign = make_test(alice.team, tested="sender")
    waiting = make_sender(alice.team, "new@kopi.example", validated=False)
    CampaignVariant.objects.for_team(alice.team).filter(number=1).update(sender=waiting)

    answer = alice.api.post(f"ab-test/{campaign.pk}/send")

    assert answer.json()["code"] == "senderNotValidated"
    assert (status(campaign), parts_of(campaign)) == ("DRAFT", [])


def test_senders_differ_where_they_are_tested_only(alice: Person) -> None:
    campaign = make_test(alice.team, tested="sender")
    other = make_sender(alice.team, "ani@kopi.example", validated=False)
    Sender.objects.for_team(alice.team).filter(pk=other.pk).update(validated_at=clock.now())
    CampaignVariant.objects.for_team(alice.team).filter(number=1).update(sender=other)
    a, b, _ = sent_test(alice, campaign)
    assert b.from_address == "ani@kopi.example"

    plain = make_test(alice.team, people=0, tested="content")
    CampaignVariant.objects.for_team(alice.team).filter(campaign=plain).update(sender=other, subject="Not tested")
    parts = sent_test(alice, plain)

    assert {(part.from_address, part.subject) for part in parts} == {(a.from_address, "Hello {{ firstname }}")}
    assert Sender.objects.for_team(alice.team).count() == 2


def test_times_are_batches_due_later(alice: Person) -> None:
    campaign = make_test(alice.team, tested="time", delays=(0, 90))

    a, b, _ = sent_test(alice, campaign)

    first, second = (Batch.objects.get(mailing=part) for part in (a, b))
    assert second.due_at - first.due_at == timedelta(minutes=90)
    started = Campaign.objects.for_team(alice.team).get().started_at
    ends = setting_of(campaign).ends_at
    assert started is not None
    assert ends is not None
    assert ends - started == timedelta(minutes=90, hours=4)


def test_a_large_one_is_dealt_out_by_a_job(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 5)
    campaign = make_test(alice.team, people=20)

    sent_test(alice, campaign)

    assert states(campaign) == ["preparing"] * 3
    assert standing_of(alice) == (0, 20)
    for _ in range(2):
        ab_sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)
        assert states(campaign) == ["sending", "sending", "preparing"]
        assert [part.recipients for part in parts_of(campaign)] == [2, 4, 14]
        assert Recipient.objects.count() == 20


def test_one_of_which_too_few_are_left_is_cancelled(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 5)
    campaign = make_test(alice.team, people=20)
    sent_test(alice, campaign)
    Contact.objects.for_team(alice.team).exclude(email="p00000@pelanggan.example").delete()

    ab_sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)

    assert states(campaign) == ["cancelled"] * 3
    assert (status(campaign), standing_of(alice)) == ("CANCELLED", (0, 0))
    assert quota.get_state(team_id=alice.team.pk, limit=AB_EMAIL_SENT).used == 0
    assert not Recipient.objects.exists()


def test_a_large_one_that_was_paused_before_sends_nothing_until_it_is_resumed(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 5)
    campaign = make_test(alice.team, people=20)
    sent_test(alice, campaign)
    assert alice.api.post(f"ab-test/{campaign.pk}/pause").json()["status"] == "PAUSED"

    ab_sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)

    assert (status(campaign), states(campaign)) == ("PAUSED", ["paused", "paused", "preparing"])
    assert [part.recipients for part in parts_of(campaign)] == [2, 4, 14]
    assert alice.api.post(f"ab-test/{campaign.pk}/resume").json()["status"] == "SENDING"
    assert (status(campaign), states(campaign)) == ("SENDING", ["sending", "sending", "preparing"])
    assert standing_of(alice) == (0, 20)


def test_a_late_job_restarts_the_waiting_time(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 5)
    campaign = make_test(alice.team, people=20)
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as clocks:
        sent_test(alice, campaign)
        clocks.shift(timedelta(hours=5))
        decide(campaign)
        assert setting_of(campaign).winner is None

        ab_sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)

        ends_at = datetime(2026, 11, 21, 12, tzinfo=UTC)
        assert setting_of(campaign).ends_at == ends_at
        assert Job.objects.filter(name=standing.DECIDE_JOB, due_at=ends_at).count() == 1
        decide(campaign)
        assert setting_of(campaign).winner is None
        clocks.shift(timedelta(hours=4))
        decide(campaign)

    assert setting_of(campaign).winner == 0
    assert states(campaign) == ["sending"] * 3


def test_a_choice_by_hand_is_requested_only_once_the_recipients_are_assigned(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 5)
    campaign = make_test(alice.team, people=20, chooses="hand")
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as clocks:
        sent_test(alice, campaign)
        clocks.shift(timedelta(hours=5))
        decide(campaign)
        assert setting_of(campaign).asked_at is None

        ab_sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)
        clocks.shift(timedelta(hours=4))
        decide(campaign)

        assert setting_of(campaign).asked_at == clock.now()


def test_the_wait_of_a_test_that_is_paused_while_it_is_prepared_stops(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 5)
    campaign = make_test(alice.team, people=20)
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as clocks:
        sent_test(alice, campaign)
        pause = SendingPause.objects.create(
            team=alice.team, at=clock.now(), reason="bounces", sent=100, counted=50, threshold=0.05
        )

        ab_sending.freeze(team_id=alice.team.pk, campaign_id=campaign.pk)

        assert (status(campaign), setting_of(campaign).paused_at) == ("PAUSED", clock.now())
        clocks.shift(timedelta(hours=10))
        SendingPause.objects.for_team(alice.team).filter(pk=pause.pk).update(resumed_at=clock.now())
        assert alice.api.post(f"ab-test/{campaign.pk}/resume").json()["status"] == "SENDING"
        assert setting_of(campaign).ends_at == clock.now() + timedelta(hours=4)


def work(name: str, times: int, clocks: time_machine.Traveller) -> None:
    """Runs the only job with this name repeatedly, an hour apart; each run fails."""
    for _again in range(times):
        claimed = jobs.claim(Job.objects.get(name=name).pk)
        assert claimed is not None
        with pytest.raises(ZeroDivisionError):
            jobs.run(claimed)
        clocks.shift(timedelta(hours=1))


def test_one_that_can_not_be_dealt_out_fails_and_gives_everything_back(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MAX_IMMEDIATE_FREEZE", 5)
    monkeypatch.setattr(testing, "distribute", lambda **_: 1 // 0)
    campaign = make_test(alice.team, people=20)
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as clocks:
        sent_test(alice, campaign)
        work(ab_sending.FREEZE_JOB, 4, clocks)
        assert (status(campaign), standing_of(alice)) == ("SENDING", (0, 20))
        work(ab_sending.FREEZE_JOB, 1, clocks)

    assert (status(campaign), campaign.failure, campaign.started_at) == ("FAILED", "serverException", None)
    assert states(campaign) == ["cancelled"] * 3
    assert standing_of(alice) == (0, 0)
    assert quota.get_state(team_id=alice.team.pk, limit=AB_EMAIL_SENT).used == 0


# --- the winner ---------------------------------------------------------------------------------------------------


def test_the_rule_sends_the_better_one_to_the_rest(alice: Person) -> None:
    campaign = make_test(
        alice.team,
        people=500,
        shares=(20, 20),
        tested="content",
    )
    CampaignVariant.objects.for_team(alice.team).filter(number=1).update(body="[Shop](https://shop.example/b)")
    _, b, rest = sent_test(alice, campaign)
    counted(campaign, delivered=(100, 100), clicked=(5, 30))
    wait_is_over(campaign)

    decide(campaign)

    test = setting_of(campaign)
    assert (test.winner, test.winner_by) == (1, "rule")
    assert test.decision is not None
    assert test.decision["variants"] == [{"delivered": 100, "hits": 5}, {"delivered": 100, "hits": 30}]
    assert test.decision["confidence"] > 0.999
    rest.refresh_from_db()
    b.refresh_from_db()
    assert (rest.state, rest.compiled, rest.plain, rest.subject) == ("sending", b.compiled, b.plain, b.subject)
    links = MailingLink.objects.filter(mailing=rest).values_list("number", "shown")
    assert list(links) == list(MailingLink.objects.filter(mailing=b).values_list("number", "shown"))
    assert sum(batch.size for batch in Batch.objects.filter(mailing=rest)) == 300
    assert status(campaign) == "SENDING"
    told = OutboxEvent.objects.get(name="campaigns.winner.chosen")
    assert (told.payload["variant"], told.payload["winnerBy"]) == (1, "rule")


def test_it_is_decided_once(alice: Person) -> None:
    campaign = make_test(alice.team, people=100, shares=(25, 25))
    sent_test(alice, campaign)
    counted(campaign, delivered=(25, 25), clicked=(0, 20))
    wait_is_over(campaign)

    decide(campaign)
    counted(campaign, delivered=(25, 25), clicked=(25, 0))
    decide(campaign)

    assert setting_of(campaign).winner == 1
    assert OutboxEvent.objects.filter(name="campaigns.winner.chosen").count() == 1
    answer = choose(alice, campaign, 0)
    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    assert setting_of(campaign).winner_by == "rule"


def test_of_a_deleted_test_nothing_is_decided(alice: Person) -> None:
    campaign = make_test(alice.team, people=100, shares=(25, 25))
    sent_test(alice, campaign)
    wait_is_over(campaign)
    Campaign.objects.for_team(alice.team).update(status=CampaignStatus.CANCELLED)
    assert alice.api.post(f"ab-test/{campaign.pk}/delete").status_code == 204

    decide(campaign)

    assert not OutboxEvent.objects.filter(name="campaigns.winner.chosen").exists()
    assert not Notification.objects.filter(kind="campaign.chooseWinner").exists()


def test_before_the_wait_is_over_nothing_is_decided(alice: Person) -> None:
    campaign = make_test(alice.team)
    sent_test(alice, campaign)

    decide(campaign)

    assert setting_of(campaign).winner is None
    assert states(campaign)[-1] == "preparing"


@pytest.mark.parametrize("clicked", [(0, 0), (10, 10), (3, 5)])
def test_no_clear_winner_goes_to_the_first(alice: Person, clicked: tuple[int, int]) -> None:
    campaign = make_test(alice.team, people=100, shares=(25, 25))
    sent_test(alice, campaign)
    counted(campaign, delivered=(25, 25), clicked=clicked)
    wait_is_over(campaign)

    decide(campaign)

    test = setting_of(campaign)
    assert (test.winner, test.winner_by) == (0, WinnerBy.TIE)
    assert parts_of(campaign)[-1].subject == "Subject A"


def test_opens_decide_where_they_are_asked_for(alice: Person) -> None:
    campaign = make_test(alice.team, people=100, shares=(25, 25), metric="opens")
    sent_test(alice, campaign)
    counted(campaign, delivered=(25, 25), clicked=(20, 0), opened=(20, 24))
    wait_is_over(campaign)

    decide(campaign)

    assert setting_of(campaign).winner_by == "tie"
    other = make_test(alice.team, people=0, shares=(25, 25), metric="opens")
    sent_test(alice, other)
    counted(other, delivered=(25, 25), clicked=(5, 0), opened=(5, 24))
    wait_is_over(other)
    decide(other)
    assert (setting_of(other).winner, setting_of(other).winner_by) == (1, "rule")


def test_machine_opens_and_clicks_never_count(alice: Person) -> None:
    campaign = make_test(alice.team, people=100, shares=(25, 25), metric="opens")
    a, b, _ = sent_test(alice, campaign)
    counted(campaign, delivered=(25, 25), clicked=(0, 0))
    MailingCounters.objects.for_team(alice.team).filter(pk=b.pk).update(
        machine_opened=25, machine_opens=200, machine_clicks=100
    )
    wait_is_over(campaign)

    decide(campaign)

    assert (setting_of(campaign).winner, setting_of(campaign).winner_by) == (0, "tie")
    rows = alice.api.get(f"ab-test/{campaign.pk}/comparison").json()["variants"]
    assert [(row["machineOpened"], row["machineClicks"], row["opened"], row["rate"]) for row in rows] == [
        (0, 0, 0, 0.0),
        (25, 100, 0, 0.0),
    ]
    assert a.variant == 0


def test_by_hand_nobody_but_a_person_chooses(alice: Person) -> None:
    campaign = make_test(alice.team, people=100, shares=(25, 25), chooses="hand")
    sent_test(alice, campaign)
    counted(campaign, delivered=(25, 25), clicked=(20, 0))
    wait_is_over(campaign)

    decide(campaign)
    decide(campaign)

    assert setting_of(campaign).winner is None
    answer = choose(alice, campaign, 1)
    assert answer.status_code == 200
    body = answer.json()["test"]
    assert (body["winner"], body["winnerBy"], body["decidedName"]) == (1, "hand", alice.user.fullname)
    assert states(campaign)[-1] == "sending"
    assert parts_of(campaign)[-1].subject == "Subject B"


def test_where_the_rule_can_not_be_followed_a_person_is_asked(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = make_test(alice.team)
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as clocks, monkeypatch.context() as patch:
        patch.setattr(testing, "copy_content", lambda **_: 1 // 0)
        sent_test(alice, campaign)
        clocks.shift(timedelta(hours=5))
        work(standing.DECIDE_JOB, 4, clocks)
        assert setting_of(campaign).asked_at is None
        asked_at = clock.now()
        work(standing.DECIDE_JOB, 1, clocks)

    assert (setting_of(campaign).winner, setting_of(campaign).asked_at) == (None, asked_at)
    assert Notification.objects.for_team(alice.team).filter(kind="campaign.chooseWinner").exists()
    assert (status(campaign), choose(alice, campaign, 1).status_code) == ("SENDING", 200)


def test_a_person_may_choose_before_the_rule_does(alice: Person) -> None:
    campaign = make_test(alice.team)
    sent_test(alice, campaign)

    assert choose(alice, campaign, 1).status_code == 200

    wait_is_over(campaign)
    decide(campaign)
    assert (setting_of(campaign).winner, setting_of(campaign).winner_by) == (1, "hand")


def test_what_is_no_variant_of_it_is_not_chosen(alice: Person) -> None:
    campaign = make_test(alice.team)
    sent_test(alice, campaign)
    other = make_test(alice.team, people=0)
    theirs = CampaignVariant.objects.for_team(alice.team).filter(campaign=other).first()
    assert theirs is not None

    assert alice.api.post(f"ab-test/send/winner/{campaign.pk}/{theirs.pk}").status_code == 404
    mine = CampaignVariant.objects.for_team(alice.team).filter(campaign=campaign).first()
    assert mine is not None
    carol = make_person("carol", make_team("Teh"))
    assert carol.api.post(f"ab-test/send/winner/{campaign.pk}/{mine.pk}").status_code == 404
    assert setting_of(campaign).winner is None
    assert choose(alice, other, 0).json()["code"] == "actionNotAllowed"


def test_the_rest_of_a_test_of_times_goes_at_the_winners_time(alice: Person) -> None:
    Team.objects.filter(pk=alice.team.pk).update(timezone="(GMT+07:00) Asia/Jakarta")
    campaign = make_test(alice.team, tested="time", people=100, shares=(25, 25), delays=(0, 600))
    with time_machine.travel(datetime(2026, 5, 4, 1, 0, tzinfo=UTC), tick=False) as clocks:
        sent_test(alice, campaign)
        counted(campaign, delivered=(25, 25), clicked=(0, 20))
        clocks.shift(timedelta(hours=14))

        decide(campaign)

        rest = parts_of(campaign)[-1]
        due = Batch.objects.filter(mailing=rest).values_list("due_at", flat=True).distinct()
        assert list(due) == [datetime(2026, 5, 5, 11, 0, tzinfo=UTC)]


# --- what comes between -------------------------------------------------------------------------------------------


def test_it_is_sent_when_the_rest_is(alice: Person) -> None:
    campaign = make_test(alice.team)
    a, b, rest = sent_test(alice, campaign)

    done(a)
    done(b)
    assert status(campaign) == "SENDING"
    choose(alice, campaign, 0)
    assert status(campaign) == "SENDING"
    done(rest)

    assert status(campaign) == "SENT"
    assert campaign.sent_at is not None
    assert standing_of(alice) == (0, 0)


def test_a_test_that_waits_can_be_paused_and_its_clock_stands_still(alice: Person) -> None:
    with time_machine.travel(datetime(2026, 5, 4, 8, 0, tzinfo=UTC), tick=False) as clocks:
        campaign = make_test(alice.team)
        a, b, _ = sent_test(alice, campaign)
        done(a)
        done(b)
        clocks.shift(timedelta(hours=1))

        assert alice.api.post(f"ab-test/{campaign.pk}/pause").json()["status"] == "PAUSED"
        clocks.shift(timedelta(hours=10))
        decide(campaign)
        assert setting_of(campaign).winner is None
        assert choose(alice, campaign, 0).json()["code"] == "actionNotAllowed"

        assert alice.api.post(f"ab-test/{campaign.pk}/resume").json()["status"] == "SENDING"
        assert setting_of(campaign).ends_at == datetime(2026, 5, 4, 22, 0, tzinfo=UTC)
        decide(campaign)
        assert setting_of(campaign).winner is None
        clocks.shift(timedelta(hours=3))
        decide(campaign)
        assert setting_of(campaign).winner == 0


def test_pause_resume_and_stop_are_for_all_of_its_mailings(alice: Person) -> None:
    campaign = make_test(alice.team)
    a, *_ = sent_test(alice, campaign)
    done(a)

    alice.api.post(f"ab-test/{campaign.pk}/pause")
    assert (status(campaign), states(campaign)) == ("PAUSED", ["done", "paused", "preparing"])
    alice.api.post(f"ab-test/{campaign.pk}/resume")
    assert (status(campaign), states(campaign)) == ("SENDING", ["done", "sending", "preparing"])
    alice.api.post(f"ab-test/{campaign.pk}/stop")

    assert (status(campaign), states(campaign)) == ("CANCELLED", ["done", "cancelled", "cancelled"])
    assert standing_of(alice) == (0, 0)
    wait_is_over(campaign)
    decide(campaign)
    assert (setting_of(campaign).winner, states(campaign)[-1]) == (None, "cancelled")


def test_marketing_that_is_stopped_stops_the_variants_and_what_gets_the_winner(alice: Person) -> None:
    campaign = make_test(alice.team)
    sent_test(alice, campaign)
    SendingPause.objects.create(
        team=alice.team, at=clock.now(), reason="bounces", sent=1000, counted=60, threshold=0.05
    )
    health.evaluate(alice.team.pk)
    assert (status(campaign), states(campaign)) == ("PAUSED", ["paused", "paused", "preparing"])
    assert alice.api.post(f"ab-test/{campaign.pk}/resume").status_code == 409

    SendingPause.objects.for_team(alice.team).update(resumed_at=clock.now())
    assert alice.api.post(f"ab-test/{campaign.pk}/resume").json()["status"] == "SENDING"
    SendingPause.objects.create(
        team=alice.team, at=clock.now(), reason="bounces", sent=1000, counted=60, threshold=0.05
    )
    wait_is_over(campaign)
    decide(campaign)

    assert setting_of(campaign).winner == 0
    assert states(campaign)[-1] == "paused"
    assert status(campaign) == "PAUSED"


def test_from_a_domain_that_broke_meanwhile_the_winner_does_not_go(alice: Person) -> None:
    campaign = make_test(alice.team)
    sent_test(alice, campaign)
    now = clock.now()
    domain = SenderDomain.objects.create(
        team=alice.team, name="kopi.example", state=DomainState.BROKEN, created_at=now, next_check_at=now
    )
    wait_is_over(campaign)

    decide(campaign)

    assert setting_of(campaign).winner == 0
    assert (status(campaign), states(campaign)[-1]) == ("PAUSED", "paused")
    refused = alice.api.post(f"ab-test/{campaign.pk}/resume")
    assert (refused.status_code, refused.json()["code"]) == (409, "senderDomainMisconfigured")
    assert states(campaign)[-1] == "paused"
    SenderDomain.objects.for_team(alice.team).filter(pk=domain.pk).update(state=DomainState.AUTHENTICATED)
    assert alice.api.post(f"ab-test/{campaign.pk}/resume").json()["status"] == "SENDING"


def test_the_hold_on_the_quota_outlives_a_long_wait(alice: Person) -> None:
    campaign = make_test(alice.team, wait_hours=168)
    sent_test(alice, campaign)

    with time_machine.travel(clock.now() + timedelta(hours=20), tick=False) as clocks:
        mailings.extend_reservations()
        clocks.shift(timedelta(hours=20))
        assert quota.close_expired() == 0

    assert standing_of(alice) == (0, 20)


def test_what_is_in_a_segment_or_sends_is_kept_while_it_is_under_way(alice: Person) -> None:
    campaign = make_test(alice.team, tested="sender")
    other = make_sender(alice.team, "ani@kopi.example", validated=False)
    Sender.objects.for_team(alice.team).filter(pk=other.pk).update(validated_at=clock.now())
    CampaignVariant.objects.for_team(alice.team).filter(number=1).update(sender=other)
    sent_test(alice, campaign)

    answer = alice.api.delete(f"senders/{other.pk}")

    assert (answer.status_code, answer.json()["code"]) == (409, "inUse")
    assert Sender.objects.for_team(alice.team).filter(pk=other.pk).exists()


def test_the_figures_of_the_list_are_of_all_its_mailings(alice: Person) -> None:
    campaign = make_test(alice.team, people=100, shares=(25, 25))
    *_, rest = sent_test(alice, campaign)
    counted(campaign, delivered=(20, 25), clicked=(3, 4))
    MailingCounters.objects.for_team(alice.team).filter(pk=rest.pk).update(sent=F("sent") + 0)

    row = alice.api.get("ab-test").json()["items"][0]

    assert row["figures"] == {"recipients": 100, "sent": 45, "delivered": 45, "opened": 7, "clicked": 7}
    assert delivery.get_combined_state(team_id=alice.team.pk, origin=CAMPAIGN, origin_id=campaign.pk) == "sending"


def test_a_test_mail_is_of_the_variant(alice: Person) -> None:
    campaign = make_test(alice.team)
    variant = CampaignVariant.objects.for_team(alice.team).get(number=1)

    answer = alice.api.post(
        f"ab-test/{campaign.pk}/send-test", {"emails": ["ani@kopi.example"], "variantId": str(variant.pk)}
    )

    assert answer.json() == {"queued": 1}
    assert Mailing.objects.for_team(alice.team).get(origin="test").subject == "[Test] Subject B"


# --- beside each other --------------------------------------------------------------------------------------------


def test_the_comparison_says_what_the_numbers_allow(alice: Person) -> None:
    campaign = make_test(alice.team, people=400, shares=(25, 25))
    before = alice.api.get(f"ab-test/{campaign.pk}/comparison").json()
    assert [(row["delivered"], row["low"], row["high"]) for row in before["variants"]] == [(0, 0.0, 1.0)] * 2
    assert (before["leading"], before["isClear"], before["decision"]) == (0, False, None)
    sent_test(alice, campaign)
    counted(campaign, delivered=(100, 100), clicked=(10, 30))

    body = alice.api.get(f"ab-test/{campaign.pk}/comparison").json()

    assert (body["leading"], body["isClear"], body["restRecipients"]) == (1, True, 200)
    assert body["confidence"] == pytest.approx(0.99959, abs=1e-4)
    first = body["variants"][0]
    assert (first["rate"], first["low"], first["high"]) == (0.1, 0.055229, 0.174366)


def test_the_comparison_says_what_became_of_the_others(alice: Person) -> None:
    campaign = make_test(alice.team, people=400, shares=(25, 25))
    sent_test(alice, campaign)
    rest = Mailing.objects.for_team(alice.team).get(origin_id=campaign.pk, variant=None)
    MailingCounters.objects.for_team(alice.team).filter(pk=rest.pk).update(
        sent=180, returned=1, failed=6, hard_bounced=3, soft_bounced=2, suppressed=7, skipped=4, in_doubt=3
    )

    body = alice.api.get(f"ab-test/{campaign.pk}/comparison").json()

    # Each recipient is in one figure: one that bounced after sending was not reached.
    assert (body["restRecipients"], body["restDelivered"]) == (200, 179)
    assert body["restDelivered"] + sum(body["restOutcomes"].values()) == 200
    # Four of the failed ones bounced, and one more bounced after it was sent.
    assert body["restOutcomes"] == {"bounced": 5, "failed": 2, "suppressed": 7, "skipped": 4, "indeterminate": 3}


def test_advice_says_what_the_test_could_show(alice: Person) -> None:
    campaign = make_test(alice.team, people=1000, shares=(10, 10))

    body = alice.api.get(f"ab-test/{campaign.pk}/advice").json()

    assert (body["recipients"], body["variants"], body["rest"]) == (1000, [100, 100], 800)
    assert (body["baseRate"], body["isAssumed"]) == (0.025, True)
    assert body["needed"][1] == {"difference": 0.01, "perVariant": 4567}
    assert body["detectable"] == pytest.approx(0.107, abs=0.02)
    sent_test(alice, campaign)
    counted(campaign, delivered=(500, 500), clicked=(50, 150))
    other = make_test(alice.team, people=0)
    again = alice.api.get(f"ab-test/{other.pk}/advice").json()
    assert (again["baseRate"], again["isAssumed"]) == (0.2, False)
