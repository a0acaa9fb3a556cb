"""Two people who edit one draft."""

from typing import Any

import pytest

from server.activity.models import Activity
from server.campaigns.models import Campaign
from tests.cast import Person, make_person
from tests.server.campaigns.ab.making import make_test
from tests.server.campaigns.conftest import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def bagus(alice: Person) -> Person:
    """A teammate of Alice."""
    return make_person("Bagus", alice.team, role="admin")


def edit_draft(person: Person, campaign: Campaign, base_revision: int | None, **edits: Any) -> Any:
    return person.api.put(f"email-marketing/{campaign.pk}", edits | {"baseRevision": base_revision})


def test_a_field_that_a_teammate_has_edited_since_is_not_replaced(alice: Person, bagus: Person) -> None:
    campaign = make_campaign(alice.team)
    first = edit_draft(bagus, campaign, 1, subject="From Bagus", preheader="Stays")
    activities = Activity.objects.count()

    answer = edit_draft(alice, campaign, 1, subject="From Alice", name="New name")

    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["payload"]) == ("editConflict", {"fields": ["subject"], "revision": 2})
    campaign.refresh_from_db()
    assert (campaign.subject, campaign.name, campaign.revision) == ("From Bagus", "May news", 2)
    assert Activity.objects.count() == activities
    assert first.json()["fieldEdits"] == [
        {"field": "preheader", "revision": 2, "by": "Bagus"},
        {"field": "subject", "revision": 2, "by": "Bagus"},
    ]


def test_who_has_seen_the_other_edit_can_replace_it(alice: Person, bagus: Person) -> None:
    campaign = make_campaign(alice.team)
    edit_draft(bagus, campaign, 1, subject="From Bagus")

    answer = edit_draft(alice, campaign, 2, subject="From Alice")

    assert answer.status_code == 200
    assert answer.json()["subject"] == "From Alice"
    assert answer.json()["fieldEdits"] == [{"field": "subject", "revision": 3, "by": "Alice"}]


def test_edits_of_other_fields_and_equal_edits_are_no_conflict(alice: Person, bagus: Person) -> None:
    campaign = make_campaign(alice.team)
    edit_draft(bagus, campaign, 1, subject="Both", senderId=None, content={"kind": "html", "body": "<p>Both</p>"})

    answers = [
        edit_draft(alice, campaign, 1, preheader="Mine"),
        edit_draft(alice, campaign, 1, subject="Both", senderId=None, content={"kind": "html", "body": "<p>Both</p>"}),
        edit_draft(alice, campaign, None, subject="Without a revision"),
    ]

    assert [answer.status_code for answer in answers] == [200] * 3
    campaign.refresh_from_db()
    assert (campaign.subject, campaign.preheader) == ("Without a revision", "Mine")


@pytest.mark.parametrize(
    ("field", "theirs", "mine"),
    [
        ("senderId", None, "01a1fc3d-0000-7000-8000-000000000000"),
        ("content", {"kind": "markdown", "body": "theirs"}, {"kind": "markdown", "body": "mine"}),
        ("plainText", "theirs", "mine"),
        ("utm", {"on": True}, {"on": False}),
        ("footer", {"forward": True}, {"forward": False}),
        ("recipients", {"all": True}, {"all": False}),
    ],
)
def test_every_field_is_compared(alice: Person, bagus: Person, field: str, theirs: Any, mine: Any) -> None:
    campaign = make_campaign(alice.team)
    assert edit_draft(bagus, campaign, 1, **{field: theirs}).status_code == 200

    answer = edit_draft(alice, campaign, 1, **{field: mine})

    assert answer.status_code == 409
    assert answer.json()["payload"]["fields"] == [field]


def test_an_impossible_revision_is_refused(alice: Person) -> None:
    campaign = make_campaign(alice.team)

    answers = [edit_draft(alice, campaign, revision, subject="x") for revision in (0, 2**31)]

    assert [answer.json()["payload"]["field"] for answer in answers] == ["baseRevision"] * 2


def test_variants_and_setting_of_a_test_are_fields_too(alice: Person, bagus: Person) -> None:
    campaign = make_test(alice.team)
    path = f"ab-test/{campaign.pk}"
    stored = alice.api.get(path).json()
    variants = [
        {name: one[name] for name in ("name", "share", "subject", "preheader", "senderId", "content", "plainText")}
        for one in stored["variants"]
    ]
    setting = {name: stored["test"][name] for name in ("tested", "metric", "chooses", "waitHours", "winnerShare")}
    theirs = [variants[0] | {"subject": "From Bagus"}, *variants[1:]]
    assert bagus.api.put(path, {"variants": theirs, "test": setting, "baseRevision": 1}).status_code == 200

    mine = [variants[0] | {"subject": "From Alice"}, *variants[1:]]
    refused = alice.api.put(path, {"variants": mine, "test": setting | {"waitHours": 9}, "baseRevision": 1})
    equal = alice.api.put(path, {"variants": theirs, "test": setting, "baseRevision": 1})

    assert refused.status_code == 409
    assert refused.json()["payload"]["fields"] == ["test", "variants"]
    assert equal.status_code == 200
    assert equal.json()["variants"][0]["subject"] == "From Bagus"
