"""Stored interface state of a user."""

from typing import Any

import pytest

from server.accounts.models import User
from server.core import clock as product_clock
from tests.cast import Person

pytestmark = pytest.mark.django_db


def test_tours_are_marked_one_by_one(alice: Person) -> None:
    alice.api.put("users/tours", {"tours": {"campaigns": True}})

    answer = alice.api.put("users/tours", {"tours": {"contacts": True, "campaigns": False}})

    assert answer.json()["tours"] == {"campaigns": False, "contacts": True}
    assert alice.api.get("me").json()["user"]["tours"] == {"campaigns": False, "contacts": True}


def test_hints_are_kept_whole(alice: Person, bob: Person) -> None:
    hints = {"complete": True, "data": {"list.sort": True}}

    assert alice.api.put("users/hints", hints).json()["hints"] == hints
    assert alice.api.get("me").json()["user"]["hints"] == hints
    assert bob.api.get("me").json()["user"]["hints"] == {"complete": False, "data": {}}


@pytest.mark.parametrize("name", ["", "x" * 61, "a b", "<script>"])
def test_names_are_short_and_plain(alice: Person, name: str) -> None:
    tours = alice.api.put("users/tours", {"tours": {name: True}})
    hints = alice.api.put("users/hints", {"complete": True, "data": {name: True}})

    assert [tours.status_code, hints.status_code] == [400, 400]
    user = User.objects.get()
    assert (user.tours, user.hints) == ({}, {})


def test_there_is_an_end_of_tours(alice: Person) -> None:
    for part in range(2):
        alice.api.put("users/tours", {"tours": {f"{part}-{number}": True for number in range(100)}})

    answer = alice.api.put("users/tours", {"tours": {"one-more": True}})

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "tours")
    assert len(User.objects.get().tours) == 200


@pytest.mark.parametrize(("version", "kept"), [("1.9.0", "1.9.0"), ("2.0.0", "2.0.0"), ("2.0.1", ""), ("two", "")])
def test_the_policy_that_was_seen_is_noted(alice: Person, version: str, kept: str) -> None:
    answer = alice.api.put("users/policy-version", {"version": version})

    assert answer.status_code == (200 if kept else 400)
    assert alice.api.get("me").json()["user"]["policyVersion"] == kept


def test_what_is_new_was_seen_now(alice: Person, clock: Any) -> None:
    assert alice.api.get("me").json()["user"]["lastProductUpdate"] is None

    answer = alice.api.put("users/new-release")

    assert answer.status_code == 200
    assert User.objects.get().last_product_update == product_clock.now()


def test_the_contact_list_is_switched(alice: Person) -> None:
    bodies: list[dict[str, Any]] = [{}, {}, {"toggleContact": True}, {"toggleContact": True}]
    told = [alice.api.put("users/toggle", body).json()["toggleContact"] for body in bodies]

    assert told == [True, False, True, True]
    assert alice.api.get("me").json()["user"]["toggleContact"] is True


def test_an_affiliate_is_one_from_the_first_time_on(alice: Person, clock: Any) -> None:
    assert alice.api.get("users/detail").json()["affiliate"] is False
    assert alice.api.post("user/activate/affiliate").json()["affiliate"] is True
    first = User.objects.get().affiliate_at
    clock.shift(60)

    alice.api.post("user/activate/affiliate")

    assert User.objects.get().affiliate_at == first
