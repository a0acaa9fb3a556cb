"""Drafts of A/B tests: lists, variants, shares, copies and permissions."""

from typing import Any

import pytest

from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.models import Campaign
from server.core.models import OutboxEvent
from tests.cast import Person, make_team
from tests.server.campaigns.ab.making import make_test, setting_of
from tests.server.campaigns.conftest import make_campaign, make_sender

pytestmark = pytest.mark.django_db

TWO = [{"share": 10, "subject": "One"}, {"share": 15, "subject": "Two"}]


def names(person: Person, path: str) -> list[str]:
    return [row["name"] for row in person.api.get(path).json()["items"]]


def test_a_new_one_begins_with_two_variants_and_four_hours(alice: Person) -> None:
    sender = make_sender(alice.team)

    answer = alice.api.post("ab-test", {"name": "May test"})

    assert answer.status_code == 200
    body = answer.json()
    assert (body["kind"], body["status"], body["name"]) == ("abTest", "DRAFT", "May test")
    assert body["test"] == {
        "tested": "subject",
        "metric": "clicks",
        "chooses": "rule",
        "waitHours": 4,
        "winnerShare": 80,
        "testingUntil": None,
        "winner": None,
        "winnerBy": None,
        "decidedAt": None,
        "decidedName": "",
    }
    assert [(one["number"], one["share"], one["senderId"]) for one in body["variants"]] == [
        (0, 10, str(sender.pk)),
        (1, 10, str(sender.pk)),
    ]


def test_each_kind_has_its_own_list_and_paths(alice: Person) -> None:
    email = make_campaign(alice.team, name="Plain")
    test = make_test(alice.team, campaign={"name": "Tested"})

    assert names(alice, "email-marketing") == ["Plain"]
    assert names(alice, "ab-test") == ["Tested"]
    row = alice.api.get("ab-test").json()["items"][0]
    assert (row["variantCount"], row["test"]["winnerShare"]) == (2, 70)
    assert alice.api.get(f"email-marketing/{test.pk}").status_code == 404
    assert alice.api.get(f"ab-test/{email.pk}").status_code == 404
    for action in ("send", "delete", "duplicate", "pause", "stop"):
        assert alice.api.post(f"email-marketing/{test.pk}/{action}").status_code == 404
        assert alice.api.post(f"ab-test/{email.pk}/{action}").status_code == 404
    assert Campaign.objects.for_team(alice.team).filter(status="DRAFT").count() == 2


def test_variants_are_replaced_all_at_once_and_the_first_is_shown_in_lists(alice: Person) -> None:
    test = make_test(alice.team)
    first, second = CampaignVariant.objects.for_team(alice.team).order_by("number")

    answer = alice.api.put(
        f"ab-test/{test.pk}",
        {
            "variants": [*TWO, {"share": 5, "subject": "Three", "name": " Short  one "}],
            "test": {"tested": "subject", "metric": "opens", "waitHours": 12, "winnerShare": 70},
        },
    )

    assert answer.status_code == 200
    body = answer.json()
    assert [(one["subject"], one["share"], one["name"]) for one in body["variants"]] == [
        ("One", 10, ""),
        ("Two", 15, ""),
        ("Three", 5, "Short one"),
    ]
    assert [one["variantId"] for one in body["variants"]][:2] == [str(first.pk), str(second.pk)]
    assert (body["subject"], body["revision"]) == ("One", 2)
    assert (body["test"]["metric"], body["test"]["waitHours"]) == ("opens", 12)
    test.refresh_from_db()
    assert test.subject == "One"

    answer = alice.api.put(f"ab-test/{test.pk}", {"variants": [{"share": 20}, {"share": 10}]})
    assert [one["number"] for one in answer.json()["variants"]] == [0, 1]
    assert CampaignVariant.objects.for_team(alice.team).count() == 2


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"test": {"winnerShare": 0}, "variants": [{"share": 50}, {"share": 50}]}, 400, "winnerZero"),
        ({"test": {"winnerShare": 80}}, 400, "invalidData"),
        ({"variants": [{"share": 50}, {"share": 50}]}, 400, "invalidData"),
        ({"variants": [{"share": 30}]}, 400, "invalidData"),
        ({"variants": [{"share": 5}] * 6}, 400, "invalidData"),
        ({"variants": [{"share": 0}, {"share": 30}]}, 400, "invalidData"),
        ({"test": {"waitHours": 0, "winnerShare": 70}}, 400, "invalidData"),
        ({"test": None}, 400, "invalidData"),
        ({"variants": [{"share": 10, "subject": "{{ gone }}"}, {"share": 20}]}, 400, "invalidTag"),
    ],
)
def test_what_cannot_be_sent_is_not_saved(alice: Person, change: Any, status: int, code: str) -> None:
    test = make_test(alice.team)

    answer = alice.api.put(f"ab-test/{test.pk}", change)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    rows = CampaignVariant.objects.for_team(alice.team).order_by("number")
    assert list(rows.values_list("subject", "share")) == [("Subject A", 10), ("Subject B", 20)]
    assert setting_of(test).winner_share == 70
    test.refresh_from_db()
    assert test.revision == 1


def test_a_text_that_does_not_compile_says_in_which_variant(alice: Person) -> None:
    test = make_test(alice.team, tested="content")
    variants = [{"share": 10, "content": {"body": "Fine"}}, {"share": 20, "content": {"body": "{{ gone }}"}}]

    answer = alice.api.put(f"ab-test/{test.pk}", {"variants": variants})

    payload = answer.json()["payload"]
    assert (payload["variant"], payload["field"]) == (1, "content")


def test_each_variant_has_its_own_plain_text(alice: Person) -> None:
    test = make_test(alice.team, tested="content")
    variants = [
        {"share": 10, "content": {"body": "One"}, "plainText": "Own one\r\nby hand"},
        {"share": 20, "content": {"body": "**Two** [here](https://kopi.example)"}},
    ]

    body = alice.api.put(f"ab-test/{test.pk}", {"variants": variants}).json()

    assert [one["plainText"] for one in body["variants"]] == ["Own one\nby hand", ""]
    assert body["plainText"] == "Own one\nby hand"
    first, second = (one["variantId"] for one in body["variants"])
    made = [
        alice.api.get(f"ab-test/{test.pk}/plain-text?variantId={variant}").json()["text"].strip()
        for variant in (first, second)
    ]
    assert made == ["One", "Two here (https://kopi.example)"]
    assert alice.api.get(f"email-marketing/{test.pk}/plain-text").status_code == 404
    shown = [alice.api.get(f"ab-test/{test.pk}/preview?variantId={one}").json()["text"] for one in (first, second)]
    assert ("Own one" in shown[0], "Own one" in shown[1], "Two" in shown[1]) == (True, False, True)
    copy = alice.api.post(f"ab-test/{test.pk}/duplicate").json()
    assert [one["plainText"] for one in copy["variants"]] == ["Own one\nby hand", ""]


def test_a_plain_text_that_does_not_compile_says_in_which_variant(alice: Person) -> None:
    test = make_test(alice.team, tested="content")
    variants = [{"share": 10, "content": {"body": "Fine"}}, {"share": 20, "plainText": "{{ gone }}"}]

    answer = alice.api.put(f"ab-test/{test.pk}", {"variants": variants})

    payload = answer.json()["payload"]
    assert (payload["variant"], payload["field"]) == (1, "plainText")
    assert set(CampaignVariant.objects.for_team(alice.team).values_list("plain_text", flat=True)) == {""}


def test_an_event_that_a_variant_leads_to_is_not_taken_away(alice: Person) -> None:
    event = {"title": "Tasting", "startsAt": "2027-05-01T10:00:00Z", "endsAt": "2027-05-01T12:00:00Z"}
    test = make_test(alice.team, tested="content")
    assert alice.api.put(f"ab-test/{test.pk}", {"event": event}).status_code == 200
    for number in (0, 1):
        texts = ["Hello", "Hello"]
        texts[number] = "[Save the date]({{ calendar_url }})"
        variants = [{"share": share, "content": {"body": body}} for share, body in zip((10, 20), texts, strict=True)]
        assert alice.api.put(f"ab-test/{test.pk}", {"variants": variants}).status_code == 200

        answer = alice.api.put(f"ab-test/{test.pk}", {"event": None})

        payload = answer.json()["payload"]
        assert (answer.status_code, payload["variant"], payload["field"]) == (400, number, "content")
        test.refresh_from_db()
        assert test.event is not None
        assert test.event["title"] == "Tasting"


def test_another_teams_sender_is_no_variants_sender(alice: Person) -> None:
    test = make_test(alice.team, tested="sender")
    theirs = make_sender(make_team("Teh"), "theirs@other.example")

    answer = alice.api.put(
        f"ab-test/{test.pk}", {"variants": [{"share": 10}, {"share": 20, "senderId": str(theirs.pk)}]}
    )

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert not CampaignVariant.objects.for_team(alice.team).filter(sender=theirs).exists()


def test_a_copy_has_variants_and_setting_of_its_own(alice: Person) -> None:
    test = make_test(alice.team, shares=(5, 10, 15), metric="opens", wait_hours=9, winner_by="", tested="content")

    body = alice.api.post(f"ab-test/{test.pk}/duplicate").json()

    assert (body["name"], body["status"]) == ("May news (copy)", "DRAFT")
    assert [one["share"] for one in body["variants"]] == [5, 10, 15]
    assert (body["test"]["tested"], body["test"]["metric"], body["test"]["waitHours"]) == ("content", "opens", 9)
    assert AbTest.objects.for_team(alice.team).count() == 2
    assert CampaignVariant.objects.for_team(alice.team).count() == 6

    assert alice.api.post(f"ab-test/{test.pk}/delete").status_code == 204
    assert AbTest.objects.for_team(alice.team).count() == 1
    assert CampaignVariant.objects.for_team(alice.team).count() == 3


def test_a_preview_shows_the_variant(alice: Person) -> None:
    test = make_test(alice.team, tested="content")
    _first, second = CampaignVariant.objects.for_team(alice.team).order_by("number")
    CampaignVariant.objects.for_team(alice.team).filter(pk=second.pk).update(body="The *second* text")

    one = alice.api.get(f"ab-test/{test.pk}/preview").json()
    two = alice.api.get(f"ab-test/{test.pk}/preview?variantId={second.pk}").json()

    assert "Hello" in one["text"]
    assert "The second text" in two["text"]
    assert one["htmlUrl"] != two["htmlUrl"]
    other = make_test(alice.team, people=0)
    theirs = CampaignVariant.objects.for_team(alice.team).filter(campaign=other).first()
    assert theirs is not None
    assert alice.api.get(f"ab-test/{test.pk}/preview?variantId={theirs.pk}").status_code == 404


def test_a_change_of_variants_is_told_once(alice: Person) -> None:
    test = make_test(alice.team)

    alice.api.put(f"ab-test/{test.pk}", {"variants": [{"share": 10}, {"share": 20}]})

    told = OutboxEvent.objects.filter(name="campaigns.campaign.changed")
    assert [(row.payload["change"], row.payload["kind"]) for row in told] == [("updated", "abTest")]
