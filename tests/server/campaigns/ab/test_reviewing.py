"""The review of an A/B test: all variants are checked, and findings name their variant."""

from typing import Any

import pytest

from server.campaigns.ab.models import CampaignVariant
from server.campaigns.models import Campaign, LinkCheck
from server.campaigns.services import links
from server.core.models import Job
from server.plans.features import AB_EMAIL_SENT
from server.plans.models import QuotaUsage
from tests.cast import Person
from tests.server.campaigns.ab.making import make_test
from tests.server.campaigns.conftest import make_contact, make_label, make_sender

pytestmark = pytest.mark.django_db

PLAIN = "Our roastery opens its doors on Saturday. Taste six beans."


def list_findings(person: Person, campaign: Campaign, *levels: str) -> list[tuple[str, int | None]]:
    """Returns code and variant of the findings at these levels."""
    items = person.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]
    return [(item["code"], item["variant"]) for item in items if item["level"] in levels]


def rewrite(campaign: Campaign, number: int, **fields: Any) -> None:
    CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign, number=number).update(**fields)


def refused(person: Person, campaign: Campaign, act: str = "send") -> Any:
    """Returns the error response after checking that the draft is unchanged."""
    answer = person.api.post(f"ab-test/{campaign.pk}/{act}", {"seen": []} if act == "ready" else None)
    assert answer.status_code >= 400
    campaign.refresh_from_db()
    assert (campaign.status, campaign.ready_at, campaign.started_at) == ("DRAFT", None, None)
    assert not QuotaUsage.objects.for_team(person.team).filter(name=AB_EMAIL_SENT.name, used__gt=0).exists()
    return answer.json()


def test_what_all_variants_share_is_said_once_and_the_rest_by_variant(alice: Person) -> None:
    campaign = make_test(alice.team, subjects=("Six beans", "SIX BEANS NOW"), campaign={"body": PLAIN})

    said = list_findings(alice, campaign, "warning")

    assert ("subjectCapitals", 1) in said
    assert ("subjectCapitals", 0) not in said
    assert said.count(("preheaderMissing", None)) == 1
    assert ("domainNotSetUp", None) in said
    assert not list_findings(alice, campaign, "blocking")
    fine = list_findings(alice, campaign, "fine")
    assert ("variantsDiffer", None) in fine
    assert ("tagsKnown", None) in fine


def test_each_content_is_checked(alice: Person) -> None:
    campaign = make_test(alice.team, tested="content", campaign={"body": PLAIN})
    rewrite(campaign, 1, body="![](https://kopi.example/a.png)")

    said = list_findings(alice, campaign, "warning")

    assert {("altMissing", 1), ("imageOnly", 1)} <= set(said)
    assert not {("altMissing", 0), ("altMissing", None)} & set(said)


def test_a_plain_text_that_does_not_compile_names_its_variant(alice: Person) -> None:
    campaign = make_test(alice.team, tested="content", campaign={"body": PLAIN})
    rewrite(campaign, 1, plain_text="{{ gone }}")

    items = alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]

    (blocking,) = (item for item in items if item["level"] == "blocking")
    assert (blocking["code"], blocking["place"], blocking["variant"]) == ("tagInvalid", "plain", 1)
    assert refused(alice, campaign)["payload"]["variant"] == 1


def test_each_sender_is_checked(alice: Person) -> None:
    campaign = make_test(alice.team, tested="sender")
    rewrite(campaign, 1, sender=make_sender(alice.team, "waits@kopi.example", validated=False))

    assert list_findings(alice, campaign, "blocking") == [("senderWaiting", 1)]
    assert refused(alice, campaign)["code"] == "senderNotValidated"


@pytest.mark.parametrize("tested", ["subject", "sender", "content", "time"])
def test_variants_that_are_the_same_are_worth_a_look(alice: Person, tested: str) -> None:
    campaign = make_test(
        alice.team, shares=(10, 10, 10), tested=tested, subjects=("One", "One", "One"), campaign={"body": PLAIN}
    )

    items = alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]

    (twins,) = (item for item in items if item["code"] == "variantsSame")
    assert (twins["level"], twins["place"], twins["items"]) == ("warning", "variants", ["A, B", "A, C"])


def test_too_few_recipients_block(alice: Person) -> None:
    campaign = make_test(alice.team, people=9)

    assert list_findings(alice, campaign, "blocking") == [("testTooSmall", None)]
    assert refused(alice, campaign, "ready")["code"] == "lessThanTenContacts"


def test_a_label_of_too_few_blocks(alice: Person) -> None:
    small, large = make_label(alice.team, "Small"), make_label(alice.team, "Large")
    for number in range(10):
        make_contact(alice.team, f"l{number}@pelanggan.example", large)
    make_contact(alice.team, "s@pelanggan.example", small)
    campaign = make_test(alice.team, people=0, campaign={"to_all": False, "label_ids": [small.pk, large.pk]})

    items = alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]

    (blocking,) = (item for item in items if item["level"] == "blocking")
    assert (blocking["code"], blocking["items"]) == ("labelsTooSmall", ["Small"])


def test_it_is_marked_as_ready_once_the_warnings_were_seen(alice: Person) -> None:
    campaign = make_test(alice.team, subjects=("Six beans", "SIX BEANS NOW"), campaign={"body": PLAIN})
    codes = sorted({code for code, _ in list_findings(alice, campaign, "warning")})

    assert refused(alice, campaign, "ready")["payload"] == {"codes": codes}
    answer = alice.api.post(f"ab-test/{campaign.pk}/ready", {"seen": codes})

    assert answer.status_code == 200
    assert answer.json()["readyAt"] is not None
    assert [one["number"] for one in answer.json()["variants"]] == [0, 1]
    edited = alice.api.put(f"ab-test/{campaign.pk}", {"variants": [{"share": 10}, {"share": 20}]})
    assert edited.json()["readyAt"] is None


def test_the_links_of_all_variants_are_asked(alice: Person) -> None:
    campaign = make_test(alice.team, tested="content")
    rewrite(campaign, 0, body="[A](https://kopi.example/a) [both](https://kopi.example/both)")
    rewrite(campaign, 1, body="[B](https://kopi.example/b) [both](https://kopi.example/both)")

    before = alice.api.get(f"ab-test/{campaign.pk}/checks").json()["links"]
    asked = alice.api.post(f"ab-test/{campaign.pk}/checks/links").json()

    assert (before["state"], before["total"]) == ("unasked", 3)
    assert (asked["state"], asked["total"]) == ("running", 3)
    assert LinkCheck.objects.for_team(alice.team).get().total == 3
    assert Job.objects.filter(name=links.JOB).count() == 1
    unchecked = [one for one in list_findings(alice, campaign, "warning") if one[0] == "linksUnchecked"]
    assert unchecked == [("linksUnchecked", None)]


def test_each_kind_is_reviewed_under_its_own_path(alice: Person) -> None:
    campaign = make_test(alice.team)

    assert alice.api.get(f"email-marketing/{campaign.pk}/checks").status_code == 404
    assert alice.api.post(f"email-marketing/{campaign.pk}/checks/links").status_code == 404
    assert alice.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": []}).status_code == 404
