"""The four public operations under contacts/ (CONT-80 to 87)."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from server.contacts.models import Contact, ContactConsent, SubscriberSetting
from server.core import clock
from server.core.models import Job
from server.core.parsing import MAX_FORMATTED_ISSUES
from server.delivery import keys
from server.delivery.models import Suppression
from server.delivery.services import mailings, signing_up
from server.identity.services import captcha
from tests.cast import Person
from tests.conftest import ApiClient
from tests.operations import ALL
from tests.proof_of_work import solved
from tests.server.contacts.factories import make_contact
from tests.server.delivery.mailing_factory import make_mailing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def ayu(alice: Person) -> Contact:
    return make_contact(alice.team, "ayu@example.com")


@pytest.fixture
def token(alice: Person, ayu: Contact) -> str:
    mailing = make_mailing(alice.team)
    mailings.send_rows(mailing=mailing, rows=[(ayu.pk, ayu.email, {})])
    return keys.get_key_ring().token(mailing.pk, 0)


def state_of(contact: Contact) -> str:
    contact.refresh_from_db()
    return contact.state


def post_form(path: str, body: bytes, kind: str) -> Any:
    return Client().post(f"/api/{path}", body, content_type=kind, headers={"host": settings.APP_HOSTS[0]})


def test_a_body_with_thousands_of_unknown_names_is_not_worded(anonymous: ApiClient, ayu: Contact, token: str) -> None:
    unknown = {f"x{n}": n for n in range(MAX_FORMATTED_ISSUES + 1)}

    refused = anonymous.post("contacts/unsubscribe", {"token": token} | unknown)

    assert (refused.status_code, refused.json()["code"]) == (400, "badRequest")
    assert state_of(ayu) == "subscribed"


def test_leaving_and_coming_back(anonymous: ApiClient, alice: Person, ayu: Contact, token: str) -> None:
    left = anonymous.post("contacts/unsubscribe", {"token": token, "reason": "notRelevant", "words": "Moved away"})

    assert (left.status_code, state_of(ayu)) == (204, "unsubscribed")
    [consent] = ContactConsent.objects.for_team(alice.team)
    assert (consent.reason, consent.words, consent.ip) == ("notRelevant", "Moved away", "127.0.0.1")

    assert anonymous.post("contacts/resubscribe", {"token": token}).status_code == 204
    assert state_of(ayu) == "subscribed"
    assert not Suppression.objects.for_team(alice.team).exists()


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"List-Unsubscribe=One-Click"),
        (
            "multipart/form-data; boundary=b0undary",
            b"--b0undary\r\nContent-Disposition: form-data; name=List-Unsubscribe\r\n\r\nOne-Click\r\n--b0undary--\r\n",
        ),
    ],
)
def test_the_call_takes_the_form_of_a_provider(ayu: Contact, token: str, kind: str, body: bytes) -> None:
    answer = post_form(f"contacts/unsubscribe?token={token}", body, kind)

    assert (answer.status_code, state_of(ayu)) == (204, "unsubscribed")
    assert not answer.cookies


@pytest.mark.parametrize(
    ("path", "body", "kind", "status"),
    [
        ("contacts/unsubscribe", b"List-Unsubscribe=One-Click", "application/x-www-form-urlencoded", 400),
        ("contacts/unsubscribe?token={token}", b"", "application/x-www-form-urlencoded", 400),
        (
            "contacts/unsubscribe?token={token}x",
            b"List-Unsubscribe=One-Click",
            "application/x-www-form-urlencoded",
            404,
        ),
        ("contacts/unsubscribe", b"{}", "application/json", 400),
        ("contacts/unsubscribe", b"no json", "application/json", 400),
        ("contacts/unsubscribe", b'{"token": "{token}", "reason": "bored"}', "application/json", 400),
    ],
)
def test_what_is_no_request_to_leave_changes_nothing(
    ayu: Contact, token: str, path: str, body: bytes, kind: str, status: int
) -> None:
    answer = post_form(path.replace("{token}", token), body.replace(b"{token}", token.encode()), kind)

    assert (answer.status_code, state_of(ayu)) == (status, "subscribed")
    assert answer.json()["code"]


@pytest.mark.parametrize("call", ["subscribe", "confirm", "unsubscribe", "resubscribe"])
def test_a_get_does_nothing(anonymous: ApiClient, ayu: Contact, token: str, call: str) -> None:
    assert anonymous.get(f"contacts/{call}?token={token}&List-Unsubscribe=One-Click").status_code == 405
    assert state_of(ayu) == "subscribed"


def test_a_bounce_is_not_undone_by_resubscribing(anonymous: ApiClient, alice: Person, ayu: Contact, token: str) -> None:
    Contact.objects.for_team(alice.team).update(state="bounced")

    answer = anonymous.post("contacts/resubscribe", {"token": token})

    assert (answer.status_code, answer.json()["code"], state_of(ayu)) == (409, "actionNotAllowed", "bounced")


@pytest.mark.usefixtures("redis_client")
def test_subscribing_asks_for_a_confirmation(
    anonymous: ApiClient, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    SubscriberSetting.objects.create(team=alice.team, is_open=True, updated_at=clock.now())
    monkeypatch.setattr(captcha, "STEPS", 1)
    body = {
        "company": alice.team.slug,
        "email": " Budi@Example.com",
        "words": "Ticked the box at the counter",
        "captcha": solved(anonymous),
    }

    answer = anonymous.post("contacts/subscribe", body)

    assert (answer.status_code, answer.json()) == (200, {"confirms": True})
    again = anonymous.post("contacts/subscribe", body)
    assert (again.status_code, again.json()["code"]) == (400, "captchaInvalid")
    [job] = Job.objects.filter(name=signing_up.JOB)
    assert (job.arguments["wish"]["email"], job.arguments["wish"]["words"]) == (
        "budi@example.com",
        "Ticked the box at the counter",
    )
    waiting = make_contact(alice.team, "budi@example.com", state="waiting")
    token = signing_up.create_confirmation_token(waiting, signing_up.SignUpRequest(waiting.email))
    assert anonymous.post("contacts/confirm", {"token": token}).status_code == 204
    assert state_of(waiting) == "subscribed"


def test_a_team_that_takes_none_is_not_found(anonymous: ApiClient, alice: Person) -> None:
    body = {"company": alice.team.slug, "email": "budi@example.com", "captcha": "bm8="}

    answer = anonymous.post("contacts/subscribe", body)

    assert (answer.status_code, Job.objects.filter(name=signing_up.JOB).count()) == (404, 0)


@pytest.mark.parametrize("call", ["confirm", "unsubscribe", "resubscribe"])
def test_a_forged_token_is_not_found(anonymous: ApiClient, ayu: Contact, token: str, call: str) -> None:
    forged = token[:10] + ("A" if token[10] != "A" else "B") + token[11:]

    assert anonymous.post(f"contacts/{call}", {"token": forged}).status_code == 404
    assert state_of(ayu) == "subscribed"


def test_names_in_brackets_are_parts_of_the_path() -> None:
    """CONT-84."""
    paths = {(one.method, one.path.replace("{", "").replace("}", "")) for one in ALL}

    for noun in ("field", "label", "segment"):
        one = f"contacts/{noun}/{noun}_id"
        listed = {("GET", f"contacts/{noun}"), ("POST", f"contacts/{noun}"), ("PUT", one), ("DELETE", one)}
        assert listed <= paths
    for call in ("export", "count-only", "apply-label"):
        assert ("POST", f"contacts/find/{call}") in paths
