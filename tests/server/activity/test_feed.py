import pytest

from server.activity import services as activity
from server.activity.acts import ACTS
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
    # The API tells milliseconds, the event microseconds.
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


def test_another_team_sees_nothing(alice: Person, mallory: Person) -> None:
    act(alice)

    assert mallory.api.get("activity").json() == {"items": [], "total": 0}


@pytest.mark.parametrize("query", ["page=2", "size=0", "size=1001", "reference=nonsense"])
def test_what_the_panel_never_asks_is_refused(alice: Person, query: str) -> None:
    answer = alice.api.get(f"activity?{query}")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")


def test_an_act_outside_of_the_table_is_a_slip(alice: Person) -> None:
    with pytest.raises(ValueError, match="knows no SENT"):
        act(alice, action="SENT")

    assert alice.api.get("activity").json()["total"] == 0


def test_the_table_is_the_specification() -> None:
    ours = {
        "advice": ("UPDATED", "ACTIVATE", "UNDO"),
        "api-key": ("CREATED", "UPDATED", "DELETED"),
        "subaccount": ("CREATED", "UPDATED", "DELETED"),
        "transactional-domain": ("CREATED", "DELETED"),
        "transactional-label": ("CREATED", "UPDATED", "DELETED"),
        "transactional-message": ("VIEWED", "SENT", "RELEASED", "CANCELED", "SUPPRESSED"),
        "transactional-setting": ("UPDATED",),
        "transactional-template": ("CREATED", "UPDATED", "DELETED", "ACTIVATE"),
        "webhook": ("CREATED", "UPDATED", "DELETED", "ACTIVATE"),
    }
    assert {reference: actions for reference, actions in ACTS.items() if reference in ours} == ours
    assert "UNDO" in ACTS["contact"]
    assert {"EXPORT", "PAUSED", "RESUMED", "STOPPED", "TESTED"} < set(ACTS["campaign"])
    specified = [len(actions) for reference, actions in ACTS.items() if reference not in ours]
    assert sum(specified) - 6 == 1 + 7 * 3 + 5 + 5 + 4 + 2


def test_what_nobody_did_has_no_name(alice: Person) -> None:
    activity.record(team_id=alice.team.pk, reference="campaign", action="SENT", name="Promo", by=None)

    assert alice.api.get("activity").json()["items"][0]["fullname"] == ""
