"""Resending the winner of an A/B test to recipients who did not open it."""

from typing import Any

import pytest

from server.campaigns import designs
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.models import Campaign
from server.core import clock
from server.delivery.models import Mailing, Recipient, RecipientActivity, SendLog
from tests.cast import Person
from tests.server.campaigns.ab.making import make_test, parts_of, sent_test

pytestmark = pytest.mark.django_db


def over(person: Person, *, winner: int | None = 1, status: str = "SENT", **fields: Any) -> Campaign:
    """Creates an ended test with emails sent to all recipients."""
    campaign = make_test(person.team, **fields)
    for mailing in sent_test(person, campaign):
        if mailing.started_at is None:
            Mailing.objects.for_team(person.team).filter(pk=mailing.pk).update(started_at=clock.now())
    for mailing in parts_of(campaign):
        assert mailing.started_at is not None
        for row in Recipient.objects.filter(mailing=mailing):
            SendLog.objects.create(
                mailing_id=mailing.pk,
                position=row.position,
                mailed_at=mailing.started_at,
                at=mailing.started_at,
                state="sent",
            )
    if winner is not None:
        AbTest.objects.for_team(person.team).update(winner=winner, winner_by="hand", decided_at=clock.now())
    Campaign.objects.for_team(person.team).update(status=status, sent_at=clock.now())
    return campaign


def resend(person: Person, campaign: Campaign) -> Any:
    return person.api.post(f"ab-test/{campaign.pk}/resend", {})


def test_the_draft_is_a_campaign_as_the_winner_is_written(alice: Person) -> None:
    test = over(alice, campaign={"category": "News"})

    made = resend(alice, test).json()

    assert (made["kind"], made["status"], made["name"]) == ("email", "DRAFT", "May news (again)")
    assert (made["subject"], made["category"]) == ("Subject B", "News")
    assert made["unopenedOf"] == {"id": str(test.pk), "name": "May news"}
    assert alice.api.get(f"email-marketing/{made['id']}").json() == made


def test_only_what_was_tested_is_the_winners(alice: Person) -> None:
    test = over(alice, tested="content")
    CampaignVariant.objects.for_team(alice.team).filter(campaign=test, number=1).update(body="Picked late", root="b")

    made = resend(alice, test).json()

    assert (made["content"]["body"], made["subject"]) == ("Picked late", test.subject)


def test_it_goes_to_who_got_any_part_and_opened_none(alice: Person) -> None:
    test = over(alice, people=10)
    opened = [Recipient.objects.filter(mailing=mailing).earliest("position") for mailing in parts_of(test)]
    for row in opened:
        RecipientActivity.objects.create(mailing_id=row.mailing_id, position=row.position, opens=1)
    made = resend(alice, test).json()

    count = alice.api.get(f"email-marketing/{made['id']}/count-recipient").json()
    assert alice.api.post(f"email-marketing/{made['id']}/send", {}).status_code == 200

    wanted = {f"p{number:05}@pelanggan.example" for number in range(10)} - {row.email for row in opened}
    sent_to = Recipient.objects.filter(mailing__origin_id=made["id"]).values_list("email", flat=True)
    assert (count["count"], set(sent_to), len(opened)) == (7, wanted, 3)


def test_of_what_was_built_only_the_winner_is_in_the_copy(alice: Person) -> None:
    test = alice.api.post(
        "ab-test", {"name": "Built", "content": {"kind": "document"}, "test": {"tested": "content"}}
    ).json()
    roots = [variant["root"] for variant in test["variants"]]
    AbTest.objects.for_team(alice.team).update(winner=1, winner_by="hand", decided_at=clock.now())
    Campaign.objects.for_team(alice.team).update(status="CANCELLED", started_at=clock.now())

    again = Campaign.objects.get(pk=alice.api.post(f"ab-test/{test['id']}/resend", {}).json()["id"])

    assert (len(roots), again.root) == (2, roots[1])
    assert again.document is not None
    assert [root.id for root in designs.list_roots(again.document)] == [roots[1]]
    original = Campaign.objects.get(pk=test["id"]).document
    assert original is not None
    assert [root.id for root in designs.list_roots(original)] == roots


def test_without_a_winner_nothing_is_made(alice: Person) -> None:
    test = over(alice, winner=None, status="CANCELLED")

    answer = resend(alice, test)

    assert (answer.status_code, answer.json()["code"]) == (409, "winnerMissing")
    assert Campaign.objects.for_team(alice.team).count() == 1


def test_while_it_is_not_over_nothing_is_made(alice: Person) -> None:
    test = over(alice, status="SENDING")

    answer = resend(alice, test)

    assert (answer.status_code, answer.json()["payload"]) == (409, {"action": "resend", "status": "SENDING"})
    assert Campaign.objects.for_team(alice.team).count() == 1


def test_it_is_nobody_elses(alice: Person, mallory: Person) -> None:
    test = over(alice)

    assert resend(mallory, test).status_code == 404
    assert alice.api.post(f"email-marketing/{test.pk}/resend", {}).status_code == 404
    assert Campaign.objects.count() == 1
