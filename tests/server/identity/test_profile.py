from typing import Any

import pytest

from server.accounts.models import Session, User
from server.accounts.services import passwords
from server.core.callers import TokenKind
from server.core.models import Attempt, OutboxEvent
from server.identity.models import EmailPurpose
from server.identity.services import emailed_tokens, profile, recovery
from tests.cast import Person, sign_in
from tests.conftest import ApiClient
from tests.server.identity.conftest import PASSWORD, Postbox, post_signin

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

    assert passwords.is_correct(NEW, User.objects.get(pk=alice_with_password.user.pk).password)
    assert other.api.get("ping").json()["code"] == "forceOutException"
    assert alice_with_password.api.get("ping").status_code == 200


def test_without_the_current_password_nothing_changes(alice_with_password: Person) -> None:
    answer = change(alice_with_password, currentPassword="not the right one")

    assert (answer.status_code, answer.json()["number"]) == (400, 550)
    assert answer.json()["message"] == "The supplied password not correct"
    assert passwords.is_correct(PASSWORD, User.objects.get(pk=alice_with_password.user.pk).password)


def test_a_weak_new_password_is_refused(alice_with_password: Person) -> None:
    answer = change(alice_with_password, password="1234567890")

    assert (answer.status_code, answer.json()["number"]) == (400, 125)
    assert passwords.is_correct(PASSWORD, User.objects.get(pk=alice_with_password.user.pk).password)


def test_a_found_browser_is_no_way_to_guess(alice_with_password: Person, anonymous: ApiClient, clock: Any) -> None:
    """The attempts of this session run out, while the owner signs in and changes the password elsewhere."""
    elsewhere = sign_in(alice_with_password.user, alice_with_password.team)
    for number in range(10):
        assert change(alice_with_password, currentPassword=f"guess number {number}").status_code == 400

    refused = change(alice_with_password)

    assert (refused.status_code, refused.json()["payload"]) == (429, {"retryAfterSeconds": 900})
    assert passwords.is_correct(PASSWORD, User.objects.get(pk=alice_with_password.user.pk).password)
    assert post_signin(anonymous, alice_with_password.user.email).status_code == 200
    assert change(elsewhere).status_code == 200


def test_ever_new_sessions_are_no_way_to_guess(alice_with_password: Person, anonymous: ApiClient, clock: Any) -> None:
    """A session opens others for the teams of its user: all of them together have twenty attempts, then fewer."""
    found = [sign_in(alice_with_password.user, alice_with_password.team) for _ in range(8)]
    answers = [change(found[number // 6], currentPassword=f"guess {number}").status_code for number in range(21)]

    assert answers == [400] * 20 + [429]
    assert post_signin(anonymous, alice_with_password.user.email).status_code == 200
    clock.shift(900)
    again = [change(found[4 + number // 6], currentPassword=f"another {number}").status_code for number in range(21)]
    assert again == [400] * 20 + [429]
    clock.shift(900)
    assert change(found[7]).status_code == 429
    clock.shift(900)
    assert change(found[7]).status_code == 200
    assert not Attempt.objects.filter(pk__contains=str(alice_with_password.user.pk)).exists()


@pytest.mark.parametrize("kind", ["changed", "reset"])
def test_a_password_that_is_replaced_while_it_signs_in_opens_nothing(
    alice_with_password: Person, anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The sign-in has checked the old password when the new one is set."""
    user, caller, is_right = alice_with_password.user, alice_with_password.caller, passwords.is_correct

    def replaced_meanwhile(password: str, encoded: str | None) -> bool:
        found = is_right(password, encoded)
        monkeypatch.setattr(passwords, "is_correct", is_right)
        if kind == "changed":
            profile.change_password(current=PASSWORD, new=NEW, by=caller)
        else:
            recovery.reset(token=emailed_tokens.issue(user=user, purpose=EmailPurpose.RESET), password=NEW)
        return found

    monkeypatch.setattr(passwords, "is_correct", replaced_meanwhile)
    answer = post_signin(anonymous, user.email)

    assert (answer.status_code, answer.json()["code"]) == (401, "loginException")
    assert not Session.objects.filter(user=user, kind=TokenKind.TWO_FACTOR).exists()
    assert post_signin(anonymous, user.email, NEW).status_code == 200
