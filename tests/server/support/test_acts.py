"""Actions of operators: they work immediately, and each is recorded once with its reason."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import Error, connection, transaction

from server.accounts.models import Session, User
from server.core import clock
from server.core.models import Attempt, OutboxEvent
from server.support.models import AuditEntry
from server.teams.models import Team
from tests import cast
from tests.cast import Person, make_person, make_team, sign_in
from tests.server.support.conftest import make_operator

pytestmark = pytest.mark.django_db

REASON = {"reason": "The owner asked for it by phone."}


def recorded() -> list[tuple[str, int | None]]:
    # across teams: a test reads the whole record
    return [(act.kind, act.sessions) for act in AuditEntry.objects.order_by("at", "id")]


def list_events(name: str) -> list[OutboxEvent]:
    return list(OutboxEvent.objects.filter(name=name).order_by("id"))


def open_sessions(*people: Person) -> list[bool]:
    return [Session.objects.get(pk=person.session.pk).ended_at is None for person in people]


def test_one_session_is_ended_and_the_others_stay(putri: Person, alice: Person, alices_phone: Person) -> None:
    answer = putri.api.post(f"admin/sessions/{alice.session.pk}/end", REASON)

    assert (answer.status_code, answer.json()) == (200, {"sessions": 1})
    assert alice.api.get("me").json()["code"] == "forceOutException"
    assert alices_phone.api.get("me").status_code == 200
    [act] = AuditEntry.objects.for_team(alice.team)
    assert (act.kind, act.operator_email, act.reason) == ("session.ended", putri.user.email, REASON["reason"])
    assert (act.session_id, act.device, act.user_email) == (alice.session.pk, "Test", alice.user.email)
    assert (act.team_name, act.address, act.sessions) == ("Kopi", "127.0.0.1", 1)


def test_all_sessions_of_a_person_are_ended_in_every_team(putri: Person, alice: Person, bob: Person) -> None:
    elsewhere = sign_in(alice.user, make_team("Gula"))

    answer = putri.api.post(f"admin/users/{alice.user.pk}/end-sessions", REASON)

    assert answer.json() == {"sessions": 2}
    assert open_sessions(alice, elsewhere, bob) == [False, False, True]
    assert recorded() == [("user.sessionsEnded", 2)]


def test_all_sessions_of_a_team_are_ended_and_no_others(
    putri: Person, alice: Person, bob: Person, mallory: Person
) -> None:
    elsewhere = sign_in(alice.user, make_team("Gula"))

    answer = putri.api.post(f"admin/teams/{alice.team.pk}/end-sessions", REASON)

    assert answer.json() == {"sessions": 2}
    assert open_sessions(alice, bob, mallory, elsewhere) == [False, False, True, True]
    assert [person.api.get("me").json()["code"] for person in (alice, bob)] == ["forceOutException"] * 2
    assert recorded() == [("team.sessionsEnded", 2)]


def test_the_operator_s_own_session_stays(putri: Person, alice: Person) -> None:
    phone = sign_in(putri.user, putri.team)

    of_team = putri.api.post(f"admin/teams/{putri.team.pk}/end-sessions", REASON)
    again = sign_in(putri.user, putri.team)
    of_user = putri.api.post(f"admin/users/{putri.user.pk}/end-sessions", REASON)
    one = putri.api.post(f"admin/sessions/{putri.session.pk}/end", REASON)

    assert (of_team.json()["sessions"], of_user.json()["sessions"]) == (1, 1)
    assert open_sessions(putri, phone, again) == [True, False, False]
    assert (one.status_code, one.json()["code"]) == (409, "ownAccess")


def test_a_suspended_team_is_closed_until_it_is_restored(putri: Person, alice: Person) -> None:
    suspended = putri.api.post(f"admin/teams/{alice.team.pk}/suspend", REASON)
    refused = alice.api.get("contacts").json()["code"]
    restored = putri.api.post(f"admin/teams/{alice.team.pk}/restore", REASON)

    assert (suspended.json(), restored.json()) == ({"changed": True}, {"changed": True})
    assert refused == "userSuspended"
    assert alice.api.get("contacts").status_code == 200
    assert recorded() == [("team.suspended", None), ("team.restored", None)]
    [event] = list_events("teams.team.suspended")
    assert event.rooms == [f"team:{alice.team.pk}"]
    assert REASON["reason"] not in str(event.payload)


def test_a_locked_person_is_out_until_unlocked(putri: Person, alice: Person, bob: Person) -> None:
    locked = putri.api.post(f"admin/users/{alice.user.pk}/lock", REASON)

    assert locked.json() == {"changed": True}
    assert open_sessions(alice, bob) == [False, True]
    assert sign_in(alice.user, alice.team).api.get("me").json()["code"] == "userLocked"
    assert putri.api.post(f"admin/users/{alice.user.pk}/unlock", REASON).json() == {"changed": True}
    assert sign_in(alice.user, alice.team).api.get("me").status_code == 200
    assert recorded() == [("user.locked", 1), ("user.unlocked", None)]


def test_the_role_is_given_and_taken(putri: Person, alice: Person) -> None:
    putri.api.post(f"admin/users/{alice.user.pk}/give-operator", REASON)
    without_app = alice.api.get("admin/teams").json()["code"]
    cast.make_operator(alice.user)
    seen = alice.api.get("admin/teams").status_code
    putri.api.post(f"admin/users/{alice.user.pk}/take-operator", REASON)

    assert (without_app, seen) == ("secondFactorMissing", 200)
    assert alice.api.get("admin/teams").json()["code"] == "notAuthorized"
    assert recorded() == [("operator.given", None), ("operator.taken", None)]


def test_wrong_codes_of_a_person_are_shown_and_cleared(putri: Person, alice: Person) -> None:
    Attempt.objects.create(
        key=f"codes:{alice.user.pk}", count=240, last_at=clock.now(), expires_at=clock.now() + timedelta(days=30)
    )
    path = f"admin/users/{alice.user.pk}"

    shown = putri.api.get(path).json()["wrongCodes"]
    cleared = putri.api.post(f"{path}/clear-codes", REASON)

    assert (shown, cleared.json()) == (240, {"changed": True})
    assert putri.api.get(path).json()["wrongCodes"] == 0
    assert not Attempt.objects.filter(pk__startswith="codes:").exists()
    assert recorded() == [("user.codesCleared", None)]


def test_the_role_needs_a_validated_address(putri: Person, alice: Person) -> None:
    User.objects.filter(pk=alice.user.pk).update(validated_at=None)

    answer = putri.api.post(f"admin/users/{alice.user.pk}/give-operator", REASON)

    assert (answer.status_code, answer.json()["code"]) == (409, "operatorNotValidated")
    assert not User.objects.get(pk=alice.user.pk).is_operator
    assert recorded() == []


@pytest.mark.parametrize(
    "path", ["admin/teams/{team}/suspend", "admin/users/{user}/lock", "admin/users/{user}/take-operator"]
)
def test_nobody_cuts_off_themselves(path: str, putri: Person) -> None:
    make_operator("Galih")

    answer = putri.api.post(path.format(team=putri.team.pk, user=putri.user.pk), REASON)

    assert (answer.status_code, answer.json()["code"]) == (409, "ownAccess")
    assert putri.api.get("admin/teams").status_code == 200
    assert recorded() == []


@pytest.mark.parametrize("act", ["take-operator", "lock"])
def test_the_last_operator_stays(act: str, putri: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The acting operator has lost the role since the request was authenticated."""
    galih = make_operator("Galih")
    User.objects.filter(pk=putri.user.pk).update(is_operator=False)
    caller = putri.caller
    monkeypatch.setattr("server.core.callers.resolve", lambda token: _as_operator(caller))

    answer = putri.api.post(f"admin/users/{galih.user.pk}/{act}", REASON)

    assert (answer.status_code, answer.json()["code"]) == (409, "lastOperator")
    kept = User.objects.get(pk=galih.user.pk)
    assert (kept.is_operator, kept.locked_at) == (True, None)
    assert recorded() == []


def test_the_configured_developer_is_an_operator_like_the_others(
    putri: Person, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    galih = make_operator("Galih")
    User.objects.filter(pk=putri.user.pk).update(is_operator=False)
    settings.DEVELOPER_EMAIL = putri.user.email

    revoked = putri.api.post(f"admin/users/{galih.user.pk}/take-operator", REASON)
    # Galih's request was authenticated before that.
    caller = galih.caller
    monkeypatch.setattr("server.core.callers.resolve", lambda token: _as_operator(caller))
    locked = galih.api.post(f"admin/users/{putri.user.pk}/lock", REASON)

    assert (revoked.status_code, revoked.json()) == (200, {"changed": True})
    assert (locked.status_code, locked.json()["code"]) == (409, "lastOperator")
    assert User.objects.get(pk=putri.user.pk).locked_at is None


def _as_operator(caller: Any) -> Any:
    from dataclasses import replace

    return replace(caller, is_operator=True)


EVERY_ACT = [
    "admin/teams/{team}/end-sessions",
    "admin/teams/{team}/suspend",
    "admin/teams/{team}/restore",
    "admin/users/{user}/end-sessions",
    "admin/users/{user}/lock",
    "admin/users/{user}/unlock",
    "admin/users/{user}/clear-codes",
    "admin/users/{user}/give-operator",
    "admin/users/{user}/take-operator",
    "admin/sessions/{session}/end",
]


def ready(path: str, person: Person) -> str:
    """The path, after the action that this one reverts."""
    if path.endswith("restore"):
        Team.objects.filter(pk=person.team.pk).update(suspended_at="2026-01-01T00:00:00Z")
    if path.endswith("unlock"):
        User.objects.filter(pk=person.user.pk).update(locked_at="2026-01-01T00:00:00Z")
    if path.endswith("clear-codes"):
        Attempt.objects.create(
            key=f"codes:{person.user.pk}", count=20, last_at=clock.now(), expires_at=clock.now() + timedelta(days=30)
        )
    if path.endswith("take-operator"):
        User.objects.filter(pk=person.user.pk).update(is_operator=True)
    return path.format(team=person.team.pk, user=person.user.pk, session=person.session.pk)


@pytest.mark.parametrize("path", EVERY_ACT)
@pytest.mark.parametrize(
    "body",
    [{}, {"reason": "ok"}, {"reason": "   ok   "}, {"reason": "x" * 501}],
    ids=["none", "short", "blank", "long"],
)
def test_no_act_without_a_reason(path: str, body: dict[str, str], putri: Person, alice: Person) -> None:
    url = ready(path, alice)

    answer = putri.api.post(url, body)

    assert answer.status_code == 400
    assert answer.json()["payload"]["field"] == "reason"
    assert recorded() == []
    assert open_sessions(alice) == [True]


@pytest.mark.parametrize("path", EVERY_ACT)
def test_an_act_sent_twice_is_done_and_recorded_once(path: str, putri: Person, alice: Person) -> None:
    url = ready(path, alice)

    first = putri.api.post(url, REASON, **{"Idempotency-Key": "one"})
    repeated = putri.api.post(url, REASON, **{"Idempotency-Key": "one"})
    later = putri.api.post(url, REASON, **{"Idempotency-Key": "two"})

    assert first.json() == repeated.json()
    assert first.json() in ({"changed": True}, {"sessions": 1})
    assert later.json() in ({"changed": False}, {"sessions": 0})
    assert len(recorded()) == 1


@pytest.mark.parametrize("path", EVERY_ACT)
def test_an_act_and_its_record_are_of_one_transaction(
    path: str, putri: Person, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = ready(path, alice)
    before = _states(alice)

    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the record cannot be written")

    monkeypatch.setattr(AuditEntry, "save", fail)
    answer = putri.api.post(url, REASON)

    assert answer.status_code == 500
    assert _states(alice) == before


def _states(person: Person) -> tuple[object, ...]:
    team, user = Team.objects.get(pk=person.team.pk), User.objects.get(pk=person.user.pk)
    wrong_codes = list(Attempt.objects.values_list("pk", "count"))
    return team.suspended_at, user.locked_at, user.is_operator, wrong_codes, *open_sessions(person)


@pytest.mark.parametrize("path", EVERY_ACT)
def test_operators_who_look_are_told(path: str, putri: Person, alice: Person) -> None:
    url = ready(path, alice)

    putri.api.post(url, REASON)

    [act] = AuditEntry.objects.all()  # across teams: a test reads the whole record
    [event] = list_events("support.act.recorded")
    assert event.payload["kind"] == act.kind
    expected = {"support-desk:00000000-0000-0000-0000-000000000000"}
    expected |= {f"support-team:{act.team_id}"} if act.team_id else set()
    expected |= {f"support-user:{act.user_id}"} if act.user_id else set()
    assert set(event.rooms) == expected
    assert len(expected) > 1


@pytest.mark.parametrize(
    "change", ["UPDATE support_auditentry SET reason = 'nothing'", "DELETE FROM support_auditentry"]
)
def test_the_record_can_be_neither_changed_nor_deleted(change: str, putri: Person, alice: Person) -> None:
    putri.api.post(f"admin/teams/{alice.team.pk}/suspend", REASON)

    with pytest.raises(Error, match="written once"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)

    [act] = AuditEntry.objects.for_team(alice.team)
    assert act.reason == REASON["reason"]


def test_the_record_outlives_what_it_tells_of(putri: Person, alice: Person) -> None:
    putri.api.post(f"admin/teams/{alice.team.pk}/suspend", REASON)
    team_id = alice.team.pk
    Team.objects.filter(pk=team_id).delete()

    [row] = putri.api.get(f"admin/acts?team={team_id}").json()["items"]

    assert (row["teamName"], row["kind"]) == ("Kopi", "team.suspended")


def test_a_reason_is_kept_without_the_spaces_around_it(putri: Person, alice: Person) -> None:
    putri.api.post(f"admin/teams/{alice.team.pk}/suspend", {"reason": "  unpaid  "})

    [act] = AuditEntry.objects.for_team(alice.team)
    assert act.reason == "unpaid"


def test_an_operator_whose_plan_ran_out_still_acts(putri: Person, alice: Person) -> None:
    from server.plans.models import Subscription

    Subscription.objects.for_team(putri.team).update(expires_at="2026-01-01T00:00:00Z")
    Team.objects.filter(pk=putri.team.pk).update(locked_at="2026-01-01T00:00:00Z")

    assert putri.api.post(f"admin/teams/{alice.team.pk}/suspend", REASON).json() == {"changed": True}


def test_of_two_operators_who_take_the_role_from_each_other_one_stays(putri: Person) -> None:
    galih = make_operator("Galih")
    both = [putri, galih]

    answers = [one.api.post(f"admin/users/{other.user.pk}/take-operator", REASON) for one, other in (both, both[::-1])]

    assert [answer.status_code for answer in answers] == [200, 403]
    assert User.objects.filter(is_operator=True).count() == 1
    assert make_person("Ani", make_team("Susu")).api.get("admin/acts").status_code == 403
