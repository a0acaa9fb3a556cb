"""Password reset: the link, and that a request reveals nothing."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.accounts.models import Session, User
from server.accounts.services import passwords
from server.core.models import Attempt, Job
from server.identity.models import EmailedToken
from tests.cast import Person, sign_in
from tests.conftest import ApiClient
from tests.proof_of_work import solved
from tests.server.identity.conftest import PASSWORD, Postbox, post_signin

pytestmark = pytest.mark.django_db

NEW = "another fine password"


def ask(api: ApiClient, email: str) -> Any:
    return api.post("forget-password", {"email": email, "captcha": solved(api)})


def mailed_token(api: ApiClient, person: Person, postbox: Postbox) -> str:
    assert ask(api, person.user.email).status_code == 200
    return postbox.newest("reset-password")["link"].rsplit("#", 1)[1]


def test_the_mailed_link_sets_a_password_and_ends_every_session(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    other = sign_in(alice_with_password.user, alice_with_password.team)
    token = mailed_token(anonymous, alice_with_password, postbox)
    to, _, context, language = postbox.mails[0]
    assert (to, language) == (alice_with_password.user.email, "en")
    assert context["link"].startswith("http://localhost:8000/reset-password#")

    answer = anonymous.post("reset-password", {"token": token, "password": NEW})

    assert (answer.status_code, answer.json()) == (200, {"done": True})
    for ended in (alice_with_password, other):
        assert ended.api.get("ping").json()["code"] == "forceOutException"
    assert post_signin(anonymous, alice_with_password.user.email).status_code == 401
    assert post_signin(anonymous, alice_with_password.user.email, NEW).status_code == 200
    assert postbox.count("password-changed") == 1


@pytest.mark.parametrize("why", ["used", "late", "unknown", "another purpose", "a newer one was used"])
def test_a_link_that_is_no_good_changes_nothing(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, clock: Any, why: str
) -> None:
    token = mailed_token(anonymous, alice_with_password, postbox)
    if why == "used":
        anonymous.post("reset-password", {"token": token, "password": PASSWORD})
    if why == "late":
        clock.shift(3600)
    if why == "unknown":
        token = "x" * 43
    if why == "another purpose":
        EmailedToken.objects.update(purpose="validate")
    if why == "a newer one was used":
        clock.shift(61)
        newer = mailed_token(anonymous, alice_with_password, postbox)
        anonymous.post("reset-password", {"token": newer, "password": PASSWORD})
    before = User.objects.get(pk=alice_with_password.user.pk).password

    answer = anonymous.post("reset-password", {"token": token, "password": NEW})

    assert (answer.status_code, answer.json()["code"]) == (410, "resetInvalidToken")
    assert answer.json()["message"] == "Link invalid, please retry your request"
    assert User.objects.get(pk=alice_with_password.user.pk).password == before


def test_after_a_password_that_is_refused_the_link_is_still_good(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    token = mailed_token(anonymous, alice_with_password, postbox)

    weak = anonymous.post("reset-password", {"token": token, "password": "password123"})

    assert (weak.status_code, weak.json()["number"]) == (400, 125)
    assert alice_with_password.api.get("ping").status_code == 200
    assert anonymous.post("reset-password", {"token": token, "password": NEW}).status_code == 200


def test_asking_does_and_says_the_same_for_every_address(
    alice_with_password: Person, anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compares statements and hashes instead of durations: the same work takes the same time."""
    hashed: list[str] = []
    monkeypatch.setattr(passwords, "hash_password", hashed.append)
    monkeypatch.setattr(passwords, "is_correct", lambda *_: hashed.append("verified"))

    def trace(email: str) -> tuple[Any, list[str]]:
        captcha = solved(anonymous)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = anonymous.post("forget-password", {"email": email, "captcha": captcha})
        return (answer.status_code, answer.content), [query["sql"].split(" ", 1)[0] for query in queries]

    known, unknown = trace(alice_with_password.user.email), trace("nobody@example.com")

    assert known == unknown
    assert known[0] == (200, b'{"done":true}')
    assert Counter(known[1])["INSERT"] >= 1
    assert hashed == []
    assert Job.objects.filter(name="identity.send_reset").count() == 2


def test_what_is_no_address_gets_the_same_answer(anonymous: ApiClient, db: None) -> None:
    assert ask(anonymous, "no address").json() == {"done": True}


@pytest.mark.parametrize("who", ["nobody", "locked"])
def test_nothing_is_mailed_to_who_has_no_use_of_it(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, who: str
) -> None:
    User.objects.update(locked_at="2026-01-01T00:00:00Z")

    ask(anonymous, "nobody@example.com" if who == "nobody" else alice_with_password.user.email)

    assert postbox.count("reset-password") == 0
    assert not EmailedToken.objects.exists()


def test_a_mailbox_is_not_filled(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    for _ in range(3):
        ask(anonymous, alice_with_password.user.email)
        assert postbox.count("reset-password") == 1

    clock.shift(61)
    ask(anonymous, alice_with_password.user.email)

    assert postbox.count("reset-password") == 2


def test_without_a_captcha_nothing_is_asked(alice_with_password: Person, anonymous: ApiClient) -> None:
    answer = anonymous.post("forget-password", {"email": alice_with_password.user.email, "captcha": "x"})

    assert (answer.status_code, answer.json()["code"]) == (400, "captchaInvalid")
    assert not Job.objects.exists()


def test_a_reset_does_not_clear_the_count_of_codes(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    last_at = alice_with_password.session.created_at
    Attempt.objects.create(
        key=f"codes:{alice_with_password.user.pk}", count=40, last_at=last_at, expires_at=last_at + timedelta(days=30)
    )
    token = mailed_token(anonymous, alice_with_password, postbox)

    anonymous.post("reset-password", {"token": token, "password": NEW})

    assert Attempt.objects.get(pk=f"codes:{alice_with_password.user.pk}").count == 40


def test_a_changed_password_makes_reset_links_useless(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    token = mailed_token(anonymous, alice_with_password, postbox)
    body = {"currentPassword": PASSWORD, "password": NEW}
    assert alice_with_password.api.put("users/change-password", body).status_code == 200

    answer = anonymous.post("reset-password", {"token": token, "password": "a third fine password"})

    assert answer.json()["code"] == "resetInvalidToken"
    assert Session.objects.filter(ended_at__isnull=True).count() == 1
