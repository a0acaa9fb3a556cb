"""Ending many sessions at once: one statement, one batch of events, and no other sessions."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.accounts.models import Session
from server.accounts.states import EndReason
from server.core import clock
from server.core.callers import TokenKind
from server.core.models import OutboxEvent
from server.identity.resolver import MAX_IDLE
from server.identity.services import sessions
from tests.cast import Person, make_person, make_team, sign_in

pytestmark = pytest.mark.django_db


def ended(*people: Person) -> list[str]:
    return [Session.objects.get(pk=person.session.pk).end_reason for person in people]


def rooms_of(name: str) -> list[str]:
    return [room for event in OutboxEvent.objects.filter(name=name).order_by("id") for room in event.rooms]


def test_all_of_a_team_are_ended_but_the_one_to_keep(alice: Person, bob: Person, mallory: Person) -> None:
    phone = sign_in(alice.user, alice.team)
    half_way = sign_in(bob.user, alice.team, kind=TokenKind.TWO_FACTOR)
    elsewhere = sign_in(alice.user, mallory.team)

    told = sessions.end_all(of_team=alice.team.pk, keep=alice.session.pk)

    assert told == 2
    assert ended(alice, phone, bob, half_way, mallory, elsewhere) == ["", *["forced-out"] * 3, "", ""]
    assert [person.api.get("me").status_code for person in (alice, phone, bob)] == [200, 401, 401]


def test_of_a_user_and_a_team_both_must_fit(alice: Person, bob: Person, mallory: Person) -> None:
    elsewhere = sign_in(alice.user, mallory.team)

    sessions.end_all(of_team=alice.team.pk, of_user=alice.user.pk, reason=EndReason.SIGNED_OUT)

    assert ended(alice, bob, elsewhere) == ["signed-out", "", ""]


def test_nobody_is_refused(alice: Person) -> None:
    with pytest.raises(ValueError, match="Whose"):
        sessions.end_all()

    assert ended(alice) == [""]


def test_what_had_ended_or_run_out_stays_as_it_was(alice: Person, bob: Person) -> None:
    now = clock.now()
    Session.objects.filter(pk=alice.session.pk).update(ended_at=now, end_reason=EndReason.SIGNED_OUT)
    Session.objects.filter(pk=bob.session.pk).update(expires_at=now - timedelta(seconds=1))

    told = sessions.end_all(of_team=alice.team.pk)

    assert told == 0
    assert ended(alice, bob) == ["signed-out", ""]
    assert OutboxEvent.objects.count() == 0


@pytest.mark.parametrize("state", ["idle", "may only pay"])
def test_a_user_whose_other_session_lists_no_devices_is_not_told_of_them(
    alice: Person, mallory: Person, state: str
) -> None:
    other = sign_in(alice.user, mallory.team)
    idle, payment = {"last_seen_at": clock.now() - MAX_IDLE}, {"payment_only": True}
    Session.objects.filter(pk=other.session.pk).update(**(idle if state == "idle" else payment))

    sessions.end_all(of_team=alice.team.pk)

    assert rooms_of("identity.session.ended") == [f"session:{alice.session.pk}"]
    assert rooms_of("identity.sessions.changed") == []


def test_each_session_is_told_then_its_sockets_are_closed(alice: Person, bob: Person, mallory: Person) -> None:
    sign_in(alice.user, mallory.team)

    sessions.end_all(of_team=alice.team.pk)

    names = list(OutboxEvent.objects.order_by("id").values_list("name", flat=True))
    mine = {f"session:{alice.session.pk}", f"session:{bob.session.pk}"}
    assert names == [
        "identity.session.ended",
        "identity.sessions.changed",
        "core.sockets.closed",
        "identity.sessions.moved",
    ]
    assert set(rooms_of("identity.session.ended")) == set(rooms_of("core.sockets.closed")) == mine
    assert OutboxEvent.objects.get(name="identity.session.ended").payload == {"reason": "forced-out"}
    # Alice is signed in elsewhere and might have her list of devices open; Bob has no browser left.
    assert rooms_of("identity.sessions.changed") == [f"user:{alice.user.pk}"]
    [moved] = OutboxEvent.objects.filter(name="identity.sessions.moved")
    assert moved.payload == {"teamId": str(alice.team.pk), "userId": None}
    assert set(moved.rooms) == {
        f"support-team:{alice.team.pk}",
        f"support-user:{alice.user.pk}",
        f"support-user:{bob.user.pk}",
    }


def test_thousands_cost_as_many_statements_as_a_few(alice: Person) -> None:
    def statements(count: int) -> int:
        team = make_team("Many")
        people = [make_person(f"p{number}", team) for number in range(2)]
        now = clock.now()
        Session.objects.bulk_create(
            Session(
                user=people[number % 2].user,
                team_id=team.pk,
                kind=TokenKind.NORMAL,
                token_hash=f"{team.pk}{number}".encode(),
                created_at=now,
                last_seen_at=now,
                expires_at=now + timedelta(days=1),
            )
            for number in range(count)
        )
        with CaptureQueriesContext(connection) as seen:
            told = sessions.end_all(of_team=team.pk)
        assert told == count + 2
        return len(seen)

    assert statements(2_000) == statements(1)
    assert OutboxEvent.objects.filter(name="core.sockets.closed").count() == 6


def test_opening_and_ending_one_is_told_to_the_operators_who_look(alice: Person) -> None:
    origin = sessions.SigninOrigin(address="127.0.0.1", device="Firefox (Linux)")
    opened, _ = sessions.open_session(user=alice.user, team_id=alice.team.pk, kind=TokenKind.NORMAL, origin=origin)
    sessions.end(session_id=opened.pk, reason=EndReason.SIGNED_OUT)

    told = OutboxEvent.objects.filter(name="identity.sessions.moved")
    assert [event.payload for event in told] == [{"userId": str(alice.user.pk), "teamId": str(alice.team.pk)}] * 2
    assert set(rooms_of("identity.sessions.moved")) == {
        f"support-team:{alice.team.pk}",
        f"support-user:{alice.user.pk}",
    }
