"""The memory of batches and large messages while they are composed and stored."""

import tracemalloc
from base64 import b64encode
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.plans.models import QuotaUsage
from server.senders.states import DomainState
from server.teams.models import Team
from server.transactional import composing, header_lines, http_submissions
from server.transactional.errors import ContentInvalid, RecipientInvalid
from server.transactional.identities import KeyIdentity
from server.transactional.intake import acceptance, message_memory, store
from server.transactional.intake.submissions import AcceptedBatch, Submission
from server.transactional.models import Message, Subaccount
from server.transactional.schemas.messages import MessageIn
from server.transactional.services import bodies
from tests.cast import make_team
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_domain, make_identity, make_key, make_mime

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

FILE_BYTES = 7_500  # about 10 kB in base64


def batch_of(count: int, **changes: Any) -> dict[str, Any]:
    file = {"name": "a.bin", "content": b64encode(b"x" * FILE_BYTES).decode()}
    return {
        "from": "toko@kopi.example",
        "subject": "Pesanan",
        "text": "Halo",
        "attachments": [file],
        "recipients": [{"to": f"a{number}@example.com"} for number in range(count)],
    } | changes


def stored() -> tuple[int, int]:
    used = sum(row.used for row in QuotaUsage.objects.all())  # across teams: everything there is
    return Message.objects.count(), used


@pytest.fixture
def other_shop(db: None) -> TrxClient:
    other = make_team("Teh")
    make_domain(other, "teh.example")
    return TrxClient(make_key(other)[1])


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The executed steps of composing."""
    taken: list[str] = []

    def note(name: str) -> None:
        original = getattr(composing, name)

        def call(given: Any) -> Any:
            taken.append(name)
            return original(given)

        monkeypatch.setattr(composing, name, call)

    note("encode_file")
    note("compose")
    return taken


def call_meanwhile(monkeypatch: pytest.MonkeyPatch, call: Callable[[], Any]) -> list[Any]:
    """The responses to a call that arrives while the messages of the first batch are in memory."""
    responses: list[Any] = []
    accept_many = acceptance.accept_many

    def accept(key: KeyIdentity, submissions: list[Submission], **options: Any) -> AcceptedBatch:
        if not responses:
            responses.append(None)
            responses[0] = call()
        return accept_many(key, submissions, **options)

    monkeypatch.setattr(acceptance, "accept_many", accept)
    return responses


def test_a_second_batch_of_a_team_beyond_its_share_is_refused(
    team: Team, shop: TrxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_memory, "MAX_BYTES_OF_TEAM", 50_000)
    second = TrxClient(make_key(team)[1])
    responses = call_meanwhile(monkeypatch, lambda: second.post("messages", batch_of(2)))

    first = shop.post("messages", batch_of(3))

    [refused] = responses
    assert (first.status_code, refused.status_code) == (202, 429)
    assert refused.json()["code"] == "tooManyRequests"
    assert refused.json()["payload"] == {"cause": "messageBytesOfTeam", "retryAfterSeconds": 5}
    assert refused["Retry-After"] == "5"
    assert refused.json()["message"] == "Other messages of this team are still being processed. Try again later"
    assert stored() == (3, 3)
    assert second.post("messages", batch_of(2)).status_code == 202
    assert stored() == (5, 5)


def test_a_large_message_counts_like_a_batch(shop: TrxClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_memory, "MAX_BYTES_OF_TEAM", 50_000)
    message = batch_of(0, to=["ani@example.com"])
    del message["recipients"]
    large = message | {"attachments": message["attachments"] * 3}
    responses = call_meanwhile(monkeypatch, lambda: [shop.post("messages", one) for one in (message, large)])

    assert shop.post("messages", batch_of(3)).status_code == 202

    [(fitting, refused)] = responses
    assert (fitting.status_code, refused.status_code) == (202, 429)
    assert refused.json()["payload"]["cause"] == "messageBytesOfTeam"
    assert stored() == (4, 4)
    assert message_memory.count_reserved_bytes() == 0
    assert shop.post("messages", large).status_code == 202


def test_batches_of_all_teams_beyond_the_memory_of_the_process_are_refused(
    shop: TrxClient, other_shop: TrxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_memory, "MAX_BYTES", 60_000)
    monkeypatch.setattr(message_memory, "MAX_BYTES_OF_TEAM", 50_000)
    other = batch_of(3, **{"from": "toko@teh.example"})
    responses = call_meanwhile(monkeypatch, lambda: other_shop.post("messages", other))

    first = shop.post("messages", batch_of(4))

    [refused] = responses
    assert (first.status_code, refused.status_code) == (202, 503)
    assert refused.json()["code"] == "serverFull"
    assert refused.json()["message"] == "The server is processing too many messages. Try again later"
    assert refused["Retry-After"] == "5"
    assert stored() == (4, 4)
    assert other_shop.post("messages", other).status_code == 202


def test_what_data_add_to_messages_is_reserved_as_well(shop: TrxClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_memory, "MAX_BYTES_OF_TEAM", 50_000)
    recipients = [{"to": f"a{number}@example.com", "data": {"x": "z" * 15_000}} for number in range(5)]

    refused = shop.post("messages", batch_of(0, attachments=[], text="{{ x }}", recipients=recipients))

    assert (refused.status_code, refused.json()["payload"]["cause"]) == (429, "messageBytesOfTeam")
    assert stored() == (0, 0)
    assert message_memory.count_reserved_bytes() == 0


@pytest.mark.parametrize(("module", "function"), [(composing, "compose"), (acceptance, "accept_many")])
@pytest.mark.parametrize("error", [ContentInvalid(payload={"cause": "headerField"}), RuntimeError("lost")])
def test_a_failed_batch_returns_its_bytes(
    team: Team, monkeypatch: pytest.MonkeyPatch, module: ModuleType, function: str, error: Exception
) -> None:
    reserved: list[int] = []

    def fail(*_: Any, **__: Any) -> None:
        reserved.append(message_memory.count_reserved_bytes())
        raise error

    monkeypatch.setattr(module, function, fail)
    message = MessageIn.model_validate(batch_of(3))

    with pytest.raises(type(error)):
        http_submissions.submit(make_identity(team), message, idempotency_key="", fingerprint=b"")

    assert reserved[0] >= 3 * FILE_BYTES
    assert message_memory.count_reserved_bytes() == 0
    assert stored() == (0, 0)


def test_one_batch_of_the_largest_size_always_fits() -> None:
    assert message_memory.MAX_BYTES_OF_TEAM >= http_submissions.MAX_BATCH_BYTES
    assert message_memory.MAX_BYTES >= 2 * message_memory.MAX_BYTES_OF_TEAM


def test_a_batch_from_an_unverified_domain_is_refused_before_it_is_composed(composed: list[str]) -> None:
    team = make_team("Kopi")
    make_domain(team, state=DomainState.PENDING)
    shop = TrxClient(make_key(team)[1])

    unverified = shop.post("messages", batch_of(3))
    foreign = shop.post("messages", batch_of(3, **{"from": "toko@teh.example"}))

    assert (unverified.status_code, unverified.json()["code"]) == (409, "trxDomainNotVerified")
    assert (foreign.status_code, foreign.json()["code"]) == (403, "fromNotAllowed")
    assert composed == []
    assert stored() == (0, 0)
    sandbox = TrxClient(make_key(team, sandbox=True)[1])
    assert sandbox.post("messages", batch_of(3)).status_code == 202


def test_a_batch_that_is_refused_for_its_domain_counts_under_the_rates(settings: Any) -> None:
    settings.TRX_MESSAGES_PER_MINUTE = 5
    team = make_team("Kopi")
    make_domain(team, state=DomainState.PENDING)
    shop = TrxClient(make_key(team)[1])

    statuses = [shop.post("messages", batch_of(3)).status_code for _ in range(2)]

    assert statuses == [409, 429]


def test_a_batch_beyond_the_quota_is_refused_before_it_is_composed(
    team: Team, shop: TrxClient, composed: list[str]
) -> None:
    assert shop.post("messages", batch_of(3)).status_code == 202
    QuotaUsage.objects.for_team(team).update(used=998)
    composed.clear()

    refused = shop.post("messages", batch_of(3))

    assert (refused.status_code, refused.json()["code"]) == (403, "quotaLimitExceeded")
    assert (refused.json()["payload"]["limit"], refused.json()["payload"]["left"]) == (1_000, 2)
    assert composed == []
    assert shop.post("messages", batch_of(2)).status_code == 202
    assert stored() == (5, 1_000)


def test_a_batch_beyond_the_limit_of_its_subaccount_is_refused_before_it_is_composed(
    team: Team, composed: list[str]
) -> None:
    part = Subaccount.objects.create(team=team, name="Bandung", monthly_limit=4, created_at=team.created_at)
    shop = TrxClient(make_key(team, subaccount=part)[1])
    assert shop.post("messages", batch_of(3)).status_code == 202
    composed.clear()

    refused = shop.post("messages", batch_of(2))

    assert (refused.status_code, refused.json()["code"]) == (403, "subaccountLimitReached")
    assert composed == []
    assert shop.post("messages", batch_of(1)).status_code == 202
    assert stored() == (4, 4)


def test_an_address_that_is_none_is_refused_before_the_batch_is_composed(team: Team, composed: list[str]) -> None:
    message = MessageIn.model_validate(batch_of(0, recipients=[{"to": "ani@example.com"}, {"to": "nobody"}]))

    with pytest.raises(RecipientInvalid) as refused:
        http_submissions.submit(make_identity(team), message, idempotency_key="", fingerprint=b"")

    assert refused.value.payload == {"address": "nobody", "index": 1}
    assert composed == []


def test_large_messages_are_stored_by_several_statements(
    team: Team, shop: TrxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_STATEMENT_BYTES", 25_000)

    with CaptureQueriesContext(connection) as taken:
        accepted = shop.post("messages", batch_of(5))

    assert accepted.status_code == 202
    statements = [query["sql"] for query in taken if "INSERT INTO transactional_message\n" in query["sql"]]
    assert len(statements) == 3
    messages = list(Message.objects.for_team(team))
    sizes = [len(bodies.open_body(team_id=team.pk, message_id=message.pk)) for message in messages]
    assert sizes == [message.size for message in messages]
    assert (len(sizes), min(sizes) > FILE_BYTES) == (5, True)


def test_the_content_of_a_message_is_not_copied_to_read_its_header() -> None:
    mime = make_mime()

    lines, rest = header_lines.split(mime)

    assert rest.obj is mime
    assert header_lines.join_message(lines, rest) == mime
    assert header_lines.count_message_bytes(lines, rest) == len(mime)


@pytest.mark.parametrize(
    "mime", [b"", b"A: b", b"A: b\r\n", b"A: b\r\n\r\n", b"\r\nbody", b"A: b\r\n\r\nbody", b"\r\n\r\n\n"]
)
def test_a_message_is_joined_with_one_end(mime: bytes) -> None:
    lines, rest = header_lines.split(mime)

    whole = header_lines.join_message(lines, rest)

    assert whole.endswith(b"\r\n")
    assert len(whole) == header_lines.count_message_bytes(lines, rest)
    assert b"body" not in mime or whole == mime + b"\r\n"


def test_a_batch_takes_little_more_memory_than_its_messages(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_STATEMENT_BYTES", 1)
    file = {"name": "a.bin", "content": b64encode(bytes(1 << 20)).decode()}
    message = MessageIn.model_validate(batch_of(12, attachments=[file]))
    key = make_identity(team)

    tracemalloc.start()
    try:
        http_submissions.submit(key, message, idempotency_key="", fingerprint=b"")
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    messages_bytes = sum(each.size for each in Message.objects.for_team(team))
    assert messages_bytes > 12 << 20
    assert peak_bytes < messages_bytes * 1.5
