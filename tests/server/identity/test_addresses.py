"""Changing the address."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.accounts.models import User
from server.core.models import Job, OutboxEvent
from server.identity.models import EmailedToken, EmailPurpose
from server.identity.services import emailed_tokens
from tests.cast import Person
from tests.conftest import ApiClient
from tests.server.identity.conftest import PASSWORD, Postbox, post_signin

pytestmark = pytest.mark.django_db

NEW = "alice@new.example"


def change(person: Person, email: str = NEW, password: str = PASSWORD) -> Any:
    return person.api.put("users/change-email", {"email": email, "password": password})


def confirmation(postbox: Postbox) -> str:
    return postbox.newest("confirm-email")["link"].rsplit("#", 1)[1]


def test_the_new_address_counts_when_its_link_comes_back(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    alice, old = alice_with_password, alice_with_password.user.email
    assert change(alice, " Alice@New.Example ").status_code == 200
    token = confirmation(postbox)
    assert [(to, name, context["name"]) for to, name, context, _ in postbox.mails] == [(NEW, "confirm-email", "")]
    assert alice.api.get("me").json()["user"]["email"] == old
    assert alice.api.get("users/profile").json()["pendingEmail"] == NEW

    answer = anonymous.post("users/validate", {"token": token})

    assert answer.status_code == 200
    assert alice.api.get("me").json()["user"]["email"] == NEW
    assert alice.api.get("users/profile").json()["pendingEmail"] is None
    assert post_signin(anonymous, NEW).status_code == 200
    assert post_signin(anonymous, old).status_code == 401
    assert postbox.newest("email-changed")["new"] == NEW
    assert postbox.mails[-1][0] == old
    assert OutboxEvent.objects.filter(name="identity.user.changed").exists()
    assert anonymous.post("users/validate", {"token": token}).json()["code"] == "tokenExpired"


def test_a_wrong_password_changes_nothing(alice_with_password: Person) -> None:
    answer = change(alice_with_password, password="wrong password!")

    assert (answer.status_code, answer.json()["code"]) == (400, "currentPasswordWrong")
    assert alice_with_password.api.get("users/profile").json()["pendingEmail"] is None


@pytest.mark.parametrize("email", ["nobody", "a@b", ""])
def test_what_is_no_address_is_refused(alice_with_password: Person, email: str) -> None:
    answer = change(alice_with_password, email)

    assert (answer.status_code, answer.json()["number"]) == (400, 123)


def test_a_taken_address_is_refused(alice_with_password: Person, bob: Person) -> None:
    answer = change(alice_with_password, bob.user.email)

    assert (answer.status_code, answer.json()["code"]) == (405, "emailRegistered")


def test_an_address_that_was_taken_meanwhile_stays_its_owner_s(
    alice_with_password: Person, bob: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    change(alice_with_password)
    token = confirmation(postbox)
    User.objects.filter(pk=bob.user.pk).update(email=NEW)

    answer = anonymous.post("users/validate", {"token": token})

    assert (answer.status_code, answer.json()["code"]) == (405, "emailRegistered")
    assert User.objects.get(email=NEW).pk == bob.user.pk


def test_a_second_wish_gives_the_first_up(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    change(alice_with_password)
    first = confirmation(postbox)
    soon = change(alice_with_password, "other@new.example")
    clock.shift(61)
    change(alice_with_password, "other@new.example")
    confirmation(postbox)

    late = anonymous.post("users/validate", {"token": first})

    assert (soon.status_code, soon.json()["code"]) == (429, "tooManyRequests")
    assert late.json()["code"] == "tokenExpired"
    assert alice_with_password.api.get("users/profile").json()["pendingEmail"] == "other@new.example"


def test_links_to_the_old_address_open_nothing_after_the_change(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    EmailedToken.objects.all().delete()
    reset = emailed_tokens.issue(user=alice_with_password.user, purpose=EmailPurpose.RESET)
    change(alice_with_password)
    anonymous.post("users/validate", {"token": confirmation(postbox)})

    answer = anonymous.post("reset-password", {"token": reset, "password": "another fine password"})

    assert answer.json()["code"] == "resetInvalidToken"


def test_the_work_is_the_same_for_an_address_that_is_registered(alice_with_password: Person, bob: Person) -> None:
    """Compares statements instead of durations; the only hash is that of the current password."""

    def trace(email: str) -> tuple[int, list[str]]:
        with CaptureQueriesContext(connection) as queries:
            answer = change(alice_with_password, email)
        statements = [query["sql"].split(" ", 1)[0] for query in queries]
        return answer.status_code, [each for each in statements if each not in ("SAVEPOINT", "RELEASE", "ROLLBACK")]

    taken, free = trace(bob.user.email), trace(NEW)

    assert (taken[0], free[0]) == (405, 200)
    assert taken[1] == free[1]
    assert Job.objects.get().arguments == {"user_id": str(alice_with_password.user.pk), "email": NEW}
