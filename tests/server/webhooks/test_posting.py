"""Posting: subscriptions, bodies, signatures, retries, and receivers that fail."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID

import pytest
import time_machine
from django.db import connections, transaction
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from server.core import clock
from server.core.ids import uuid7
from server.teams.models import Team
from server.webhooks.kinds import WebhookEvent
from server.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from server.webhooks.schedule import MAX_ATTEMPTS, PAUSED_FROM_FAILURES
from server.webhooks.services import deliveries as services
from server.webhooks.services import endpoints, publishing
from server.webhooks.sql import posting
from server.webhooks.states import DeliveryState, DisabledReason, WebhookOutcome
from server.webhooks.wire.webhooks import MAX_POSTS_PER_ENDPOINT, Deliverer
from tests.cast import make_team
from tests.server.delivery.mailing_factory import in_thread, until
from tests.server.webhooks.parcels import COUNTED, LEDGER, OWNER, RETURNED, SHIPPED, CountData, ParcelData, installed
from tests.server.webhooks.receiver import Answer, Receiver, Request, receiving
from tests.server.webhooks.rounds import delivering, verified

pytestmark = pytest.mark.django_db(transaction=True)
BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _parcels() -> Iterator[None]:
    with installed():
        yield


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
async def receiver(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Receiver]:
    async with receiving(monkeypatch) as found:
        yield found


def event(kind: str = SHIPPED, **fields: Any) -> WebhookEvent:
    """An event of a parcel."""
    now = clock.now()
    data = ParcelData(parcel_id=uuid7(), packed_at=now, label="Kopi → Siti")
    values: dict[str, Any] = {"kind": kind, "occurred_at": now, "data": data}
    return WebhookEvent(**(values | fields))


@in_thread
def make_endpoint(
    receiver: Receiver,
    team: Team | None = None,
    *,
    kinds: Sequence[str] = (SHIPPED,),
    scope_ids: Sequence[UUID] = (),
    path: str = "/hook",
) -> tuple[WebhookEndpoint, str]:
    team_id = (team or make_team()).pk
    url = receiver.url(path)
    return endpoints.create(OWNER, team_id=team_id, url=url, description="", kinds=kinds, scope_ids=scope_ids)


@in_thread
def publish(team_id: UUID, *events: WebhookEvent) -> None:
    with transaction.atomic():
        publishing.publish(team_id, events)


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


# --- bodies ----------------------------------------------------------------------------------------------------------
async def test_an_event_is_posted_as_the_standard_says(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False):
        endpoint, secret = await make_endpoint(receiver)
        told = event()
        await publish(endpoint.team_id, told)

        async with delivering() as rounds:
            assert await rounds.until_idle() == 1

        [request] = receiver.requests
        assert request.event_id == str(told.id)
        assert request.headers["webhook-timestamp"] == str(int(BEGAN.timestamp()))
        assert request.headers["content-type"] == "application/json"
        assert verified(request, secret) == {
            "type": "parcel.shipped",
            "timestamp": "2026-03-02T09:00:00.000Z",
            "data": {
                "parcelId": str(cast(ParcelData, told.data).parcel_id),
                "packedAt": "2026-03-02T09:00:00.000Z",
                "label": "Kopi → Siti",
            },
        }
        assert "Kopi → Siti".encode() in request.body
    [delivery] = await deliveries(endpoint)
    assert (delivery.state, delivery.attempt_count, delivery.status) == (DeliveryState.DELIVERED, 1, 200)
    [attempt] = await attempts(endpoint)
    assert (attempt.outcome, attempt.status, attempt.response_body) == (WebhookOutcome.DELIVERED, 200, "ok")


async def test_another_secret_or_changed_bytes_do_not_verify(receiver: Receiver) -> None:
    endpoint, secret = await make_endpoint(receiver)
    await publish(endpoint.team_id, event())
    async with delivering() as rounds:
        await rounds.until_idle()
    [request] = receiver.requests
    assert verified(request, secret)
    with pytest.raises(WebhookVerificationError):
        verified(request, "whsec_" + "A" * 43 + "=")
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(request.body + b" ", dict(request.headers))


async def test_endpoints_get_the_kinds_of_their_team_that_they_subscribe_to(receiver: Receiver) -> None:
    team, other = await call(make_team), await call(make_team, name="Teh")
    both, _ = await make_endpoint(receiver, team, kinds=[SHIPPED, RETURNED])
    returned, _ = await make_endpoint(receiver, team, kinds=[RETURNED])
    theirs, _ = await make_endpoint(receiver, other)

    await publish(team.pk, event(), event(COUNTED, data=CountData(count=2)), event(RETURNED))

    assert [each.kind for each in await deliveries(both)] == [SHIPPED, RETURNED]
    assert [each.kind for each in await deliveries(returned)] == [RETURNED]
    assert await deliveries(theirs) == []


async def test_scopes_limit_the_kinds_that_have_them(receiver: Receiver) -> None:
    depot = uuid7()
    limited, _ = await make_endpoint(receiver, kinds=[SHIPPED, COUNTED], scope_ids=[depot])

    told = event(scope_id=depot)
    count = event(COUNTED, data=CountData(count=2))
    await publish(limited.team_id, event(), event(scope_id=uuid7()), told, count)

    assert [each.event_id for each in await deliveries(limited)] == [told.id, count.id]


async def test_an_event_of_no_registered_kind_or_with_other_data_is_an_error(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)

    with pytest.raises(ValueError, match=r"No app registers parcel\.lost"):
        await publish(endpoint.team_id, event("parcel.lost"))
    with pytest.raises(TypeError, match=r"Data of parcel\.shipped is ParcelData, not CountData"):
        await publish(endpoint.team_id, event(data=CountData(count=2)))
    with pytest.raises(ValueError, match=r"No app registers parcel\.lost"):
        await make_endpoint(receiver, kinds=["parcel.lost"])

    assert await deliveries(endpoint) == []


async def test_an_event_is_queued_once_and_with_its_transaction(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    told = event()
    await publish(endpoint.team_id, told)
    await publish(endpoint.team_id, told, told)
    assert len(await deliveries(endpoint)) == 1

    def undone() -> None:
        with transaction.atomic():
            publishing.publish(endpoint.team_id, [event()])
            transaction.set_rollback(True)

    await call(undone)
    assert len(await deliveries(endpoint)) == 1


async def test_while_a_secret_is_rotated_both_verify(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, former = await make_endpoint(receiver)
        _, secret = await call(
            endpoints.rotate_secret, owner=OWNER, team_id=endpoint.team_id, endpoint_id=endpoint.pk, overlap_hours=24
        )
        async with delivering() as rounds:
            await publish(endpoint.team_id, event())
            await rounds.until_idle()
            [request] = receiver.requests
            assert verified(request, former) == verified(request, secret)
            assert len(request.headers["webhook-signature"].split()) == 2

            traveller.shift(timedelta(hours=24, seconds=1))
            await publish(endpoint.team_id, event())
            await rounds.until_idle()
        assert verified(receiver.requests[1], secret)
        with pytest.raises(WebhookVerificationError):
            verified(receiver.requests[1], former)


async def test_the_secret_is_stored_sealed(receiver: Receiver) -> None:
    endpoint, secret = await make_endpoint(receiver)
    stored = bytes((await fresh(endpoint)).secret)
    assert secret.encode() not in stored
    assert secret.removeprefix("whsec_").encode() not in stored


# --- responses -------------------------------------------------------------------------------------------------------
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
        await publish(endpoint.team_id, event())
        receiver.script = lambda _: answer
        async with delivering() as rounds:
            assert await rounds.until_idle() == 1
    # No redirect was followed.
    assert [request.path for request in receiver.requests] == ["/hook"]
    [delivery] = await deliveries(endpoint)
    assert (delivery.state, delivery.outcome, delivery.status) == (DeliveryState.WAITING, outcome, answer.status)
    # Five seconds, plus or minus a tenth.
    assert timedelta(seconds=4.5) <= delivery.due_at - BEGAN <= timedelta(seconds=5.5)
    assert (await attempts(endpoint))[0].response_body == "no"
    after = await fresh(endpoint)
    assert (after.failures, after.failing_since, after.disabled_at) == (1, BEGAN, None)


async def test_the_first_4_kib_of_a_response_are_stored(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    await publish(endpoint.team_id, event())
    receiver.script = lambda _: Answer(500, body=b"\x00\xff" + b"x" * 300_000)
    async with delivering() as rounds:
        await rounds.until_idle()
    [attempt] = await attempts(endpoint)
    assert attempt.response_body == "��" + "x" * 4_094


async def test_a_receiver_that_does_not_respond_times_out(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    await publish(endpoint.team_id, event())
    receiver.script = lambda _: Answer(wait=asyncio.Event())
    async with delivering(seconds=0.05) as rounds:
        await rounds.until_idle()
    [attempt] = await attempts(endpoint)
    assert (attempt.outcome, attempt.status) == (WebhookOutcome.TOO_SLOW, None)


async def test_a_private_address_gets_no_request(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint, _ = await make_endpoint(receiver)
    await publish(endpoint.team_id, event())
    monkeypatch.setattr("server.core.egress.client.is_allowed", lambda *_: False)
    async with delivering() as rounds:
        await rounds.until_idle()
    assert receiver.requests == []
    assert (await attempts(endpoint))[0].outcome == WebhookOutcome.NOT_ALLOWED


async def test_retry_after_pauses_an_endpoint(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await publish(endpoint.team_id, event())
        receiver.script = lambda _: Answer(429, {"Retry-After": "600"})
        async with delivering() as rounds:
            await rounds.until_idle()
            await publish(endpoint.team_id, event())
            traveller.shift(timedelta(seconds=599))
            assert await rounds.until_idle() == 0
            receiver.script = lambda _: Answer()
            traveller.shift(timedelta(seconds=2))
            assert await rounds.until_idle() == 2


# --- receivers that fail ---------------------------------------------------------------------------------------------
async def test_ten_tries_over_three_days(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await publish(endpoint.team_id, event())
        receiver.script = lambda _: Answer(500)
        at: list[timedelta] = []
        async with delivering() as rounds:
            for _ in range(MAX_ATTEMPTS):
                [delivery] = await deliveries(endpoint)
                hold = (await fresh(endpoint)).paused_until
                traveller.move_to(max(delivery.due_at, hold or delivery.due_at))
                assert await rounds.until_idle() == 1
                at.append(clock.now() - BEGAN)
            traveller.shift(timedelta(days=10))
            assert await rounds.until_idle() == 0
    assert len(receiver.requests) == MAX_ATTEMPTS == 10
    # One id for all of them.
    assert len({request.event_id for request in receiver.requests}) == 1
    # 75 h 35 min, each wait plus or minus a tenth.
    assert timedelta(hours=68) < at[-1] < timedelta(hours=84)
    assert (await states(endpoint)) == {DeliveryState.FAILED: 1}


async def test_a_receiver_that_was_down_for_three_hours_gets_every_event(receiver: Receiver) -> None:
    """The reference library verifies each on arrival, at the receiver's own clock."""
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, secret = await make_endpoint(receiver)
        good: Counter[str] = Counter()

        def check(request: Request) -> Answer:
            verified(request, secret)
            good[request.event_id] += 1
            return Answer()

        receiver.script = lambda _: Answer(503)
        told: list[WebhookEvent] = []
        async with delivering() as rounds:
            for minute in range(0, 180, 2):
                traveller.move_to(BEGAN + timedelta(minutes=minute))
                new = [event() for _ in range(5)]
                await publish(endpoint.team_id, *new)
                told += new
                await rounds.until_idle()
            # A dead receiver gets a first burst, and then one probe at a time.
            assert len(receiver.requests) < 110
            receiver.script = check
            for _ in range(40):
                traveller.shift(timedelta(minutes=15))
                await rounds.until_idle()
    assert good == {str(each.id): 1 for each in told}
    assert await states(endpoint) == {DeliveryState.DELIVERED: len(told)}
    after = await fresh(endpoint)
    assert (after.failures, after.failing_since, after.paused_until) == (0, None, None)


async def test_a_dead_endpoint_is_probed_with_one_event_at_a_time(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        receiver.script = lambda _: Answer(500)
        await publish(endpoint.team_id, *(event() for _ in range(100)))
        async with delivering() as rounds:
            assert await rounds.until_idle() == MAX_POSTS_PER_ENDPOINT >= PAUSED_FROM_FAILURES
            for _ in range(3):
                traveller.move_to((await fresh(endpoint)).paused_until)
                assert await rounds.until_idle() == 1
    assert (await fresh(endpoint)).failures == MAX_POSTS_PER_ENDPOINT + 3


async def test_a_slow_endpoint_takes_no_slot_of_another(receiver: Receiver) -> None:
    team = await call(make_team)
    slow, _ = await make_endpoint(receiver, team, path="/slow")
    quick, _ = await make_endpoint(receiver, team, path="/quick")
    gate = asyncio.Event()
    receiver.script = lambda request: Answer(wait=gate if request.path == "/slow" else None)
    await publish(team.pk, *(event() for _ in range(50)))
    async with delivering() as rounds:
        deliverer, connection = rounds.deliverer, rounds.connection
        while (await states(quick))[DeliveryState.DELIVERED] < 50:
            await deliverer.find_due(connection)
            await deliverer.claim(connection)
            await asyncio.sleep(0)
            await deliverer.record_results(connection)
        assert await states(slow) == {DeliveryState.WAITING: 42, DeliveryState.SENDING: MAX_POSTS_PER_ENDPOINT}
        gate.set()
        await rounds.deliverer.wait_for_posts()
        await rounds.until_idle()
    assert await states(slow) == {DeliveryState.DELIVERED: 50}


async def test_410_disables_it_and_tells_its_owner_once(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    receiver.script = lambda _: Answer(410)
    await publish(endpoint.team_id, event(), event())
    async with delivering() as rounds:
        await rounds.until_idle()
        await publish(endpoint.team_id, event())
        assert await rounds.until_idle() == 0
    after = await fresh(endpoint)
    assert after.disabled_reason == DisabledReason.GONE
    # The failed deliveries, and the newer event.
    assert await states(endpoint) == {DeliveryState.HELD: 3}
    assert [("disabled", (endpoint.team_id, endpoint.pk, DisabledReason.GONE))] == LEDGER


async def test_five_days_of_failure_turn_it_off_and_a_success_starts_again(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        receiver.script = lambda _: Answer(500)

        async def fail_for(days: int) -> None:
            for _ in range(days * 2):
                await publish(endpoint.team_id, event())
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
            await publish(endpoint.team_id, event())
            await rounds.until_idle()
        after = await fresh(endpoint)
        assert (after.disabled_reason, after.disabled_at) == (DisabledReason.FAILING, clock.now())


async def test_events_are_held_for_three_days_and_replayed_when_it_is_on_again(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"owner": OWNER, "team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        await call(endpoints.disable, endpoint_id=endpoint.pk, reason=DisabledReason.FAILING)
        traveller.shift(timedelta(days=2))
        await publish(endpoint.team_id, event(), event())
        traveller.shift(timedelta(days=2))
        await publish(endpoint.team_id, event())
        assert await states(endpoint) == {DeliveryState.HELD: 2}
        enabled = await call(endpoints.enable, **of_it, replay_held=True)
        assert (enabled.was_disabled, enabled.replayed) == (True, 2)
        async with delivering() as rounds:
            assert await rounds.until_idle() == 2
    assert await states(endpoint) == {DeliveryState.DELIVERED: 2}


async def test_claims_of_a_killed_process_are_posted_again(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await publish(endpoint.team_id, event())
        async with delivering() as lost, delivering() as rounds:
            await lost.deliverer.find_due(lost.connection)
            await lost.deliverer.claim(lost.connection)
            await lost.deliverer.wait_for_posts()
            assert await rounds.until_idle() == 0
            traveller.shift(timedelta(seconds=91))
            assert await posting.release_expired(rounds.connection, clock.now()) == 1
            receiver.script = lambda _: Answer(500)
            assert await rounds.until_idle() == 1
            # The process is alive after all: its attempts are recorded without any effect.
            assert await lost.deliverer.record_results(lost.connection) == 1
    assert await states(endpoint) == {DeliveryState.WAITING: 1}
    assert [each.status for each in await attempts(endpoint)] == [500, 200]
    assert len({request.event_id for request in receiver.requests}) == 1


async def test_what_is_queued_again_after_its_endpoint_is_disabled_is_held(receiver: Receiver) -> None:
    """If a process dies while it posts to an endpoint that is being disabled, nothing stays queued."""
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        enabled, _ = await make_endpoint(receiver)
        await publish(endpoint.team_id, event())
        await publish(enabled.team_id, event())
        async with delivering() as lost, delivering() as rounds:
            await lost.deliverer.find_due(lost.connection)
            await lost.deliverer.claim(lost.connection)
            await call(endpoints.disable, endpoint_id=endpoint.pk, reason=DisabledReason.FAILING)
            await call(services.send_test, owner=OWNER, team_id=endpoint.team_id, endpoint_id=endpoint.pk)
            traveller.shift(timedelta(seconds=91))
            assert await posting.release_expired(rounds.connection, clock.now()) == 2
            assert await states(endpoint) == {DeliveryState.WAITING: 2}

            assert await posting.retain_disabled(rounds.connection) == 1

            await lost.deliverer.wait_for_posts()
    assert await states(endpoint) == {DeliveryState.HELD: 1, DeliveryState.WAITING: 1}
    assert await states(enabled) == {DeliveryState.WAITING: 1}


async def test_the_process_holds_what_is_queued_for_a_disabled_endpoint(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    await publish(endpoint.team_id, event())
    await call(WebhookEndpoint.objects.update, disabled_at=clock.now(), disabled_reason=DisabledReason.FAILING)

    async def is_held() -> bool:
        return await states(endpoint) == {DeliveryState.HELD: 1}

    deliverer = Deliverer()
    running = asyncio.ensure_future(deliverer.run())
    try:
        await until(is_held)
    finally:
        deliverer.stopping.set()
        await running
    assert receiver.requests == []


# --- tests and replay ------------------------------------------------------------------------------------------------
async def test_a_test_is_tried_once_also_where_it_is_off(receiver: Receiver) -> None:
    endpoint, secret = await make_endpoint(receiver)
    of_it = {"owner": OWNER, "team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
    await call(endpoints.disable, endpoint_id=endpoint.pk, reason=DisabledReason.FAILING)
    receiver.script = lambda _: Answer(500)
    await call(services.send_test, **of_it)
    async with delivering() as rounds:
        assert await rounds.until_idle() == 1
    assert verified(receiver.requests[0], secret)["type"] == "webhook.test"
    assert await states(endpoint) == {DeliveryState.FAILED: 1}
    assert (await fresh(endpoint)).failures == 0


@pytest.mark.parametrize("failures", [0, PAUSED_FROM_FAILURES])
async def test_a_test_is_posted_before_a_backlog(receiver: Receiver, failures: int) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await call(WebhookEndpoint.objects.update, failures=failures)
        await publish(endpoint.team_id, *(event() for _ in range(3 * MAX_POSTS_PER_ENDPOINT)))
        traveller.shift(timedelta(seconds=5))
        test = await call(services.send_test, owner=OWNER, team_id=endpoint.team_id, endpoint_id=endpoint.pk)
        async with delivering() as rounds:
            assert await rounds.once() == (1 if failures else MAX_POSTS_PER_ENDPOINT)
    assert str(test.event_id) in {request.event_id for request in receiver.requests}


async def test_deliveries_that_are_due_together_are_posted_in_their_order(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False):
        endpoint, _ = await make_endpoint(receiver)
        events = sorted((event() for _ in range(3 * MAX_POSTS_PER_ENDPOINT)), key=lambda each: each.id, reverse=True)
        await publish(endpoint.team_id, *events)
        async with delivering() as rounds:
            for number in range(3):
                assert await rounds.once() == MAX_POSTS_PER_ENDPOINT
                of_round = {
                    str(each.id)
                    for each in events[number * MAX_POSTS_PER_ENDPOINT : (number + 1) * MAX_POSTS_PER_ENDPOINT]
                }
                assert {
                    request.event_id for request in receiver.requests[number * MAX_POSTS_PER_ENDPOINT :]
                } == of_round


async def test_the_result_of_the_newest_test_is_recorded(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"owner": OWNER, "team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        async with delivering() as rounds:
            receiver.script = lambda _: Answer(404)
            await call(services.send_test, **of_it)
            await rounds.until_idle()
            tested = await fresh(endpoint)
            assert (tested.last_test_at, tested.last_test_outcome, tested.last_test_status) == (BEGAN, "refused", 404)
            assert (tested.failures, tested.last_failure_at, tested.last_success_at) == (0, None, None)

            traveller.shift(timedelta(seconds=5))
            receiver.script = lambda _: Answer(204)
            await call(services.send_test, **of_it)
            await rounds.until_idle()
            tested = await fresh(endpoint)
            assert (tested.last_test_outcome, tested.last_test_status) == ("delivered", 204)
            assert tested.last_test_at == tested.last_success_at == clock.now()


async def test_a_success_just_after_a_failed_test_is_recorded(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"owner": OWNER, "team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        async with delivering() as rounds:
            await publish(endpoint.team_id, event())
            await rounds.until_idle()
            traveller.shift(timedelta(seconds=5))
            receiver.script = lambda _: Answer(500)
            await call(services.send_test, **of_it)
            await rounds.until_idle()
            traveller.shift(timedelta(seconds=5))
            receiver.script = lambda _: Answer(204)
            await publish(endpoint.team_id, event())
            await rounds.until_idle()
            assert (await fresh(endpoint)).last_success_at == clock.now()


async def test_a_test_of_a_previous_address_is_no_result_of_the_new_one(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    of_it = {"owner": OWNER, "team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
    changed = {"description": "", "kinds": [SHIPPED], "scope_ids": [], "is_active": True}
    receiver.script = lambda _: Answer(500)
    async with delivering() as rounds:
        await call(services.send_test, **of_it)
        await rounds.until_idle()
        await call(endpoints.update, **of_it, url=receiver.url("/new"), **changed)
        assert (await fresh(endpoint)).last_test_at is None

        await call(services.send_test, **of_it)
        await rounds.deliverer.find_due(rounds.connection)
        await rounds.deliverer.claim(rounds.connection)
        await rounds.deliverer.wait_for_posts()
        await call(endpoints.update, **of_it, url=receiver.url("/newer"), **changed)
        await rounds.deliverer.record_results(rounds.connection)
    assert (await fresh(endpoint)).last_test_at is None


async def test_the_connections_of_a_previous_address_are_closed_after_their_last_post(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)
    of_it = {"owner": OWNER, "team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
    changed = {"description": "", "kinds": [SHIPPED], "scope_ids": [], "is_active": True}
    goes_out = asyncio.Event()
    receiver.script = lambda request: Answer(wait=goes_out if request.path == "/hook" else None)

    async def are_open(count: int) -> bool:
        return receiver.open_connections == count

    async with delivering() as rounds:
        await publish(endpoint.team_id, event())
        await rounds.deliverer.find_due(rounds.connection)
        await rounds.deliverer.claim(rounds.connection)
        await until(lambda: are_open(1))
        await call(endpoints.update, **of_it, url=receiver.url("/new"), **changed)
        await publish(endpoint.team_id, event())
        await rounds.deliverer.find_due(rounds.connection)
        await rounds.deliverer.claim(rounds.connection)
        await until(lambda: are_open(2))
        goes_out.set()
        await rounds.until_idle()
        await until(lambda: are_open(1))

    assert [request.path for request in receiver.requests] == ["/hook", "/new"]
    assert await states(endpoint) == {DeliveryState.DELIVERED: 2}


async def test_one_event_and_a_window_are_replayed_under_their_ids(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        of_it = {"owner": OWNER, "team_id": endpoint.team_id, "endpoint_id": endpoint.pk}
        async with delivering() as rounds:
            for _ in range(3):
                await publish(endpoint.team_id, event())
                await rounds.until_idle()
                traveller.shift(timedelta(hours=1))
            first, second, _ = await deliveries(endpoint)
            assert await call(services.replay_one, **of_it, delivery_id=first.pk) == 1
            await rounds.until_idle()
            assert receiver.requests[-1].event_id == str(first.event_id)
            window = {"since": BEGAN, "until": BEGAN + timedelta(hours=2)}
            assert await call(services.replay_period, **of_it, **window, delivered_too=True) == 2
            await rounds.until_idle()
    # Both are in progress.
    assert {each.event_id for each in receiver.requests[-2:]} == {str(first.event_id), str(second.event_id)}
    assert len(await attempts(endpoint)) == 6


async def test_deliveries_older_than_a_month_are_purged(receiver: Receiver) -> None:
    with time_machine.travel(BEGAN, tick=False) as traveller:
        endpoint, _ = await make_endpoint(receiver)
        await publish(endpoint.team_id, event())
        async with delivering() as rounds:
            await rounds.until_idle()
        traveller.shift(timedelta(days=29))
        await publish(endpoint.team_id, event())
        assert await call(services.purge_expired) == 0
        traveller.shift(timedelta(days=2))
        assert await call(services.purge_expired) == 1
    assert len(await deliveries(endpoint)) == 1
    assert await attempts(endpoint) == []


# --- the process -----------------------------------------------------------------------------------------------------
async def test_the_process_posts_new_events_immediately(receiver: Receiver) -> None:
    endpoint, _ = await make_endpoint(receiver)

    async def all_told() -> bool:
        return len(receiver.requests) >= 90

    deliverer = Deliverer()
    running = asyncio.ensure_future(deliverer.run())
    try:
        async with asyncio.timeout(20):
            for _ in range(3):
                await publish(endpoint.team_id, *(event() for _ in range(30)))
            await until(all_told)
            deliverer.stopping.set()
            await running
    finally:
        deliverer.stopping.set()
        await running
    assert len({request.event_id for request in receiver.requests}) == len(receiver.requests) == 90
    assert await states(endpoint) == {DeliveryState.DELIVERED: 90}
    # Connections stay open.
    assert receiver.connections <= MAX_POSTS_PER_ENDPOINT
    assert json.loads(receiver.requests[0].body)["type"] == SHIPPED
    assert {name for name, _ in LEDGER} <= {"attempted"}
