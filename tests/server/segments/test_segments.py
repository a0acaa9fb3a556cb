"""Segments through the API."""

from datetime import UTC, datetime
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction

from server.contacts.models import CustomField
from server.core import clock, in_use
from server.core.models import OutboxEvent
from server.segments.models import Segment
from tests.cast import Person
from tests.locks import is_lock_awaited
from tests.server.contacts.factories import make_contact, make_label
from tests.server.segments.calls import RULES


def group(*rules: dict[str, Any], match: str = "all") -> dict[str, Any]:
    return {"kind": "group", "match": match, "rules": list(rules)}


def city(name: str) -> dict[str, Any]:
    return {"kind": "field", "field": "city", "operator": "is", "value": name}


def make(person: Person, name: str = "Jakarta", rules: dict[str, Any] | None = None) -> dict[str, Any]:
    answer = person.api.post("contacts/segment", {"name": name, "rules": rules or RULES})
    assert answer.status_code == 200, answer.json()
    made: dict[str, Any] = answer.json()
    return made


def test_a_segment_is_made_read_changed_and_deleted_and_everybody_hears_of_it(alice: Person) -> None:
    made = make(alice)
    assert made["name"] == "Jakarta"
    assert made["rules"] == {
        "kind": "group",
        "match": "all",
        "negated": False,
        "rules": [{"kind": "field", "field": "city", "operator": "is", "value": "Jakarta"}],
    }
    assert made["usedBy"] == []
    assert alice.api.get("contacts/segment").json() == [made]
    changed = alice.api.put(f"contacts/segment/{made['id']}", {"name": "Bandung", "rules": group(city("Bandung"))})
    assert changed.json()["name"] == "Bandung"
    assert changed.json()["revision"] == 2
    assert alice.api.get(f"contacts/segment/{made['id']}").json() == changed.json()
    assert alice.api.delete(f"contacts/segment/{made['id']}").status_code == 204
    assert alice.api.get("contacts/segment").json() == []
    told = OutboxEvent.objects.filter(name="segments.segment.changed").order_by("pk")
    assert [row.payload for row in told] == [
        {"action": action, "segmentId": made["id"]} for action in ("created", "updated", "deleted")
    ]


def test_a_change_over_what_another_has_changed_is_refused_and_shows_it(alice: Person) -> None:
    made = make(alice)
    path, base = f"contacts/segment/{made['id']}", {"name": made["name"], "rules": made["rules"]}
    theirs = alice.api.put(path, {"name": "Jakarta", "rules": group(city("Bogor")), "base": base}).json()
    mine = {"name": "Java", "rules": group(city("Bandung"))}

    refused = alice.api.put(path, mine | {"base": base})

    assert (refused.status_code, refused.json()["code"]) == (409, "editConflict")
    assert refused.json()["payload"] == {"fields": ["rules"], "values": {"rules": theirs["rules"]}}
    assert alice.api.get(path).json() == theirs
    again = alice.api.put(path, mine | {"base": base | refused.json()["payload"]["values"]})
    assert alice.api.put(path, mine | {"base": {"name": "Java"}}).status_code == 400
    assert (again.json()["name"], again.json()["rules"]["rules"][0]["value"]) == ("Java", "Bandung")


def test_the_base_of_a_change_has_the_form_of_responses(alice: Person) -> None:
    made = make(alice)
    path = f"contacts/segment/{made['id']}"
    Segment.objects.filter(pk=made["id"]).update(rules=group(city("Jakarta")))  # without `negated`
    read = alice.api.get(path).json()
    assert read["rules"]["negated"] is False

    same = alice.api.put(
        path, {"name": "Java", "rules": read["rules"], "base": {"name": read["name"], "rules": read["rules"]}}
    )

    assert (same.status_code, same.json()["name"]) == (200, "Java")


def test_a_name_is_once_in_a_team_and_another_team_s_does_not_count(alice: Person, mallory: Person) -> None:
    make(alice)
    make(mallory)
    answer = alice.api.post("contacts/segment", {"name": "JAKARTA", "rules": RULES})
    assert (answer.status_code, answer.json()["code"]) == (409, "segmentExists")
    assert Segment.objects.for_team(alice.team).count() == 1


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"kind": "field", "field": "shoe", "operator": "is", "value": "x"}, "rules.rules.0.field"),
        ({"kind": "field", "field": "city", "operator": "before", "value": "x"}, "rules.rules.0.operator"),
        ({"kind": "field", "field": "birthday", "operator": "before", "value": "2026-02-30"}, "rules.rules.0.value"),
        ({"kind": "field", "field": "birthday", "operator": "before", "value": "0001-01-01"}, "rules.rules.0.value"),
        ({"kind": "field", "field": "birthday", "operator": "inLastDays", "value": 0}, "rules.rules.0.value"),
        ({"kind": "field", "field": "birthday", "operator": "between", "value": ["2026-02-02", "2026-02-01"]}, None),
        ({"kind": "field", "field": "city", "operator": "isEmpty", "value": "x"}, "rules.rules.0.value"),
        ({"kind": "label", "operator": "hasAny", "labelIds": [999_999]}, "rules.rules.0.labelIds"),
        ({"kind": "activity", "activity": "danced"}, "rules.rules.0.activity"),
        ({"kind": "activity", "activity": "opened", "subjectId": "nothing"}, "rules.rules.0.subjectId"),
        ({"kind": "segment", "segmentId": 999_999}, "rules.rules.0.segmentId"),
        ({"kind": "group", "rules": []}, None),
        ({"kind": "dance"}, None),
    ],
)
def test_a_rule_that_can_not_be_asked_is_named_where_it_stands(
    alice: Person, rule: dict[str, Any], field: str | None
) -> None:
    for path, body in (
        ("contacts/segment", {"name": "Odd", "rules": group(rule)}),
        ("contacts/segment/size", {"rules": group(rule)}),
        ("contacts/find", {"rules": group(rule)}),
    ):
        answer = alice.api.post(path, body)
        assert answer.status_code == 400, (path, answer.json())
        if field is not None:
            assert answer.json()["payload"]["field"] == field
    assert not Segment.objects.exists()


def test_a_tree_has_its_bounds(alice: Person) -> None:
    deep = city("Jakarta")
    for _ in range(7):
        deep = group(deep)
    assert alice.api.post("contacts/segment/size", {"rules": deep}).status_code == 400
    wide = group(*[group(*[city("x")] * 30)] * 2)
    assert alice.api.post("contacts/segment/size", {"rules": wide}).status_code == 400
    assert alice.api.post("contacts/segment/size", {"rules": group(*[city("x")] * 59)}).status_code == 200


def test_another_team_s_segment_label_and_field_can_not_be_asked_for(alice: Person, mallory: Person) -> None:
    label = make_label(mallory.team, "hers")
    own = CustomField.objects.create(team=mallory.team, name="Size", tag="size", type="text", created_at=clock.now())
    foreign = make(mallory)["id"]
    for rule in (
        {"kind": "label", "operator": "hasAny", "labelIds": [label.pk]},
        {"kind": "field", "field": f"custom:{own.pk}", "operator": "is", "value": "x"},
        {"kind": "segment", "segmentId": foreign},
    ):
        assert alice.api.post("contacts/segment/size", {"rules": group(rule)}).status_code == 400
    assert alice.api.post("contacts/find", {"segmentId": foreign}).status_code == 404


def test_a_segment_asks_for_others_but_never_for_itself(alice: Person) -> None:
    make_contact(alice.team, "ani@kopi.example", city="Jakarta", country="Indonesia")
    make_contact(alice.team, "budi@kopi.example", city="Jakarta")
    first = make(alice, "first")
    indonesian = {"kind": "field", "field": "country", "operator": "is", "value": "id"}
    second = make(alice, "second", group({"kind": "segment", "segmentId": first["id"]}, indonesian))
    outside = group({"kind": "segment", "segmentId": second["id"], "member": False})
    assert alice.api.post("contacts/segment/size", {"rules": second["rules"]}).json()["count"] == 1
    assert alice.api.post("contacts/segment/size", {"rules": outside}).json()["count"] == 1
    circle = {"name": "first", "rules": group({"kind": "segment", "segmentId": second["id"]})}
    answer = alice.api.put(f"contacts/segment/{first['id']}", circle)
    assert (answer.status_code, answer.json()["code"]) == (422, "segmentCircle")
    assert alice.api.get(f"contacts/segment/{first['id']}").json()["rules"] == first["rules"]
    answer = alice.api.delete(f"contacts/segment/{first['id']}")
    assert (answer.status_code, answer.json()["code"]) == (409, "inUse")
    assert answer.json()["payload"] == {"uses": [{"kind": "segment", "name": "second"}]}
    assert alice.api.get(f"contacts/segment/{first['id']}").json()["usedBy"] == ["second"]


def test_what_a_segment_asks_for_is_not_deleted(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    own = alice.api.post("contacts/field", {"name": "Size", "type": "text"}).json()
    make(alice, "label", group({"kind": "label", "operator": "hasAll", "labelIds": [label.pk]}))
    make(alice, "field", group({"kind": "field", "field": f"custom:{own['id']}", "operator": "isEmpty"}))
    for path, use in ((f"label/{label.pk}", "label"), (f"field/{own['id']}", "field")):
        answer = alice.api.delete(f"contacts/{path}")
        assert (answer.status_code, answer.json()["payload"]) == (409, {"uses": [{"kind": "segment", "name": use}]})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_made_first", [True, False])
def test_a_segment_and_a_reference_to_it_are_not_deleted_and_made_in_one_moment(
    alice: Person, is_made_first: bool
) -> None:
    referred = make(alice)
    rules = group({"kind": "segment", "segmentId": referred["id"]})
    statuses: list[int] = []

    def make_another() -> None:
        statuses.append(alice.api.post("contacts/segment", {"name": "Another", "rules": rules}).status_code)

    def delete() -> None:
        statuses.append(alice.api.delete(f"contacts/segment/{referred['id']}").status_code)

    first, second = (make_another, delete) if is_made_first else (delete, make_another)

    def follow() -> None:
        second()
        connection.close()

    with transaction.atomic():
        first()  # not committed when the second one arrives
        thread = Thread(target=follow)
        thread.start()
        while thread.is_alive() and not is_lock_awaited():
            thread.join(0.01)
    thread.join(10)

    assert statuses == ([200, 409] if is_made_first else [204, 400])
    assert [one["name"] for one in alice.api.get("contacts/segment").json()] == (
        ["Another", "Jakarta"] if is_made_first else []
    )


def test_a_refusal_names_twenty_of_the_segments_that_ask_for_a_label(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    for number in range(in_use.MAX_LISTED_USES + 1):
        make(alice, f"s{number}", group({"kind": "label", "operator": "hasAll", "labelIds": [label.pk]}))

    answer = alice.api.delete(f"contacts/label/{label.pk}")

    assert (answer.status_code, [use["name"] for use in answer.json()["payload"]["uses"]]) == (
        409,
        [f"s{number}" for number in range(20)],
    )


def test_the_size_counts_who_may_be_written_to_besides(alice: Person) -> None:
    make_contact(alice.team, "ani@kopi.example", city="Jakarta")
    make_contact(alice.team, "budi@kopi.example", city="jakarta", state="unsubscribed")
    make_contact(alice.team, "cici@kopi.example", city="Bandung")
    assert alice.api.post("contacts/segment/size", {"rules": RULES}).json() == {"count": 2, "subscribed": 1}


def test_contacts_are_found_by_rules_and_by_segment_with_what_else_is_asked(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    for number in range(25):
        fields = {"label_ids": [label.pk]} if number % 2 else {}
        make_contact(alice.team, f"p{number:02}@kopi.example", city="Jakarta" if number < 20 else "", **fields)
    segment = make(alice)["id"]
    found = alice.api.post("contacts/find", {"rules": RULES, "size": 5}).json()
    assert (found["total"], found["totalIsExact"]) == (20, True)
    assert [item["email"] for item in found["items"]] == [f"p{number:02}@kopi.example" for number in range(19, 14, -1)]
    following = alice.api.post("contacts/find", {"rules": RULES, "size": 5, "after": found["next"]}).json()
    assert [item["email"] for item in following["items"]] == [f"p{n:02}@kopi.example" for n in range(14, 9, -1)]
    assert alice.api.get(f"contacts?segmentId={segment}&size=5").json() == found
    sorted_ = alice.api.get(f"contacts?segmentId={segment}&size=2&sort=email").json()
    assert [item["email"] for item in sorted_["items"]] == ["p00@kopi.example", "p01@kopi.example"]
    both = {"segmentId": segment, "labelIds": [label.pk], "search": "p1"}
    assert alice.api.post("contacts/find", both).json()["total"] == 5
    assert alice.api.post("contacts/find/count-only", both).json() == {"count": 5, "exact": True}
    answer = alice.api.post("contacts/find/apply-label", {"filter": {"segmentId": segment}, "add": [label.pk]})
    assert answer.json() == {"count": 10, "queued": False}
    assert alice.api.get(f"contacts?labelIds={label.pk}").json()["total"] == 22


def test_why_somebody_is_in_is_told_rule_by_rule(alice: Person, mallory: Person) -> None:
    ani = make_contact(alice.team, "ani@kopi.example", city="Jakarta")
    rules = group(city("Jakarta"), group(city("Bandung"), {"kind": "activity", "activity": "opened"}, match="any"))
    assert alice.api.post("contacts/segment/explain", {"rules": rules, "contactId": ani.pk}).json() == {
        "holds": False,
        "times": None,
        "below": [
            {"holds": True, "times": None, "below": []},
            {
                "holds": False,
                "times": None,
                "below": [
                    {"holds": False, "times": None, "below": []},
                    {"holds": False, "times": 0, "below": []},
                ],
            },
        ],
    }
    foreign = make_contact(mallory.team, "x@teh.example")
    assert alice.api.post("contacts/segment/explain", {"rules": rules, "contactId": foreign.pk}).status_code == 404


def test_what_may_be_asked_for_is_told_with_its_comparisons(alice: Person) -> None:
    alice.api.post("contacts/field", {"name": "Size", "type": "dropdown", "values": ["S", "M"]})
    grammar = alice.api.get("contacts/segment/grammar").json()
    fields = {field["key"]: field for field in grammar["fields"]}
    assert fields["birthday"]["kind"] == "day"
    assert {"name": "between", "takes": "days"} in fields["birthday"]["operators"]
    [own] = [field for field in grammar["fields"] if field["name"]]
    assert (own["name"], own["kind"], own["choices"]) == ("Size", "choice", ["S", "M"])
    assert {"name": "opened", "subject": "campaign"} in grammar["activities"]


def test_a_day_is_the_team_s_day(alice: Person) -> None:
    with time_machine.travel(datetime(2026, 3, 1, 17, 30, tzinfo=UTC), tick=False):  # 2 March in Jakarta
        make_contact(alice.team, "late@kopi.example", created_at=datetime(2026, 3, 1, 17, 0, tzinfo=UTC))
        make_contact(alice.team, "early@kopi.example", created_at=datetime(2026, 3, 1, 16, 59, 59, tzinfo=UTC))
        today = group({"kind": "field", "field": "createdAt", "operator": "inLastDays", "value": 1})
        found = alice.api.post("contacts/find", {"rules": today}).json()
    assert [item["email"] for item in found["items"]] == ["late@kopi.example"]
