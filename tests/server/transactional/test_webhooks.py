"""Webhooks: whom an event goes to, how it is posted and signed, and what becomes of a receiver that is not there."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID

import pytest
import time_machine
from django.db import connections, transaction
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from server.core import clock
from server.core.async_database import connect
from server.core.ids import uuid7
from server.notifications.models import Notification
from server.teams.models import Team
from server.transactional.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from server.transactional.services import webhooks
from server.transactional.services.recording import NewEvent
from server.transactional.sql import posting
from server.transactional.webhook_schedule import MOST_TRIES, STREAK
from server.transactional.webhook_states import DeliveryState, DisabledReason, WebhookOutcome
from server.transactional.wire.webhooks import AT_ONCE, Deliverer
from tests.cast import make_person, make_team
from tests.server.delivery.mailing_factory import in_thread, until
from tests.server.transactional.receiver import Answer, Receiver, Request, receiving

pytestmark = pytest.mark.django_db(transaction=True)
BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
async def receiver(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Receiver]:
    async with receiving(monkeypatch) as found:
        yield found


def event(kind: str = "delivered", **fields: Any) -> NewEvent:
    """Something that happened to a message."""
    now = clock.now()
    given: dict[str, Any] = {
        "type": kind,
        "at": now,
        "message_id": uuid7(),
        "accepted_at": now,
        "position": 0,
        "recipient": "siti@example.com",
        "subject": "Nota",
        "tag": "nota",
        "domain": "kopi.example",
        "domain_id": None,
        "subaccount_id": None,
        "key_id": None,
        "sender": "toko@kopi.example",
    }
    return NewEvent(**cast(Any, given | fields))


@in_thread
def make_endpoint(
    receiver: Receiver, team: Team | None = None, *, types: Sequence[str] = ("delivered",), path: str = "/hook"
) -> tuple[WebhookEndpoint, str]:
    return webhooks.create(
        team_id=(team or make_team()).pk,
        url=receiver.url(path),
        description="",
        types=types,
        domains=[],
        by=None,
    )


@in_thread
def tell(team_id: UUID, *events: NewEvent) -> None:
    with transaction.atomic():
        webhooks.fan_out(team_id, events)


@in_thread
def states(endpoint: WebhookEndpoint) -> Counter[str]:
    return Counter(WebhookDelivery.objects.filter(endpoint=endpoint).values_list("state", flat=True))


@in_thread
def fresh(endpoint: WebhookEndpoint) -> WebhookEndpoint:
    return WebhookEndpoint.objects.get(pk=endpoint.pk)


@in_thread
def deliveries(endpoint: WebhookEndpoint) -> list[WebhookDelivery]:
    return list(WebhookDelivery.objects.filter(endpoint=endpoint).order_by("pk"))


@in_thread
def attempts(endpoint: WebhookEndpoint) -> list[WebhookAttempt]:
    return list(WebhookAttempt.objects.filter(delivery__endpoint=endpoint).order_by("pk"))


@in_thread
def call(function: Callable[..., Any], **arguments: Any) -> Any:
    return function(**arguments)


class Rounds:
    """A deliverer, turned by hand."""

    def __init__(self, deliverer: Deliverer, connection: Any) -> None:
        self.deliverer, self.connection = deliverer, connection

    async def once(self) -> int:
        """Posts what is due now, as far as there are places, and writes what came of it; how many."""
        await self.deliverer.look(self.connection)
        await self.deliverer.claim(self.connection)
        await self.deliverer.rest()
        return await self.deliverer.settle(self.connection)

    async def until_idle(self) -> int:
        """The same until nothing is due."""
        total = 0
        while posted := await self.once():
            total += posted
        return total


@asynccontextmanager
async def delivering(**fields: Any) -> AsyncIterator[Rounds]:
    deliverer = Deliverer(seed=7, **fields)
    async with await connect() as connection:
        yield Rounds(deliverer, connection)
    await deliverer.close()


def verified(request: Request, secret: str) -> Any:
    """What the reference library makes of a post."""
    return Webhook(secret).verify(request.body, dict(request.headers))


# --- what is posted --------------------------------------------------------------------------------------------------
async def test_an_event_is_posted_as_the_standard_says(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False):
        endpoint, secret = await make_endpoint(receiver)
        told = event(detail={"code": 250, "mx": "mx.example.com"}, domain_id=uuid7())
        await tell(endpoint.team_id, told)

        async with delivering() as rounds:
            assert await rounds.until_idle() == 1

        [request] = receiver.requests
        assert request.event_id == str(told.id)
        assert request.headers["webhook-timestamp"] == str(int(BEGAN.timestamp()))
        assert request.headers["content-type"] == "application/json"
        assert verified(request, secret) == {
            "type": "message.delivered",
            "timestamp": "2026-03-02T09:00:00.000Z",
            "data": {
                "eventId": str(told.id),
                "messageId": str(told.message_id),
                "acceptedAt": "2026-03-02T09:00:00.000Z",
                "position": 0,
                "recipient": "siti@example.com",
                "subject": "Nota",
                "tag": "nota",
                "domain": "kopi.example",
                "domainId": str(told.domain_id),
                "subaccountId": None,
                "keyId": None,
                "sender": "toko@kopi.example",
                "detail": {"code": 250, "mx": "mx.example.com"},
            },
        }
    [delivery] = await deliveries(endpoint)
    assert (delivery.state, delivery.tries, delivery.status) == (DeliveryState.DELIVERED, 1, 200)
    [attempt] = await attempts(endpoint)
    assert (attempt.outcome, attempt.status, attempt.response_body) == (WebhookOutcome.DELIVERED, 200, "ok")


async def test_another_secret_or_changed_bytes_do_not_verify(receiver: Receiver) -> None:
    endpoint, secret = await make_endpoint(receiver)
    await tell(endpoint.team_id, event())
    async with delivering() as rounds:
        await rounds.until_idle()
    [request] = receiver.requests
    assert verified(request, secret)
    with pytest.raises(WebhookVerificationError):
        verified(request, "whsec_" + "A" * 43 + "=")
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(request.body + b" ", dict(request.headers))


async def test_who_wants_what(receiver: Receiver) -> None:
    team, other = await call(make_team), await call(make_team, name="Teh")
    ours, _ = await make_endpoint(receiver, team, types=["delivered", "bounced"])
    bounces, _ = await make_endpoint(receiver, team, types=["bounced"])
    theirs, _ = await make_endpoint(receiver, other)
    wanted = uuid7()
    await in_thread(WebhookEndpoint.objects.filter(pk=bounces.pk).update)(domains=[wanted])

    await tell(team.pk, event(), event("opened"), event("bounced"), event("bounced", domain_id=wanted))

    assert [each.type for each in await deliveries(ours)] == ["delivered", "bounced", "bounced"]
    assert [each.type for each in await deliveries(bounces)] == ["bounced"]
    assert await deliveries(theirs) == []


async def test_an_event_is_in_line_once_and_goes_with_its_transaction(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    told = event()
    await tell(endpoint.team_id, told)
    await tell(endpoint.team_id, told, told)
    assert len(await deliveries(endpoint)) == 1

    def undone() -> None:
        with transaction.atomic():
            webhooks.fan_out(endpoint.team_id, [event()])
            transaction.set_rollback(True)

    await call(undone)
    assert len(await deliveries(endpoint)) == 1


async def test_while_a_secret_is_rotated_both_verify(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, former = await make_endpoint(receiver)
        _, secret = await call(
            webhooks.rotate_secret, team_id=endpoint.team_id, endpoint_id=endpoint.pk, overlap_hours=24, by=None
        )
        async with delivering() as rounds:
            await tell(endpoint.team_id, event())
            await rounds.until_idle()
            [request] = receiver.requests
            assert verified(request, former) == verified(request, secret)
            assert len(request.headers["webhook-signature"].split()) == 2

            traveller.shift(timedelta(hours=24, seconds=1))
            await tell(endpoint.team_id, event())
            await rounds.until_idle()
        assert verified(receiver.requests[1], secret)
        with pytest.raises(WebhookVerificationError):
            verified(receiver.requests[1], former)


async def test_the_secret_is_stored_sealed(receiver: Receiver) -> None:
    endpoint, secret = await make_endpoint(receiver)
    stored = bytes((await fresh(endpoint)).secret)
    assert secret.encode() not in stored
    assert secret.removeprefix("whsec_").encode() not in stored


# --- what is answered ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Answer(500, body=b"no"), WebhookOutcome.REFUSED),
        (Answer(404, body=b"no"), WebhookOutcome.REFUSED),
        (Answer(302, {"Location": "/other"}, b"no"), WebhookOutcome.REDIRECTED),
    ],
)
async def test_everything_but_2xx_is_tried_again(receiver: Receiver, answer: Answer, outcome: WebhookOutcome) -> None:
    with time_machine.travel(BEGAN, tick=False):
        endpoint, _ = await make_endpoint(receiver)
        await tell(endpoint.team_id, event())
        receiver.script = lambda _: answer
        async with delivering() as rounds:
            assert await rounds.until_idle() == 1
    # No redirect was followed.
    assert [request.path for request in receiver.requests] == ["/hook"]
    [delivery] = await deliveries(endpoint)
    assert (delivery.state, delivery.outcome, delivery.status) == (DeliveryState.WAITING, outcome, answer.status)
    # Five seconds, a tenth earlier or later.
    assert timedelta(seconds=4.5) <= delivery.due_at - BEGAN <= timedelta(seconds=5.5)
    assert (await attempts(endpoint))[0].response_body == "no"
    after = await fresh(endpoint)
    assert (after.failures, after.failing_since, after.disabled_at) == (1, BEGAN, None)


async def test_of_an_answer_the_first_4_kib_are_kept(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    await tell(endpoint.team_id, event())
    receiver.script = lambda _: Answer(500, body=b"\x00\xff" + b"x" * 300_000)
    async with delivering() as rounds:
        await rounds.until_idle()
    [attempt] = await attempts(endpoint)
    assert attempt.response_body == "��" + "x" * 4_094


async def test_who_does_not_answer_is_given_up(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    await tell(endpoint.team_id, event())
    receiver.script = lambda _: Answer(wait=asyncio.Event())
    async with delivering(seconds=0.05) as rounds:
        await rounds.until_idle()
    [attempt] = await attempts(endpoint)
    assert (attempt.outcome, attempt.status) == (WebhookOutcome.TOO_SLOW, None)


async def test_an_address_inside_is_never_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint, _ = await make_endpoint(receiver)
    await tell(endpoint.team_id, event())
    monkeypatch.setattr("server.core.egress.client.is_allowed", lambda *_: False)
    async with delivering() as rounds:
        await rounds.until_idle()
    assert receiver.requests == []
    assert (await attempts(endpoint))[0].outcome == WebhookOutcome.NOT_ALLOWED


async def test_who_asks_to_be_left_alone_is(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await tell(endpoint.team_id, event())
        receiver.script = lambda _: Answer(429, {"Retry-After": "600"})
        async with delivering() as rounds:
            await rounds.until_idle()
            await tell(endpoint.team_id, event())
            traveller.shift(timedelta(seconds=599))
            assert await rounds.until_idle() == 0
            receiver.script = lambda _: Answer()
            traveller.shift(timedelta(seconds=2))
            assert await rounds.until_idle() == 2


# --- who is not there ------------------------------------------------------------------------------------------------
async def test_ten_tries_over_three_days(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await tell(endpoint.team_id, event())
        receiver.script = lambda _: Answer(500)
        at: list[timedelta] = []
        async with delivering() as rounds:
            for _ in range(MOST_TRIES):
                [delivery] = await deliveries(endpoint)
                hold = (await fresh(endpoint)).held_until
                traveller.move_to(max(delivery.due_at, hold or delivery.due_at))
                assert await rounds.until_idle() == 1
                at.append(clock.now() - BEGAN)
            traveller.shift(timedelta(days=10))
            assert await rounds.until_idle() == 0
    assert len(receiver.requests) == MOST_TRIES == 10
    # One id for all of them.
    assert len({request.event_id for request in receiver.requests}) == 1
    # 75 h 35 min, each wait a tenth shorter or longer.
    assert timedelta(hours=68) < at[-1] < timedelta(hours=84)
    assert (await states(endpoint)) == {DeliveryState.FAILED: 1}


async def test_a_receiver_that_was_down_for_three_hours_gets_every_event(receiver: Receiver) -> None:
    """Each is verified by the reference library as it comes, at the receiver's own clock."""
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, secret = await make_endpoint(receiver)
        good: Counter[str] = Counter()

        def check(request: Request) -> Answer:
            verified(request, secret)
            good[request.event_id] += 1
            return Answer()

        receiver.script = lambda _: Answer(503)
        told: list[NewEvent] = []
        async with delivering() as rounds:
            for minute in range(0, 180, 2):
                traveller.move_to(BEGAN + timedelta(minutes=minute))
                new = [event() for _ in range(5)]
                await tell(endpoint.team_id, *new)
                told += new
                await rounds.until_idle()
            # A dead receiver is left in peace: a first burst, and then a probe each time.
            assert len(receiver.requests) < 110
            receiver.script = check
            for _ in range(40):
                traveller.shift(timedelta(minutes=15))
                await rounds.until_idle()
    assert good == {str(each.id): 1 for each in told}
    assert await states(endpoint) == {DeliveryState.DELIVERED: len(told)}
    after = await fresh(endpoint)
    assert (after.failures, after.failing_since, after.held_until) == (0, None, None)


async def test_a_dead_endpoint_is_probed_with_one_event_at_a_time(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        receiver.script = lambda _: Answer(500)
        await tell(endpoint.team_id, *(event() for _ in range(100)))
        async with delivering() as rounds:
            assert await rounds.until_idle() == AT_ONCE >= STREAK
            for _ in range(3):
                traveller.move_to((await fresh(endpoint)).held_until)
                assert await rounds.until_idle() == 1
    assert (await fresh(endpoint)).failures == AT_ONCE + 3


async def test_a_slow_endpoint_takes_no_place_of_another(receiver: Receiver) -> None:
    team = await call(make_team)
    slow, _ = await make_endpoint(receiver, team, path="/slow")
    quick, _ = await make_endpoint(receiver, team, path="/quick")
    gate = asyncio.Event()
    receiver.script = lambda request: Answer(wait=gate if request.path == "/slow" else None)
    await tell(team.pk, *(event() for _ in range(50)))
    async with delivering() as rounds:
        deliverer, connection = rounds.deliverer, rounds.connection
        while (await states(quick))[DeliveryState.DELIVERED] < 50:
            await deliverer.look(connection)
            await deliverer.claim(connection)
            await asyncio.sleep(0)
            await deliverer.settle(connection)
        assert await states(slow) == {DeliveryState.WAITING: 42, DeliveryState.SENDING: AT_ONCE}
        gate.set()
        await rounds.deliverer.rest()
        await rounds.until_idle()
    assert await states(slow) == {DeliveryState.DELIVERED: 50}


async def test_410_turns_it_off_and_tells_admins(receiver: Receiver) -> None:
    team = await call(make_team)
    admin = await call(make_person, name="Alice", team=team, role="admin")
    await call(make_person, name="Bob", team=team)
    endpoint, _ = await make_endpoint(receiver, team)
    receiver.script = lambda _: Answer(410)
    await tell(team.pk, event())
    async with delivering() as rounds:
        await rounds.until_idle()
        await tell(team.pk, event())
        assert await rounds.until_idle() == 0
    after = await fresh(endpoint)
    assert after.disabled_reason == DisabledReason.GONE
    # What was to be tried again, and what has come since.
    assert await states(endpoint) == {DeliveryState.HELD: 2}

    @in_thread
    def told() -> list[tuple[str, UUID]]:
        return list(Notification.objects.for_team(team).values_list("kind", "user_id"))

    assert await told() == [("webhook.gone", admin.user.pk)]


async def test_five_days_of_failure_turn_it_off_and_a_success_begins_anew(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        receiver.script = lambda _: Answer(500)

        async def fail_for(days: int) -> None:
            for _ in range(days * 2):
                await tell(endpoint.team_id, event())
                await rounds.until_idle()
                traveller.shift(timedelta(hours=12))

        async with delivering() as rounds:
            await fail_for(4)
            receiver.script = lambda _: Answer()
            await rounds.until_idle()
            assert (await fresh(endpoint)).failing_since is None
            receiver.script = lambda _: Answer(500)
            await fail_for(5)
            assert (await fresh(endpoint)).disabled_at is None
            await tell(endpoint.team_id, event())
            await rounds.until_idle()
        after = await fresh(endpoint)
        assert (after.disabled_reason, after.disabled_at) == (DisabledReason.FAILING, clock.now())


async def test_events_are_held_for_three_days_and_replayed_when_it_is_on_again(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        await call(webhooks.turn_off, endpoint_id=endpoint.pk, reason=DisabledReason.FAILING)
        traveller.shift(timedelta(days=2))
        await tell(endpoint.team_id, event(), event())
        traveller.shift(timedelta(days=2))
        await tell(endpoint.team_id, event())
        assert await states(endpoint) == {DeliveryState.HELD: 2}
        _, replayed = await call(webhooks.enable, **of_it, replay_held=True, by=None)
        assert replayed == 2
        async with delivering() as rounds:
            assert await rounds.until_idle() == 2
    assert await states(endpoint) == {DeliveryState.DELIVERED: 2}


async def test_what_a_killed_process_had_is_posted_again(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await tell(endpoint.team_id, event())
        async with delivering() as lost, delivering() as rounds:
            await lost.deliverer.look(lost.connection)
            await lost.deliverer.claim(lost.connection)
            await lost.deliverer.rest()
            assert await rounds.until_idle() == 0
            traveller.shift(timedelta(seconds=91))
            assert await posting.recover(rounds.connection, clock.now()) == 1
            receiver.script = lambda _: Answer(500)
            assert await rounds.until_idle() == 1
            # It lives after all: what it did is told, and changes nothing.
            assert await lost.deliverer.settle(lost.connection) == 1
    assert await states(endpoint) == {DeliveryState.WAITING: 1}
    assert [each.status for each in await attempts(endpoint)] == [500, 200]
    assert len({request.event_id for request in receiver.requests}) == 1


# --- tests and replay ------------------------------------------------------------------------------------------------
async def test_a_test_is_tried_once_also_where_it_is_off(receiver: Receiver) -> None:
    endpoint, secret = await make_endpoint(receiver)
    of_it = {"team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
    await call(webhooks.turn_off, endpoint_id=endpoint.pk, reason=DisabledReason.FAILING)
    receiver.script = lambda _: Answer(500)
    await call(webhooks.send_test, **of_it)
    async with delivering() as rounds:
        assert await rounds.until_idle() == 1
    assert verified(receiver.requests[0], secret)["type"] == "webhook.test"
    assert await states(endpoint) == {DeliveryState.FAILED: 1}
    assert (await fresh(endpoint)).failures == 0


async def test_what_came_of_the_newest_test_is_noted(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        async with delivering() as rounds:
            receiver.script = lambda _: Answer(404)
            await call(webhooks.send_test, **of_it)
            await rounds.until_idle()
            tested = await fresh(endpoint)
            assert (tested.last_test_at, tested.last_test_outcome, tested.last_test_status) == (BEGAN, "refused", 404)
            assert (tested.failures, tested.last_failure_at, tested.last_success_at) == (0, None, None)

            traveller.shift(timedelta(seconds=5))
            receiver.script = lambda _: Answer(204)
            await call(webhooks.send_test, **of_it)
            await rounds.until_idle()
            tested = await fresh(endpoint)
            assert (tested.last_test_outcome, tested.last_test_status) == ("delivered", 204)
            assert tested.last_test_at == tested.last_success_at == clock.now()


async def test_a_success_just_after_a_failed_test_is_noted(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        async with delivering() as rounds:
            await tell(endpoint.team_id, event())
            await rounds.until_idle()
            traveller.shift(timedelta(seconds=5))
            receiver.script = lambda _: Answer(500)
            await call(webhooks.send_test, **of_it)
            await rounds.until_idle()
            traveller.shift(timedelta(seconds=5))
            receiver.script = lambda _: Answer(204)
            await tell(endpoint.team_id, event())
            await rounds.until_idle()
            assert (await fresh(endpoint)).last_success_at == clock.now()


async def test_a_test_of_a_former_address_says_nothing_of_the_new_one(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    of_it = {"team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
    changed = {"description": "", "types": ["delivered"], "domains": [], "active": True, "by": None}
    receiver.script = lambda _: Answer(500)
    async with delivering() as rounds:
        await call(webhooks.send_test, **of_it)
        await rounds.until_idle()
        await call(webhooks.update, **of_it, url=receiver.url("/new"), **changed)
        assert (await fresh(endpoint)).last_test_at is None

        await call(webhooks.send_test, **of_it)
        await rounds.deliverer.look(rounds.connection)
        await rounds.deliverer.claim(rounds.connection)
        await rounds.deliverer.rest()
        await call(webhooks.update, **of_it, url=receiver.url("/newer"), **changed)
        await rounds.deliverer.settle(rounds.connection)
    assert (await fresh(endpoint)).last_test_at is None


async def test_one_event_and_a_window_are_replayed_under_their_ids(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        async with delivering() as rounds:
            for _ in range(3):
                await tell(endpoint.team_id, event())
                await rounds.until_idle()
                traveller.shift(timedelta(hours=1))
            first, second, _ = await deliveries(endpoint)
            assert await call(webhooks.replay_one, **of_it, delivery_id=first.pk) == 1
            await rounds.until_idle()
            assert receiver.requests[-1].event_id == str(first.event_id)
            window = {"since": BEGAN, "until": BEGAN + timedelta(hours=2)}
            assert await call(webhooks.replay_window, **of_it, **window, delivered_too=True) == 2
            await rounds.until_idle()
    # Both are on their way at once.
    assert {each.event_id for each in receiver.requests[-2:]} == {str(first.event_id), str(second.event_id)}
    assert len(await attempts(endpoint)) == 6


async def test_what_is_older_than_a_month_is_forgotten(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await tell(endpoint.team_id, event())
        async with delivering() as rounds:
            await rounds.until_idle()
        traveller.shift(timedelta(days=29))
        await tell(endpoint.team_id, event())
        assert await call(webhooks.forget_old) == 0
        traveller.shift(timedelta(days=2))
        assert await call(webhooks.forget_old) == 1
    assert len(await deliveries(endpoint)) == 1
    assert await attempts(endpoint) == []


# --- the process -----------------------------------------------------------------------------------------------------
async def test_the_process_hears_of_events_at_once(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)

    async def all_told() -> bool:
        return len(receiver.requests) >= 90

    deliverer = Deliverer()
    running = asyncio.ensure_future(deliverer.run())
    try:
        async with asyncio.timeout(20):
            for _ in range(3):
                await tell(endpoint.team_id, *(event() for _ in range(30)))
            await until(all_told)
            deliverer.stopping.set()
            await running
    finally:
        deliverer.stopping.set()
        await running
    assert len({request.event_id for request in receiver.requests}) == len(receiver.requests) == 90
    assert await states(endpoint) == {DeliveryState.DELIVERED: 90}
    # Lines are kept open.
    assert receiver.connections <= AT_ONCE
    assert json.loads(receiver.requests[0].body)["type"] == "message.delivered"
