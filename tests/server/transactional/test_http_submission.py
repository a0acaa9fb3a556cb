"""Messages submitted over HTTP in front of Django: the responses are identical to those of the operation behind."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import OperationalError, connections

from server.core import clock
from server.core.models import Attempt
from server.teams.models import Team
from server.transactional import http_messages
from server.transactional.intake import acceptance
from server.transactional.models import Message, MessageEvent, MessageRecipient
from server.transactional.services import keys, limits
from server.transactional.wire import admission, micro_batching, smtp
from server.transactional.wire.http_submission import PATH, HttpSubmission
from server.transactional.wire.micro_batching import LARGE_BYTES
from tests.cast import make_team
from tests.server.delivery.mailing_factory import in_thread
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_domain, make_key

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]

GOOD: dict[str, Any] = {
    "from": {"email": "toko@kopi.example", "name": "Toko Kopi"},
    "to": ["Ani <ani@example.com>"],
    "subject": "Pesanan 17 dikirim",
    "text": "Halo Ani",
    "html": "<p>Halo <b>Ani</b></p>",
}
THREADS = 3


@dataclass
class Answer:
    """A response; `behind` is the body that was passed on to the operation."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    behind: bytes | None = None


Call = Callable[..., Any]


@pytest.fixture
def team() -> Team:
    found = make_team("Kopi")
    make_domain(found)
    return found


@pytest.fixture
def secret(team: Team) -> str:
    return make_key(team)[1]


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
async def call() -> AsyncIterator[Call]:
    """Calls the application with a secret and a body; keywords replace parts of the request."""
    went_on: list[bytes] = []

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        event = await receive()
        went_on.append(event["body"])

    threads = ThreadPoolExecutor(THREADS)
    app = HttpSubmission(behind, threads)

    async def make(
        secret: str,
        body: Any = GOOD,
        *,
        headers: dict[str, str] | None = None,
        unread: bool = False,
        **changes: Any,
    ) -> Answer:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {
            "host": django_settings.APP_HOSTS[0],
            "authorization": f"Bearer {secret}",
            "content-length": str(len(raw)),
            "content-type": "application/json",
        }
        scope = {
            "type": "http",
            "method": "POST",
            "path": PATH,
            "client": ("127.0.0.1", 1),
            "headers": [(name.encode(), value.encode()) for name, value in (given | (headers or {})).items()],
            **changes,
        }
        events = [
            {"type": "http.request", "body": raw[:20], "more_body": True},
            {"type": "http.request", "body": raw[20:], "more_body": False},
        ]
        sent: list[Any] = []

        async def receive() -> Any:
            assert not unread, "The body is read"
            return events.pop(0)

        async def send(event: Any) -> None:
            sent.append(event)

        gone = len(went_on)
        await app(scope, receive, send)
        if len(went_on) > gone:
            return Answer(behind=went_on[-1])
        start, content = sent
        found = {name.decode(): value.decode() for name, value in start["headers"]}
        assert found.pop("content-length") == str(len(content["body"]))
        return Answer(start["status"], found, json.loads(content["body"]))

    yield make
    await asyncio.to_thread(smtp._shut_down, threads, THREADS)


def by_the_operation(secret: str, body: Any = GOOD, **headers: str) -> Answer:
    """Django's response to the same call."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    response = TrxClient(secret).call("POST", "messages", raw or b" ", **headers)
    told = {name.lower(): value for name, value in response.items() if name.lower() != "content-length"}
    return Answer(response.status_code, told, response.json())


def stored() -> tuple[int, int]:
    return Message.objects.count(), MessageRecipient.objects.count()


async def test_a_message_is_stored_and_answered_as_the_operation_does(
    call: Call, secret: str, team: Team, time_machine: Any
) -> None:
    time_machine.move_to(datetime(2026, 3, 5, 9, 15, 15, tzinfo=UTC), tick=False)
    headers = {"x-request-id": "from-the-shop-17"}

    one = await call(secret, GOOD | {"tag": "resi", "metadata": {"order": "17"}}, headers=headers)
    other = await in_thread(by_the_operation)(secret, **headers)

    rows = [row async for row in Message.objects.for_team(team).order_by("pk")]
    assert {str(row.pk) for row in rows} == {one.body["id"], other.body["id"]}
    first = next(row for row in rows if str(row.pk) == one.body["id"])
    assert (first.via, first.subject, first.from_name) == ("http", "Pesanan 17 dikirim", "Toko Kopi")
    assert (first.tag, first.metadata) == ("resi", {"order": "17"})
    assert (one.status, one.body | {"id": ""}) == (202, other.body | {"id": ""})
    assert (one.headers["ratelimit-remaining"], other.headers["ratelimit-remaining"]) == ("29999", "29998")
    assert one.headers | {"ratelimit-remaining": ""} == other.headers | {"ratelimit-remaining": ""}


async def test_the_same_idempotency_key_is_answered_alike(call: Call, secret: str) -> None:
    first = await call(secret, headers={"idempotency-key": "order-17"})
    again = await call(secret, headers={"x-idempotency-key": "order-17"})
    behind = await in_thread(by_the_operation)(secret, **{"Idempotency-Key": "order-17"})
    other = await call(secret, GOOD | {"text": "Lain"}, headers={"idempotency-key": "order-17"})

    assert again.body == behind.body == first.body | {"repeated": True}
    assert again.headers["ratelimit-remaining"] == first.headers["ratelimit-remaining"] == "29999"
    assert (other.status, other.body["code"]) == (409, "idempotencyKeyReused")
    assert await in_thread(stored)() == (1, 1)


REFUSED: list[Any] = [
    GOOD | {"from": "toko@teh.example"},
    GOOD | {"to": ["nobody"]},
    GOOD | {"to": []},
    GOOD | {"tag": "x" * 65},
    GOOD | {"metadata": {"a b": "c"}},
    GOOD | {"template": "none", "subject": "", "html": "", "text": ""},
    GOOD | {"headers": {"From": "ceo@bank.example"}},
    GOOD | {"attachments": [{"name": "a", "content": "%"}]},
    GOOD | {"unknown": 1},
    {name: value for name, value in GOOD.items() if name != "from"},
    b"{",
    b"\xff",
    b"null",
]


@pytest.mark.parametrize("body", REFUSED)
async def test_what_is_wrong_is_told_as_the_operation_does(call: Call, secret: str, body: Any) -> None:
    one, other = await call(secret, body), await in_thread(by_the_operation)(secret, body)

    assert (one.status, one.body) == (other.status, other.body)
    assert 400 <= one.status < 500
    assert one.headers | {"x-request-id": ""} == other.headers | {"x-request-id": ""}
    assert await in_thread(stored)() == (0, 0)


@pytest.mark.parametrize("broken", [GOOD, b"{"])
async def test_who_may_not_send_is_told_that_first(call: Call, team: Team, secret: str, broken: Any) -> None:
    reader = (await in_thread(make_key)(team, scopes=["read"]))[1]
    elsewhere = (await in_thread(make_key)(team, networks=["203.0.113.0/24"]))[1]
    for refused in (reader, elsewhere, secret[:-1] + "_", "dsk_"):
        one, other = await call(refused, broken), await in_thread(by_the_operation)(refused, broken)
        assert (one.status, one.body) == (other.status, other.body)
        assert one.status in (401, 403)
    assert await in_thread(stored)() == (0, 0)


async def test_nothing_is_read_of_a_body_without_a_key(
    call: Call, team: Team, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    validated: list[bytes] = []
    read_message = http_messages.read_message

    def validate(raw: bytes) -> Any:
        assert threading.current_thread() is not threading.main_thread()
        validated.append(raw)
        return read_message(raw)

    monkeypatch.setattr(http_messages, "read_message", validate)
    elsewhere = (await in_thread(make_key)(team, networks=["203.0.113.0/24"]))[1]
    reader = (await in_thread(make_key)(team, scopes=["read"]))[1]

    unread = [await call(wrong, unread=True) for wrong in (secret[:-1] + "_", "dsk_", elsewhere)]
    read = [await call(each) for each in (reader, secret)]

    assert [(each.status, each.body["code"]) for each in unread] == [(401, "keyUnknown")] * 3
    assert [each.status for each in read] == [403, 202]
    assert validated == [json.dumps(GOOD).encode()]


async def test_a_key_is_looked_up_beforehand_once_in_a_while(
    call: Call, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "MAX_CACHED_KEYS", 1)
    looked: list[int] = []
    looked_up = keys.resolve_each

    def record_lookup(credentials: Any) -> Any:
        looked.append(len(credentials))
        return looked_up(credentials)

    monkeypatch.setattr(keys, "resolve_each", record_lookup)

    for address in ("127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.1"):
        assert (await call(secret, client=(address, 1))).status == 202

    # In advance except for the second time, and each time with the message.
    assert looked == [1] * 7


async def test_wrong_keys_become_few_rows(call: Call, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.MAX_FAILURES_OF_NETWORK_PER_MINUTE == 120
    monkeypatch.setattr(limits, "MAX_FAILURES_OF_NETWORK_PER_MINUTE", 3)
    # All in one minute, even if the next one begins.
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)

    answers = [await call(f"dsk_live_0000000{number}_{'x' * 43}", unread=True) for number in range(5)]

    assert [each.status for each in answers] == [401, 401, 401, 429, 429]
    assert "retry-after" in answers[4].headers
    assert await Attempt.objects.acount() == 3
    assert (await call(secret)).status == 202


class Lookups:
    """Looks up keys like the service, but waits with those of `slow` until released."""

    def __init__(self, slow: Collection[str]) -> None:
        self.slow, self.counts = slow, Counter[str]()
        self.may_end, self.started = threading.Event(), threading.Event()
        self._look_up = keys.resolve_each

    def __call__(self, credentials: Sequence[keys.Credential]) -> Any:
        secrets = [each.secret for each in credentials]
        self.counts.update(secrets)
        if any(each in self.slow for each in secrets):
            self.started.set()
            assert self.may_end.wait(10)
        return self._look_up(credentials)


async def test_what_has_no_secret_s_form_is_not_looked_up(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    lookups = Lookups(())
    monkeypatch.setattr(keys, "resolve_each", lookups)

    answers = [await call(wrong, unread=True) for wrong in ("dsk_", "dsk_live_x", f"dsk_live_00000001_{'x' * 44}")]

    assert [(each.status, each.body["code"]) for each in answers] == [(401, "keyUnknown")] * 3
    assert lookups.counts == {}
    assert await Attempt.objects.acount() == 0


async def test_wrong_keys_of_one_network_keep_no_right_one_out(
    call: Call, team: Team, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert admission.MAX_WAITING_OF_NETWORK == 10
    assert admission.MAX_WAITING_OF_NETWORK * 64 < micro_batching.MAX_WAITING
    monkeypatch.setattr(admission, "MAX_WAITING_OF_NETWORK", 3)
    monkeypatch.setattr(micro_batching, "MAX_WAITING", 5)
    monkeypatch.setattr(admission, "CACHE_SECONDS", 0.0)
    other = (await in_thread(make_key)(team))[1]
    here, elsewhere = ("203.0.113.7", 1), ("198.51.100.7", 1)
    assert (await call(secret, client=here)).status == 202
    wrong = [f"dsk_live_0000000{number}_{'x' * 43}" for number in range(8)]
    lookups = Lookups(wrong)
    monkeypatch.setattr(keys, "resolve_each", lookups)

    guesses = [asyncio.ensure_future(call(each, client=here, unread=True)) for each in wrong]
    assert await asyncio.to_thread(lookups.started.wait, 10)
    # A known right key is not delayed by wrong ones, even of its own network.
    passed = await call(secret, client=here)
    waiting = asyncio.ensure_future(call(other, client=elsewhere))
    await asyncio.sleep(0)
    lookups.may_end.set()
    refused = await asyncio.gather(*guesses)

    assert passed.status == 202
    assert (await waiting).status == 202
    assert [each.status for each in refused] == [401] * 3 + [429] * 5
    assert {each.headers["retry-after"] for each in refused[3:]} == {"5"}
    assert [lookups.counts[each] for each in wrong] == [1] * 3 + [0] * 5
    assert await Attempt.objects.acount() == 3
    # The network's share is free again.
    assert (await call(wrong[7], client=here, unread=True)).status == 401


async def test_many_calls_with_a_new_key_are_one_lookup(
    call: Call, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "MAX_WAITING_OF_NETWORK", 1)
    wrong = f"dsk_live_00000001_{'x' * 43}"
    lookups = Lookups((wrong,))
    monkeypatch.setattr(keys, "resolve_each", lookups)
    guesses = [asyncio.ensure_future(call(wrong, unread=True)) for _ in range(20)]
    assert await asyncio.to_thread(lookups.started.wait, 10)
    guesses[0].cancel()
    lookups.may_end.set()

    refused = await asyncio.gather(*guesses[1:])
    accepted = await asyncio.gather(*(call(secret) for _ in range(20)))

    assert [each.status for each in refused] == [401] * 19
    assert lookups.counts[wrong] == 1
    assert await Attempt.objects.aget(count=1)
    assert [each.status for each in accepted] == [202] * 20


async def test_too_many_that_wait_are_told_to_come_again(
    call: Call, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await call(secret)).status == 202
    monkeypatch.setattr(micro_batching, "MAX_WAITING", 0)

    known, unknown = await call(secret), await call(secret[:-1] + "_", unread=True)

    for each in (known, unknown):
        assert (each.status, each.body["code"], each.headers["retry-after"]) == (503, "serverFull", "5")
    assert await in_thread(stored)() == (1, 1)


async def test_a_key_is_refused_from_the_moment_it_is_revoked(call: Call, team: Team) -> None:
    key, secret = await in_thread(make_key)(team)
    assert (await call(secret)).status == 202

    key.revoked_at = datetime(2026, 1, 1, tzinfo=UTC)
    await in_thread(key.save)()

    assert (await call(secret)).body["code"] == "keyUnknown"
    assert await in_thread(stored)() == (1, 1)


async def test_too_many_are_refused_with_when_to_come_again(call: Call, secret: str, settings: Any) -> None:
    settings.TRX_MESSAGES_PER_MINUTE = 1
    assert (await call(secret)).status == 202

    one, other = await call(secret), await in_thread(by_the_operation)(secret)

    assert (one.status, one.body["code"], one.headers["ratelimit-remaining"]) == (429, "tooManyRequests", "0")
    assert one.headers["retry-after"] == one.headers["ratelimit-reset"]
    assert one.headers.keys() == other.headers.keys()
    assert await in_thread(stored)() == (1, 1)


async def test_what_is_not_the_usual_call_goes_on_whole(call: Call, secret: str) -> None:
    batch = GOOD | {"to": [], "recipients": [{"to": "ani@example.com"}]}
    whole = json.dumps(batch).encode()
    large = json.dumps(GOOD | {"text": "x" * LARGE_BYTES}).encode()

    gone_on = [
        await call(secret, batch),
        await call(secret, large),
        await call(secret, method="GET"),
        await call(secret, path=f"{PATH}/17/cancel"),
        await call(secret, headers={"host": django_settings.PAGES_HOST}),
        await call(secret, headers={"authorization": "Bearer trx-token"}),
        await call(secret, headers={"authorization": f"Basic {secret}"}),
        await call(secret, headers={"content-length": "x"}),
    ]

    assert [answer.behind is not None for answer in gone_on] == [True] * len(gone_on)
    assert gone_on[0].behind == whole
    assert await in_thread(stored)() == (0, 0)


async def test_what_nobody_foresaw_is_a_coded_failure(call: Call, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_: Any) -> Any:
        raise OperationalError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(acceptance, "accept_each", away)
        answer = await call(secret)
    assert (answer.status, answer.body["code"]) == (500, "serverException")
    assert await in_thread(stored)() == (0, 0)

    assert (await call(secret)).status == 202


@pytest.mark.parametrize(
    ("html", "data"),
    [
        ("{% for row in rows %}{{ row }} {{ row | upper }} {{ row | lower }}<br>{% endfor %}", {"rows": [""] * 500}),
        ("<p>{{ name }}</p>" * 400, {"name": "Ani"}),
    ],
    ids=["filled", "compiled"],
)
async def test_a_message_that_takes_long_is_read_again_by_itself(
    call: Call, secret: str, monkeypatch: pytest.MonkeyPatch, html: str, data: dict[str, Any]
) -> None:
    shares: list[float] = []
    accept_each = acceptance.accept_each

    def accept(handed: Sequence[Any], *, share: float) -> Any:
        shares.append(share)
        return accept_each(handed, share=share)

    monkeypatch.setattr(acceptance, "accept_each", accept)

    answer = await call(secret, GOOD | {"html": html, "data": data})

    assert answer.status == 202
    assert shares == [micro_batching.FIRST_SHARE, 1.0]
    assert await in_thread(Message.objects.count)() == 1
    assert (await call(secret, GOOD | {"data": data})).status == 202
    assert shares[2:] == [micro_batching.FIRST_SHARE]


async def test_one_that_takes_longer_than_any_may_is_told_once(call: Call, secret: str, team: Team) -> None:
    rows = "{% for row in rows %}" + "{{ row }}" * 900 + "{% endfor %}"

    answer = await call(secret, GOOD | {"text": rows, "data": {"rows": [""] * 500}})

    assert (answer.status, answer.body["payload"]["cause"]) == (422, "tooManySteps")
    assert await in_thread(MessageEvent.objects.for_team(team.pk).count)() == 1
    assert await in_thread(Message.objects.count)() == 0
