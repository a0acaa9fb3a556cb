from typing import Any

import pytest

from server.accounts.models import User
from server.accounts.services import passwords
from server.core.models import OutboxEvent
from tests.cast import Person, sign_in
from tests.server.identity.conftest import PASSWORD, Postbox

pytestmark = pytest.mark.django_db

NEW = "another long one"


def change(person: Person, **fields: str) -> Any:
    body = {"currentPassword": PASSWORD, "password": NEW} | fields
    return person.api.put("users/change-password", body)


def test_a_profile_changes_by_what_was_given(alice: Person) -> None:
    answer = alice.api.put("users/profile", {"lastname": " Wijaya ", "time": 12, "language": "id"}).json()

    assert (answer["firstname"], answer["lastname"], answer["time"]) == ("Alice", "Wijaya", 12)
    assert alice.api.get("users/profile").json() == answer
    assert alice.api.get("me").json()["user"]["fullname"] == "Alice Wijaya"


def test_the_language_is_that_of_every_browser_and_of_mail(alice_with_password: Person, postbox: Postbox) -> None:
    other = sign_in(alice_with_password.user, alice_with_password.team)

    alice_with_password.api.put("users/profile", {"language": "id"})

    assert other.api.get("me").json()["user"]["language"] == "id"
    told = OutboxEvent.objects.get(name="identity.user.changed")
    assert (told.rooms, told.payload) == (
        [f"user:{alice_with_password.user.pk}"],
        {"userId": str(alice_with_password.user.pk)},
    )
    change(alice_with_password)
    postbox.work()
    assert [language for *_, language in postbox.mails] == ["id"]


def test_a_language_that_the_interface_does_not_speak_is_refused(alice: Person) -> None:
    answer = alice.api.put("users/profile", {"language": "nl"})

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert User.objects.get(pk=alice.user.pk).language == "en"
    assert not OutboxEvent.objects.exists()


def test_an_odd_hour_format_is_24(alice: Person) -> None:
    assert alice.api.put("users/profile", {"time": 13}).json()["time"] == 24


def test_the_whole_record_has_tours_hints_and_versions(alice: Person) -> None:
    detail = alice.api.get("users/detail").json()

    assert (detail["tours"], detail["hints"], detail["policyVersion"]) == (
        {},
        {"complete": False, "data": {}},
        "",
    )
    assert (detail["toggleContact"], detail["lastProductUpdate"], detail["validate"]) == (False, None, True)


def test_another_password_forces_out_the_other_sessions(alice_with_password: Person) -> None:
    other = sign_in(alice_with_password.user, alice_with_password.team)

    assert change(alice_with_password).status_code == 200

    assert passwords.is_right(NEW, User.objects.get(pk=alice_with_password.user.pk).password)
    assert other.api.get("ping").json()["code"] == "forceOutException"
    assert alice_with_password.api.get("ping").status_code == 200


def test_without_the_current_password_nothing_changes(alice_with_password: Person) -> None:
    answer = change(alice_with_password, currentPassword="not the right one")

    assert (answer.status_code, answer.json()["number"]) == (400, 550)
    assert answer.json()["message"] == "The supplied password not correct"
    assert passwords.is_right(PASSWORD, User.objects.get(pk=alice_with_password.user.pk).password)


def test_a_weak_new_password_is_refused(alice_with_password: Person) -> None:
    answer = change(alice_with_password, password="1234567890")

    assert (answer.status_code, answer.json()["number"]) == (400, 125)
    assert passwords.is_right(PASSWORD, User.objects.get(pk=alice_with_password.user.pk).password)


def test_a_found_browser_is_no_way_to_guess(alice_with_password: Person) -> None:
    for number in range(10):
        change(alice_with_password, currentPassword=f"guess number {number}")

    assert change(alice_with_password).status_code == 429
