"""Your devices: listing, ending, and notifications."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.accounts.models import PushToken, Session
from server.accounts.states import EndReason
from server.core import clock as product_clock
from server.core.callers import TokenKind
from server.core.models import OutboxEvent
from server.identity.resolver import MAX_IDLE
from server.identity.services import sessions
from tests.cast import Person, make_person, make_team, sign_in
from tests.conftest import ApiClient
from tests.server.identity.conftest import Postbox, half_way

pytestmark = pytest.mark.django_db

CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:{0}.0) Gecko/20100101 Firefox/{0}.0"


def rooms_of(name: str) -> list[str]:
    """The rooms that received an event, in order."""
    told = OutboxEvent.objects.filter(name=name).order_by("pk")
    return [room for event in told for room in event.rooms]


def room_of(person: Person) -> str:
    return f"session:{person.session.pk}"


def test_the_devices_are_listed_the_latest_seen_first(alice: Person, bob: Person, clock: Any) -> None:
    clock.shift(300)
    other = sign_in(alice.user, alice.team)
    Session.objects.filter(pk=other.session.pk).update(device="Firefox 130 (Linux)", address="203.0.113.7")

    clock.shift(90)

    listed = alice.api.get("users/sessions").json()

    assert [(row["id"], row["current"]) for row in listed] == [
        (str(alice.session.pk), True),
        (str(other.session.pk), False),
    ]
    assert (listed[1]["device"], listed[1]["address"]) == ("Firefox 130 (Linux)", "203.0.113.7")


@pytest.mark.parametrize("gone", ["ended", "idle", "expired", "half-way", "may only pay"])
def test_what_opens_nothing_any_more_is_no_device(alice: Person, clock: Any, gone: str) -> None:
    now = product_clock.now()
    other = sign_in(alice.user, alice.team)
    changes: dict[str, dict[str, Any]] = {
        "ended": {"ended_at": now, "end_reason": "signed-out"},
        "idle": {"last_seen_at": now - MAX_IDLE},
        "expired": {"expires_at": now},
        "half-way": {"kind": TokenKind.TWO_FACTOR},
        "may only pay": {"payment_only": True},
    }
    Session.objects.filter(pk=other.session.pk).update(**changes[gone])

    assert [row["id"] for row in alice.api.get("users/sessions").json()] == [str(alice.session.pk)]


def test_one_device_is_ended_and_told(alice: Person) -> None:
    other, third = sign_in(alice.user, alice.team), sign_in(alice.user, alice.team)

    answer = alice.api.delete(f"users/sessions/{other.session.pk}")

    assert answer.status_code == 200
    refused = other.api.get("ping")
    assert (refused.status_code, refused.json()["code"]) == (401, "forceOutException")
    assert third.api.get("ping").status_code == 200
    ended = OutboxEvent.objects.get(name="identity.session.ended")
    changed = OutboxEvent.objects.get(name="identity.sessions.changed")
    closed = OutboxEvent.objects.get(name="core.sockets.closed")
    assert ended.rooms == closed.rooms == [room_of(other)]
    assert ended.pk < closed.pk
    assert ended.payload == {"reason": "forced-out"}
    assert (changed.rooms, changed.payload) == ([f"user:{alice.user.pk}"], {"userId": str(alice.user.pk)})


def test_ending_one_s_own_device_is_signing_out(alice: Person) -> None:
    assert alice.api.delete(f"users/sessions/{alice.session.pk}").status_code == 200

    assert alice.api.get("ping").json()["code"] == "tokenException"


@pytest.mark.parametrize("whose", ["bob's", "ended", "nobody's"])
def test_what_is_no_device_of_the_caller_s_is_not_found(alice: Person, bob: Person, whose: str) -> None:
    ended = sign_in(alice.user, alice.team)
    sessions.end(session_id=ended.session.pk, reason=EndReason.SIGNED_OUT)
    OutboxEvent.objects.all().delete()
    session_id = {"bob's": bob.session.pk, "ended": ended.session.pk, "nobody's": uuid4()}[whose]

    answer = alice.api.delete(f"users/sessions/{session_id}")

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")
    assert bob.api.get("ping").status_code == 200
    assert not OutboxEvent.objects.exists()


def test_all_others_are_ended_at_once(alice: Person, bob: Person) -> None:
    others = [sign_in(alice.user, alice.team) for _ in range(3)]
    waiting = sign_in(alice.user, alice.team, kind=TokenKind.TWO_FACTOR)

    answer = alice.api.post("users/sessions/end-others")

    assert answer.json() == {"ended": 3}
    assert [other.api.get("ping").json()["code"] for other in others] == ["forceOutException"] * 3
    assert waiting.api.post("checkToken-2FA").json()["code"] == "forceOutException"
    assert (alice.api.get("ping").status_code, bob.api.get("ping").status_code) == (200, 200)
    gone = {room_of(person) for person in (*others, waiting)}
    assert set(rooms_of("identity.session.ended")) == set(rooms_of("core.sockets.closed")) == gone
    assert rooms_of("identity.sessions.changed") == [f"user:{alice.user.pk}"]


def test_ending_takes_as_many_statements_for_many_as_for_few(alice: Person) -> None:
    def statements(count: int) -> int:
        team = make_team(f"Team{count}")
        people = [make_person(f"P{number}", team) for number in range(count)]
        with CaptureQueriesContext(connection) as queries:
            assert sessions.end_all(of_team=team.pk) == count
        assert all(person.api.get("ping").json()["code"] == "forceOutException" for person in people)
        return len(queries)

    assert statements(2) == statements(40) < 12
    assert alice.api.get("ping").status_code == 200


def test_whose_sessions_must_be_said(alice: Person) -> None:
    with pytest.raises(ValueError, match="Whose"):
        sessions.end_all()

    assert alice.api.get("ping").status_code == 200


@pytest.mark.parametrize(
    ("agent", "address", "mails"),
    [
        (FIREFOX.format(130), "203.0.113.7", 0),
        (FIREFOX.format(141), "203.0.113.200", 0),
        (FIREFOX.format(130), "198.51.100.1", 1),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36",
            "203.0.113.7",
            1,
        ),
    ],
    ids=["the same", "a newer browser next door", "another network", "another browser"],
)
def test_a_new_device_is_told_by_mail(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, agent: str, address: str, mails: int
) -> None:
    Session.objects.update(device="Firefox 130 (Linux)", address="203.0.113.7")
    anonymous._client.defaults["REMOTE_ADDR"] = address
    half = half_way(anonymous, alice_with_password, headers={"user-agent": agent})
    half._client.defaults["REMOTE_ADDR"] = address

    assert half.post("checkToken-2FA", **{"user-agent": agent}).json()["state"] == "complete"

    assert postbox.count("new-device") == mails
    if mails:
        assert postbox.newest("new-device")["address"] == address


def test_the_very_first_sign_in_is_no_new_device(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    Session.objects.all().delete()

    half_way(anonymous, alice_with_password).post("checkToken-2FA")

    assert postbox.count("new-device") == 0


def test_a_device_takes_push_messages_at_one_token(alice: Person, bob: Person) -> None:
    alice.api.post("user/firebase-token", {"token": "first"})
    alice.api.post("user/firebase-token", {"token": "second"})
    bob.api.post("user/firebase-token", {"token": "other"})
    assert dict(PushToken.objects.values_list("session_id", "token")) == {
        alice.session.pk: "second",
        bob.session.pk: "other",
    }

    bob.api.post("user/firebase-token", {"token": "second"})

    assert dict(PushToken.objects.values_list("session_id", "token")) == {bob.session.pk: "second"}
    bob.api.post("logout")
    assert not PushToken.objects.exists()
