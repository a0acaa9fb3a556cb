from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.activity import services as activity
from server.activity.models import Activity
from server.core import clock
from server.core.models import OutboxEvent
from tests.cast import Person

pytestmark = pytest.mark.django_db


def act(person: Person, name: str = "Ani", **fields: object) -> None:
    given = {"reference": "contact", "action": "CREATED"} | fields
    activity.record(team_id=person.team.pk, name=name, by=person.caller, **given)  # type: ignore[arg-type]


def test_an_entry_tells_who_did_what_and_is_pushed_to_the_team(alice: Person, bob: Person) -> None:
    act(alice)

    answer = bob.api.get("activity").json()

    assert answer["total"] == 1
    item = answer["items"][0]
    assert (item["reference"], item["action"], item["name"], item["fullname"]) == ("contact", "CREATED", "Ani", "Alice")
    event = OutboxEvent.objects.get()
    assert (event.name, event.rooms) == ("activity.entry.recorded", [f"team:{alice.team.pk}"])
    assert event.payload["subject"] == "Ani"
    # The API has milliseconds, the event microseconds.
    assert event.payload["createdAt"][:23] == item["createdAt"][:23]


def test_the_newest_come_first_and_load_more_raises_the_size(alice: Person) -> None:
    for number in range(12):
        act(alice, f"Contact {number}")

    first, more = alice.api.get("activity").json(), alice.api.get("activity?page=1&size=20").json()

    assert (len(first["items"]), first["total"]) == (10, 12)
    assert first["items"][0]["name"] == "Contact 11"
    assert [item["name"] for item in more["items"]] == [f"Contact {number}" for number in reversed(range(12))]


def test_a_reference_narrows_the_feed(alice: Person) -> None:
    act(alice, "Ani")
    act(alice, "Promo", reference="campaign", action="SENT")

    items = alice.api.get("activity?reference=campaign").json()["items"]

    assert [item["name"] for item in items] == ["Promo"]


def test_transactional_activity_can_be_seen_alone(alice: Person) -> None:
    act(alice, "Ani")
    act(alice, "dsk_live_1", reference="api-key")
    act(alice, "Order", reference="transactional-message", action="RELEASED")
    act(alice, "Promo", reference="campaign", action="SENT")

    answer = alice.api.get("activity?reference=transactional").json()
    newest = alice.api.get("activity?reference=transactional&size=1").json()

    assert [item["name"] for item in answer["items"]] == ["Order", "dsk_live_1"]
    assert (answer["total"], [item["name"] for item in newest["items"]], newest["total"]) == (2, ["Order"], 2)


def names(person: Person) -> list[tuple[str, str, str]]:
    items = person.api.get("activity").json()["items"]
    return [(item["fullname"], item["action"], item["name"]) for item in items]


def autosave(person: Person, name: str, **fields: object) -> None:
    act(person, name, action="UPDATED", is_autosave=True, **fields)


def test_autosaves_of_a_record_by_one_person_in_a_row_are_one_entry(alice: Person, bob: Person) -> None:
    may, june = {"reference": "campaign", "link": "/campaigns/1"}, {"reference": "campaign", "link": "/campaigns/2"}
    act(alice, "Untitled", **may)
    start = clock.now()
    for minutes, name in enumerate(["May", "May n", "May news"]):
        with time_machine.travel(start + timedelta(minutes=9 * minutes), tick=False):
            autosave(alice, name, **may)
            autosave(bob, "June", **june)

    # Entries of another user in between do not split a series. The entry has the time of the last update.
    assert names(alice) == [
        ("Bob", "UPDATED", "June"),
        ("Alice", "UPDATED", "May news"),
        ("Alice", "CREATED", "Untitled"),
    ]
    assert Activity.objects.get(name="May news").created_at == start + timedelta(minutes=18)


@pytest.mark.parametrize("between", ["pause", "somebody else", "another act", "another update"])
def test_what_lies_between_parts_a_series_of_autosaves(alice: Person, bob: Person, between: str) -> None:
    may = {"reference": "campaign", "link": "/campaigns/1"}
    autosave(alice, "May", **may)
    later = clock.now() + timedelta(minutes=11 if between == "pause" else 1)
    with time_machine.travel(later, tick=False):
        if between == "somebody else":
            autosave(bob, "May", **may)
        elif between == "another act":
            act(alice, "May", action="TESTED", **may)
        elif between == "another update":
            act(alice, "May scheduled", action="UPDATED", **may)
        autosave(alice, "May", **may)

    assert [entry for entry in names(alice) if entry[0] == "Alice" and entry[2] == "May"].count(
        ("Alice", "UPDATED", "May")
    ) == 2


def test_what_was_not_an_autosave_is_never_replaced(alice: Person) -> None:
    secret = {"reference": "webhook", "link": "/webhook/1"}
    act(alice, "Secret replaced", action="UPDATED", **secret)
    act(alice, "Renamed", action="UPDATED", **secret)
    autosave(alice, "Typed", **secret)

    assert [name for _, _, name in names(alice)] == ["Typed", "Renamed", "Secret replaced"]


def test_autosaves_without_a_link_and_those_of_other_teams_stay_apart(alice: Person, mallory: Person) -> None:
    for person in (alice, mallory):
        autosave(person, "May", reference="campaign", link="/campaigns/1")
    for _ in range(2):
        autosave(alice, "body 7", reference="transactional-setting")

    assert len(names(alice)) == 3
    assert len(names(mallory)) == 1


def test_a_series_costs_the_same_however_much_there_is(alice: Person) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as captured:
            autosave(alice, "May", reference="campaign", link="/campaigns/1")
        return len(captured)

    statements()
    few = statements()
    for number in range(30):
        act(alice, f"Contact {number}", link=f"/contacts/{number}")

    assert statements() == few


def test_an_entry_leads_to_its_record_while_there_is_one(alice: Person, mallory: Person) -> None:
    for person in (alice, mallory):
        act(person, "Ani", link="/contacts/1")
    act(alice, "Budi", link="/contacts/2")
    act(alice, "Ani", action="UPDATED", link="/contacts/1")

    def links(person: Person) -> dict[str, str]:
        return {item["action"] + item["name"]: item["link"] for item in person.api.get("activity").json()["items"]}

    assert links(alice) == {"CREATEDAni": "/contacts/1", "CREATEDBudi": "/contacts/2", "UPDATEDAni": "/contacts/1"}

    act(alice, "Ani", action="DELETED", link="/contacts/1")

    assert links(alice) == {"CREATEDAni": "", "CREATEDBudi": "/contacts/2", "UPDATEDAni": "", "DELETEDAni": ""}
    assert links(mallory) == {"CREATEDAni": "/contacts/1"}


def test_another_team_sees_nothing(alice: Person, mallory: Person) -> None:
    act(alice)

    assert mallory.api.get("activity").json() == {"items": [], "total": 0}


@pytest.mark.parametrize("query", ["page=2", "size=0", "size=1001", "reference=nonsense"])
def test_what_the_panel_never_asks_is_refused(alice: Person, query: str) -> None:
    answer = alice.api.get(f"activity?{query}")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")


@pytest.mark.parametrize(
    ("reference", "action"), [("contact", "SENT"), ("automation", "CREATED"), ("nonsense", "CREATED")]
)
def test_an_entry_that_no_app_has_registered_is_refused(alice: Person, reference: str, action: str) -> None:
    with pytest.raises(ValueError, match=f"No app has registered {action} of {reference}"):
        act(alice, reference=reference, action=action)

    assert alice.api.get("activity").json()["total"] == 0


def test_what_nobody_did_has_no_name(alice: Person) -> None:
    activity.record(team_id=alice.team.pk, reference="campaign", action="SENT", name="Promo", by=None)

    assert alice.api.get("activity").json()["items"][0]["fullname"] == ""
