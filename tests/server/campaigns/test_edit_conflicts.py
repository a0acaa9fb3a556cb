"""Two users who edit one draft."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.campaigns.services import label_exclusions
from server.core import clock
from server.senders.models import Sender
from tests.cast import Person, make_person
from tests.server.campaigns.ab.making import make_test
from tests.server.campaigns.conftest import make_campaign, make_sender
from tests.server.contacts.factories import make_label

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


def test_another_sender_is_an_edit_of_it(alice: Person, bagus: Person) -> None:
    campaign = make_campaign(alice.team)
    news, offers = make_sender(alice.team), make_sender(alice.team, "offers@kopi.example", validated=False)
    Sender.objects.filter(pk=offers.pk).update(validated_at=clock.now())
    assert edit_draft(bagus, campaign, 1, senderId=str(news.pk)).json()["senderId"] == str(news.pk)

    refused = edit_draft(alice, campaign, 1, senderId=str(offers.pk))
    same = edit_draft(alice, campaign, 1, senderId=str(news.pk), preheader="Mine")

    assert (refused.status_code, refused.json()["payload"]["fields"]) == (409, ["senderId"])
    assert same.json()["senderId"] == str(news.pk)
    campaign.refresh_from_db()
    assert (campaign.sender, campaign.preheader) == (news, "Mine")


def test_a_save_of_what_is_stored_already_is_no_edit(alice: Person, bagus: Person) -> None:
    campaign = make_campaign(alice.team)
    edit_draft(alice, campaign, 1, subject="From both")
    same = edit_draft(bagus, campaign, 1, subject="From both", footer={"reply": False})
    assert same.json()["fieldEdits"] == [{"field": "subject", "revision": 2, "by": "Alice"}]

    answer = edit_draft(alice, campaign, 2, subject="From both of us")

    assert answer.status_code == 200
    assert answer.json()["fieldEdits"] == [{"field": "subject", "revision": 4, "by": "Alice"}]


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
    names = ("tested", "metric", "chooses", "waitHours", "winnerShare")
    setting = {name: stored["test"][name] for name in names} | {"waitHours": 5}
    theirs = [variants[0] | {"subject": "From Bagus"}, *variants[1:]]
    assert bagus.api.put(path, {"variants": theirs, "test": setting, "baseRevision": 1}).status_code == 200

    mine = [variants[0] | {"subject": "From Alice"}, *variants[1:]]
    refused = alice.api.put(path, {"variants": mine, "test": setting | {"waitHours": 9}, "baseRevision": 1})
    equal = alice.api.put(path, {"variants": theirs, "test": setting, "baseRevision": 1})

    assert refused.status_code == 409
    assert refused.json()["payload"]["fields"] == ["test", "variants"]
    assert equal.status_code == 200
    assert equal.json()["variants"][0]["subject"] == "From Bagus"


@pytest.mark.parametrize(
    ("field", "sent"),
    [
        ("name", "  Harvest   news "),
        ("subject", " Fresh  from Gayo "),
        ("category", " News  & more "),
        ("plainText", "Hello\r\nthere"),
        (
            "event",
            {"title": "Cupping", "startsAt": "2026-12-01T09:00:00.000+07:00", "endsAt": "2026-12-01T04:00:00.000Z"},
        ),
        ("content", {"kind": "markdown", "body": "Hello "}),
    ],
)
def test_a_save_that_is_repeated_is_no_conflict(alice: Person, field: str, sent: Any) -> None:
    campaign = make_campaign(alice.team)
    first = edit_draft(alice, campaign, 1, **{field: sent})

    again = edit_draft(alice, campaign, 1, **{field: sent})

    assert [first.status_code, again.status_code] == [200, 200]
    assert again.json()[field] == first.json()[field]


def test_the_order_of_ids_and_their_repetition_is_no_conflict(alice: Person) -> None:
    campaign = make_campaign(alice.team)
    ids = [make_label(alice.team, name).pk for name in ("Bought", "Staff")]
    recipients = {"labelIds": [*reversed(ids), ids[0]]}
    assert edit_draft(alice, campaign, 1, recipients=recipients).status_code == 200

    again = edit_draft(alice, campaign, 1, recipients=recipients)

    assert again.status_code == 200
    assert again.json()["recipients"]["labelIds"] == ids


def test_what_can_not_be_stored_is_in_conflict_with_what_is(alice: Person, bagus: Person) -> None:
    campaign = make_campaign(alice.team)
    edit_draft(bagus, campaign, 1, recipients={"all": True})

    answer = edit_draft(alice, campaign, 1, recipients={"labelIds": [404]})

    assert (answer.status_code, answer.json()["code"]) == (409, "editConflict")


def test_a_save_of_variants_that_is_repeated_is_no_conflict(alice: Person) -> None:
    campaign = make_test(alice.team)
    path = f"ab-test/{campaign.pk}"
    variants = [
        {"share": one["share"], "name": " First  one ", "subject": " Fresh ", "plainText": "a\r\nb"}
        for one in alice.api.get(path).json()["variants"]
    ]
    assert alice.api.put(path, {"variants": variants, "baseRevision": 1}).status_code == 200

    again = alice.api.put(path, {"variants": variants, "baseRevision": 1})

    assert again.status_code == 200
    assert again.json()["variants"][0]["name"] == "First one"


def fields_of(campaign: Campaign) -> dict[str, Any]:
    campaign.refresh_from_db()
    edits: dict[str, Any] = campaign.field_edits
    return edits


def test_a_category_that_is_set_in_the_list_is_an_edit(alice: Person, bagus: Person) -> None:
    campaign = make_campaign(alice.team)
    bagus.api.put(f"email-marketing/{campaign.pk}/category", {"category": "News"})

    answer = edit_draft(alice, campaign, 1, category="Offers")

    assert (answer.status_code, answer.json()["code"]) == (409, "editConflict")
    assert fields_of(campaign) == {"category": {"revision": 2, "by": "Bagus"}}


def test_a_category_that_is_renamed_is_an_edit_of_all_its_campaigns(alice: Person, bagus: Person) -> None:
    campaigns = [make_campaign(alice.team, category="News") for _ in range(3)]
    edit_draft(alice, campaigns[0], 1, subject="Kept")

    with CaptureQueriesContext(connection) as captured:
        bagus.api.put("email-marketing/category", {"category": "News", "to": "Letters"})

    updates = [query for query in captured.captured_queries if query["sql"].startswith('UPDATE "campaigns_campaign"')]
    assert len(updates) == 1
    assert [fields_of(campaign) for campaign in campaigns] == [
        {"subject": {"revision": 2, "by": "Alice"}, "category": {"revision": 3, "by": "Bagus"}},
        {"category": {"revision": 2, "by": "Bagus"}},
        {"category": {"revision": 2, "by": "Bagus"}},
    ]
    assert edit_draft(alice, campaigns[1], 1, category="Offers").json()["code"] == "editConflict"


def test_a_label_that_is_left_out_and_brought_back_is_an_edit_of_the_recipients(alice: Person, bagus: Person) -> None:
    label = make_label(alice.team, "Bought")
    campaign = make_campaign(alice.team, to_all=True)

    done = label_exclusions.exclude_label(team_id=alice.team.pk, label_id=label.pk, by=bagus.caller)
    answer = edit_draft(alice, campaign, 1, recipients={"all": True})

    assert answer.json()["code"] == "editConflict"
    label_exclusions.undo_exclusion(team_id=alice.team.pk, label_id=label.pk, campaign_ids=done, by=bagus.caller)
    assert fields_of(campaign) == {"recipients": {"revision": 3, "by": "Bagus"}}
