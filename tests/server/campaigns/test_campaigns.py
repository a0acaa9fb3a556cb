"""Writing campaigns: drafts, their text, their recipients, copies and deletion."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.activity.models import Activity
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.contacts.models import ContactLabel, CustomField
from server.core import clock
from server.core.models import OutboxEvent
from server.plans import quota
from server.plans.features import CAMPAIGN
from server.vendors.catalogue import get_vendor
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_label, make_sender

pytestmark = pytest.mark.django_db

WRITTEN = {
    "name": "  May   news ",
    "subject": 'Hello {{ firstname | fallback: "friend" }}',
    "preheader": "What is new",
    "category": " Produk:  kopi & teh ",
    "content": {"kind": "markdown", "starter": "news", "body": "Hello **{{ firstname }}**"},
}


def activities() -> list[tuple[str, str, str]]:
    return [(row.reference, row.action, row.name) for row in Activity.objects.order_by("pk")]


def changes() -> list[tuple[str, str, int]]:
    rows = OutboxEvent.objects.filter(name="campaigns.campaign.changed").order_by("pk")
    return [(row.payload["change"], row.payload["status"], row.payload["revision"]) for row in rows]


def started(team: Any, status: str, **fields: Any) -> Campaign:
    return make_campaign(team, status=status, started_at=clock.now(), **fields)


def test_a_new_campaign_is_a_draft_from_the_default_sender(alice: Person, newsletter: ContactLabel) -> None:
    sender = make_sender(alice.team)

    answer = alice.api.post("email-marketing", WRITTEN | {"recipients": {"labelIds": [newsletter.pk, newsletter.pk]}})

    assert answer.status_code == 200
    body = answer.json()
    times = {name: body[name] for name in ("createdAt", "updatedAt")}
    assert body == times | {
        "id": body["id"],
        "kind": "email",
        "name": "May news",
        "subject": 'Hello {{ firstname | fallback: "friend" }}',
        "preheader": "What is new",
        "category": "Produk: kopi & teh",
        "senderId": str(sender.pk),
        "sender": {"senderId": str(sender.pk), "name": "Kopi", "email": "news@kopi.example", "validated": True},
        "content": {"kind": "markdown", "starter": "news", "body": "Hello **{{ firstname }}**"},
        "plainText": "",
        "utm": {"on": False, "source": "", "medium": "", "campaign": "", "content": "", "term": ""},
        "utmDefaults": {"source": alice.team.slug, "medium": "email", "campaign": "may-news"},
        "footer": {"preferences": True, "view": True, "forward": False, "reply": False},
        "brand": get_vendor(alice.team.vendor).name,
        "event": None,
        "recipients": {
            "all": False,
            "labelIds": [newsletter.pk],
            "segmentIds": [],
            "topicId": None,
            "excludeLabelIds": [],
            "excludeSegmentIds": [],
        },
        "status": "DRAFT",
        "fieldEdits": [],
        "unopenedOf": None,
        "scheduleAt": None,
        "scheduleZone": "team",
        "firesAt": None,
        "perHour": None,
        "failure": "",
        "startedAt": None,
        "sentAt": None,
        "readyAt": None,
        "revision": 1,
        "documentId": None,
        "figures": None,
    }
    assert alice.api.get(f"email-marketing/{body['id']}").json() == body
    assert activities() == [("campaign", "CREATED", "May news")]
    assert changes() == [("created", "DRAFT", 1)]
    assert quota.get_state(team_id=alice.team.pk, limit=CAMPAIGN).used == 1


def test_a_repeated_create_makes_one(alice: Person) -> None:
    headers = {"Idempotency-Key": "one"}

    first, second = (alice.api.post("email-marketing", WRITTEN, **headers) for _ in range(2))

    assert first.json() == second.json()
    assert Campaign.objects.for_team(alice.team).count() == 1


@pytest.mark.parametrize(
    ("body", "payload"),
    [
        ({"subject": "Hello {{ firstnam }}"}, {"field": "subject", "line": 1, "column": 7}),
        ({"preheader": "{{ nobody }}"}, {"field": "preheader", "line": 1, "column": 1}),
        ({"content": {"body": "One\n\nTwo {{ nobody }}"}}, {"field": "content", "line": 3, "column": 5}),
        ({"content": {"body": "{% if city %}open"}}, {"field": "content", "line": 1, "column": 1}),
        (
            {"content": {"kind": "html", "body": "<p>Hi</p>\n<p>{{ firstname | shout }}</p>"}},
            {"field": "content", "line": 2, "column": 4},
        ),
    ],
)
def test_a_wrong_tag_is_refused_with_its_place(alice: Person, body: dict[str, Any], payload: dict[str, Any]) -> None:
    answer = alice.api.post("email-marketing", {"name": "May"} | body)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidTag")
    assert {name: answer.json()["payload"][name] for name in payload} == payload
    assert not Campaign.objects.for_team(alice.team).exists()
    assert quota.get_state(team_id=alice.team.pk, limit=CAMPAIGN).used == 0


def test_a_custom_field_is_a_tag(alice: Person) -> None:
    CustomField.objects.create(team=alice.team, name="Coffee", tag="coffee", type="text", created_at=clock.now())

    answer = alice.api.post("email-marketing", {"name": "May", "subject": "{{ coffee }}"})

    assert answer.status_code == 200
    tags = {row["tag"]: row["custom"] for row in alice.api.get("email-marketing/tag").json()["items"]}
    assert (tags["coffee"], tags["firstname"]) == (True, False)


def test_a_field_of_several_choices_is_a_tag_that_can_be_repeated(alice: Person) -> None:
    for tag, kind in (("coffee", "text"), ("interests", "multiChoice")):
        CustomField.objects.create(team=alice.team, name=tag, tag=tag, type=kind, created_at=clock.now())

    tags = alice.api.get("email-marketing/tag").json()["items"]

    assert [row["tag"] for row in tags if row["several"]] == ["interests"]


def test_another_teams_label_and_sender_are_refused(alice: Person, mallory: Person, newsletter: ContactLabel) -> None:
    sender = make_sender(alice.team)

    label = mallory.api.post("email-marketing", {"name": "T", "recipients": {"labelIds": [newsletter.pk]}})
    stolen = mallory.api.post("email-marketing", {"name": "T", "senderId": str(sender.pk)})

    assert (label.status_code, label.json()["code"]) == (400, "recipientLabelNotFound")
    assert label.json()["payload"] == {"labelIds": [newsletter.pk]}
    assert (stolen.status_code, stolen.json()["payload"]["field"]) == (400, "senderId")
    assert not Campaign.objects.for_team(mallory.team).exists()


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "   "}, {"name": "M", "segments": []}, {"name": "M\x00"}])
def test_what_is_no_campaign_is_refused(alice: Person, body: dict[str, Any]) -> None:
    answer = alice.api.post("email-marketing", body)

    assert answer.status_code == 400
    assert not Campaign.objects.for_team(alice.team).exists()


def test_a_change_replaces_what_is_sent_and_leaves_the_rest(alice: Person) -> None:
    campaign = make_campaign(alice.team, preheader="Old", sender=make_sender(alice.team))

    answer = alice.api.put(f"email-marketing/{campaign.pk}", {"subject": "New", "senderId": None})

    body = answer.json()
    assert (body["subject"], body["preheader"], body["senderId"], body["revision"]) == ("New", "Old", None, 2)
    assert body["content"]["body"] == "Hello **{{ firstname }}**"
    assert activities() == [("campaign", "UPDATED", "May news")]
    assert changes() == [("updated", "DRAFT", 2)]


@pytest.mark.parametrize("body", [{"name": None}, {"content": None}, {"recipients": None}, {"name": " "}])
def test_only_the_sender_may_be_taken_away(alice: Person, body: dict[str, Any]) -> None:
    campaign = make_campaign(alice.team)

    answer = alice.api.put(f"email-marketing/{campaign.pk}", body)

    assert (answer.status_code, answer.json()["number"]) == (400, 123)
    campaign.refresh_from_db()
    assert (campaign.name, campaign.revision) == ("May news", 1)


@pytest.mark.parametrize("status", [status for status in CampaignStatus if status is not CampaignStatus.DRAFT])
def test_only_a_draft_is_changed(alice: Person, status: CampaignStatus) -> None:
    campaign = started(alice.team, status)

    answer = alice.api.put(f"email-marketing/{campaign.pk}", {"subject": "Other"})

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    campaign.refresh_from_db()
    assert (campaign.subject, campaign.revision) == ("Hello {{ firstname }}", 1)


@pytest.mark.parametrize("status", list(CampaignStatus))
def test_what_could_still_send_is_not_deleted(alice: Person, status: CampaignStatus) -> None:
    quota.use(team_id=alice.team.pk, limit=CAMPAIGN)
    campaign = started(alice.team, status)

    answer = alice.api.post(f"email-marketing/{campaign.pk}/delete")

    gone = status in ("DRAFT", "SENT", "CANCELLED", "FAILED")
    assert answer.status_code == (204 if gone else 409)
    assert Campaign.objects.for_team(alice.team).exists() is not gone
    assert quota.get_state(team_id=alice.team.pk, limit=CAMPAIGN).used == (0 if gone else 1)
    assert changes() == ([("deleted", status.value, 2)] if gone else [])


def test_a_copy_is_a_draft_of_its_own(alice: Person, newsletter: ContactLabel) -> None:
    original = started(alice.team, "SENT", from_email="a@kopi.example", label_ids=[newsletter.pk], name="M" * 200)

    body = alice.api.post(f"email-marketing/{original.pk}/duplicate").json()

    copy = Campaign.objects.for_team(alice.team).get(pk=body["id"])
    assert (copy.status, copy.from_email, copy.started_at) == ("DRAFT", "", None)
    assert (copy.body, copy.label_ids) == (original.body, [newsletter.pk])
    assert copy.name == "M" * 193 + " (copy)"
    assert activities() == [("campaign", "DUPLICATED", "M" * 200)]
    assert changes() == [("created", "DRAFT", 1)]


def test_a_category_can_be_set_in_any_state_and_is_listed(alice: Person) -> None:
    sent, other = started(alice.team, "SENT"), make_campaign(alice.team, category="Old")

    answer = alice.api.put(f"email-marketing/{sent.pk}/category", {"category": "Harvest 2026!"})

    assert answer.json()["category"] == "Harvest 2026!"
    assert alice.api.get("email-marketing/category").json()["items"] == ["Harvest 2026!", "Old"]
    rows = alice.api.get("email-marketing?category=Old").json()["items"]
    assert [row["id"] for row in rows] == [str(other.pk)]


def test_the_list_is_filtered_sorted_and_takes_as_many_queries_for_more_rows(alice: Person, mallory: Person) -> None:
    make_campaign(mallory.team, name="Theirs")
    make_campaign(alice.team, name="Apple", sender=make_sender(alice.team))
    with CaptureQueriesContext(connection) as one:
        alice.api.get("email-marketing?size=1")
    make_campaign(alice.team, name="Banana", subject="Ripe")
    started(alice.team, "SENT", name="Cherry")
    started(alice.team, "SENT", name="Date")

    with CaptureQueriesContext(connection) as four:
        by_name = alice.api.get("email-marketing?sort=-name&size=3").json()

    assert [row["name"] for row in by_name["items"]] == ["Date", "Cherry", "Banana"]
    assert (by_name["total"], by_name["totalIsExact"]) == (4, True)
    assert "content" not in by_name["items"][0]
    assert len(four) == len(one) + 1  # one query for the counters of all started campaigns
    assert [row["name"] for row in alice.api.get("email-marketing?status=SENT&sort=name").json()["items"]] == [
        "Cherry",
        "Date",
    ]
    assert [row["name"] for row in alice.api.get("email-marketing?search=ripe").json()["items"]] == ["Banana"]


def test_another_teams_campaign_is_not_found(alice: Person, mallory: Person) -> None:
    campaign = make_campaign(alice.team)
    path = f"email-marketing/{campaign.pk}"

    answers = [
        mallory.api.get(path),
        mallory.api.put(path, {"name": "Mine"}),
        mallory.api.put(f"{path}/category", {"category": "x"}),
        mallory.api.post(f"{path}/duplicate"),
        mallory.api.post(f"{path}/delete"),
        mallory.api.get(f"{path}/count-recipient"),
        mallory.api.get(f"{path}/preview"),
        mallory.api.get(f"email-marketing/{uuid4()}"),
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "noEntity")}
    campaign.refresh_from_db()
    assert (campaign.name, campaign.revision) == ("May news", 1)
    assert not Campaign.objects.for_team(mallory.team).exists()


def test_a_label_that_went_stays_until_the_start(alice: Person) -> None:
    label_id = make_label(alice.team, "Gone").pk
    campaign = make_campaign(alice.team, label_ids=[label_id])

    ContactLabel.objects.for_team(alice.team).delete()

    assert alice.api.get(f"email-marketing/{campaign.pk}").json()["recipients"]["labelIds"] == [label_id]
    counted = alice.api.get(f"email-marketing/{campaign.pk}/count-recipient").json()
    assert (counted["count"], counted["chosen"]) == (0, 0)
