"""A team's settings: how long message content is stored."""

from datetime import timedelta

import pytest

from server.activity.models import Activity
from server.core import clock
from server.core.ids import uuid7
from server.core.models import Job
from server.teams.models import Team
from server.transactional import jobs as transactional_jobs
from server.transactional.models import Message, MessageBody, TransactionalSetting
from server.transactional.services import settings
from server.transactional.states import MessageState, Scope, Via
from tests.cast import Person
from tests.server.transactional.calling import by_key, by_person, by_role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def make_body(team: Team, *, days_ago: float, kept: int | None, state: str = MessageState.FINISHED) -> MessageBody:
    """The body of a message accepted `days_ago`, with its expiry."""
    at = clock.now() - timedelta(days=days_ago)
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    message = Message.objects.create(
        id=uuid7(at),
        team_id=team.pk,
        domain_id=uuid7(),
        via=Via.HTTP,
        from_address="toko@kopi.example",
        size=3,
        state=state,
        accepted_at=at,
        recipients=1,
    )
    return MessageBody.objects.create(
        message_id=message.pk,
        team_id=team.pk,
        accepted_at=at,
        sealed=b"abc",
        expires_at=None if kept is None else at + timedelta(days=kept),
    )


def days_of(body: MessageBody) -> float | None:
    found = MessageBody.objects.for_team(body.team_id).get(message_id=body.message_id, accepted_at=body.accepted_at)
    return None if found.expires_at is None else (found.expires_at - found.accepted_at) / timedelta(days=1)


def test_a_team_that_chose_nothing_keeps_three_days(alice: Person) -> None:
    answer = by_person(alice).get("settings")

    assert answer.json() == {"bodyDays": 3, "holdAll": False, "holdAbove": None, "mostBodyDays": 30}
    assert not TransactionalSetting.objects.for_team(alice.team).exists()


def test_a_choice_is_kept(alice: Person, mallory: Person) -> None:
    api = by_person(alice)

    answer = api.put("settings", {"bodyDays": 30, "holdAll": True, "holdAbove": 500})

    chosen = {"bodyDays": 30, "holdAll": True, "holdAbove": 500, "mostBodyDays": 30}
    assert answer.json() == api.get("settings").json() == chosen
    assert by_person(mallory).get("settings").json()["bodyDays"] == 3
    act = Activity.objects.for_team(alice.team).get()
    assert (act.reference, act.action, act.name) == ("transactional-setting", "UPDATED", "bodyDays 30")
    assert not Job.objects.filter(name=settings.SHORTEN_JOB).exists()


def test_a_bound_is_taken_away_again(alice: Person) -> None:
    api = by_person(alice)
    api.put("settings", {"bodyDays": 3, "holdAbove": 500})

    assert api.put("settings", {"bodyDays": 3, "holdAbove": None}).json()["holdAbove"] is None
    assert TransactionalSetting.objects.for_team(alice.team).get().hold_above is None


@pytest.mark.parametrize(
    "body",
    [
        *({"bodyDays": 31}, {"bodyDays": -1}, {"bodyDays": "long"}, {}),
        *({"bodyDays": 3, "holdAbove": number} for number in (0, -1, 1_000_001, 2.5)),
    ],
)
def test_what_cannot_be_chosen_is_refused(alice: Person, body: dict[str, object]) -> None:
    answer = by_person(alice).put("settings", body)

    assert answer.status_code == 400
    assert not TransactionalSetting.objects.for_team(alice.team).exists()


def test_who_may_not_read_bodies_does_not_decide_and_no_key_does(alice: Person) -> None:
    for api in (by_role(alice.team), by_key(alice.team, Scope.READ, Scope.MANAGE)):
        assert api.get("settings").status_code == 200
        refused = api.put("settings", {"bodyDays": 30})
        assert (refused.status_code, refused.json()["code"]) == (403, "notAuthorized")

    assert not TransactionalSetting.objects.for_team(alice.team).exists()


def test_fewer_days_hold_for_what_is_stored(alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BATCH", 2)
    long = [make_body(alice.team, days_ago=number / 10, kept=20) for number in range(5)]
    short = make_body(alice.team, days_ago=1, kept=1)
    foreign = make_body(mallory.team, days_ago=1, kept=20)
    by_person(alice).put("settings", {"bodyDays": 20})

    by_person(alice).put("settings", {"bodyDays": 2})
    job = Job.objects.get(name=settings.SHORTEN_JOB)
    transactional_jobs.shorten_bodies(**job.arguments)

    assert job.arguments == {"team_id": str(alice.team.pk)}
    assert [days_of(body) for body in long] == [2.0] * 5
    assert (days_of(short), days_of(foreign)) == (1.0, 20.0)


def test_without_days_what_is_finished_goes_and_what_waits_stays_until_it_is(alice: Person) -> None:
    done = make_body(alice.team, days_ago=1, kept=3)
    waits = make_body(alice.team, days_ago=1, kept=3, state=MessageState.ACCEPTED)
    by_person(alice).put("settings", {"bodyDays": 0})

    settings.shorten_bodies(team_id=alice.team.pk)
    settings.shorten_bodies(team_id=alice.team.pk)

    assert (days_of(done), days_of(waits)) == (0.0, None)
