"""Unfinished messages on the submission ports do not lock other clients out."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from server.delivery.smtp import receiving_rate
from server.transactional.intake.checks.content import MAX_MESSAGE_BYTES
from server.transactional.models import Message
from server.transactional.wire import smtp_submission
from server.transactional.wire.smtp_submission import Application, SubmissionHandler
from tests.cast import make_team
from tests.server.delivery.mailing_factory import in_thread, until
from tests.server.delivery.smtp.certificates import Authority
from tests.server.transactional.factories import make_domain, make_key
from tests.server.transactional.submission_ports import Ports, aside, listening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]

TOO_MANY = b"421 4.3.2 Too many connections, try again later\r\n"
HEAD = b"From: toko@kopi.example\r\nTo: ayu@example.com\r\nSubject: x\r\n\r\n"
LINE = b"y" * 98 + b"\r\n"


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
def secret() -> str:
    """The secret of a key of the well-behaved team."""
    team = make_team("Kopi")
    make_domain(team)
    return make_key(team)[1]


@pytest.fixture
def mallory_secrets() -> list[str]:
    """Secrets of keys of four teams."""
    return [make_key(make_team(f"Mallory {number}"))[1] for number in range(4)]


class Sender:
    """A connection from the network 127.0.N.0/24 that starts a message."""

    def __init__(self, ports: Ports, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, network: int) -> None:
        self._ports, self.reader, self.writer, self._network = ports, reader, writer, network
        self.reply = b""

    @classmethod
    async def open(cls, stack: AsyncExitStack, ports: Ports, secret: str, *, network: int) -> "Sender":
        """Signs in and sends MAIL, RCPT and DATA until a rejection; `reply` is the last response."""
        local = (f"127.0.{network}.1", 0)
        streams = await asyncio.open_connection(
            "127.0.0.1", ports.tls.port, ssl=ports.client_context(), local_addr=local
        )
        sender = cls(ports, *streams, network)
        stack.callback(sender.writer.close)
        await sender.read_reply()
        token = base64.b64encode(f"\0apikey\0{secret}".encode())
        for line in (
            b"EHLO app.example",
            b"AUTH PLAIN " + token,
            b"MAIL FROM:<toko@kopi.example>",
            b"RCPT TO:<ayu@example.com>",
            b"DATA",
        ):
            sender.writer.write(line + b"\r\n")
            if not (await sender.read_reply()).startswith((b"2", b"3")):
                break
        return sender

    async def read_reply(self) -> bytes:
        while (line := await asyncio.wait_for(self.reader.readline(), 10))[3:4] == b"-":
            continue
        self.reply = line
        return line

    @property
    def peer(self) -> Application:
        """The server's side of the only connection from this network."""
        [peer] = [each for each in self._ports.tls.peers if each.address == f"127.0.{self._network}.1"]
        assert isinstance(peer, Application)
        return peer

    def slow_down(self, seconds: float) -> None:
        """Simulates a time in which nothing of the message arrives."""
        assert self.peer.receiving is not None
        self.peer.receiving.measured_at -= seconds

    async def send(self, data: bytes) -> None:
        """Sends a part of the message; returns when the server has counted it."""
        peer = self.peer
        buffered = peer.buffered + len(data)
        self.writer.write(data)

        async def is_counted() -> bool:
            return peer.buffered == buffered

        await until(is_counted)


def hand_in(ports: Ports, secret: str, size_bytes: int = 0) -> tuple[int, bytes]:
    with ports.signed_in(secret) as client:
        client.mail("toko@kopi.example")
        client.rcpt("ayu@example.com")
        return client.data(HEAD + LINE * (size_bytes // len(LINE)))


async def hand_in_by_tls(stack: AsyncExitStack, ports: Ports, secret: str, *, network: int = 9) -> bytes:
    """Submits a message on the port that is full. Returns the last response."""
    sender = await Sender.open(stack, ports, secret, network=network)
    if sender.reply.startswith(b"354"):
        sender.writer.write(HEAD + b".\r\n")
        await sender.read_reply()
    return sender.reply


async def test_messages_held_by_one_team_leave_room_for_others(
    settings: Any, tmp_path: Path, secret: str, mallory_secrets: list[str]
) -> None:
    settings.SUBMISSION_CONNECTIONS, settings.SUBMISSION_CONNECTIONS_PER_NETWORK = 8, 2
    async with listening(settings, Authority(tmp_path)) as ports, AsyncExitStack() as stack:
        held = [
            await Sender.open(stack, ports, mallory_secrets[0], network=network)
            for network in (1, 2, 3, 4)
            for _ in range(2)
        ]

        reply = await hand_in_by_tls(stack, ports, secret)

        assert [each.reply[:4] for each in held] == [b"354 "] * 2 + [b"421 "] * 6
        assert held[2].reply == TOO_MANY
        assert reply.startswith(b"250 2.0.0 Accepted as ")
    assert await Message.objects.acount() == 1


async def test_a_full_port_ends_the_slowest_message_of_the_largest_team(
    settings: Any, tmp_path: Path, secret: str, mallory_secrets: list[str]
) -> None:
    settings.SUBMISSION_CONNECTIONS = 8
    async with listening(settings, Authority(tmp_path)) as ports, AsyncExitStack() as stack:
        held = [
            await Sender.open(stack, ports, mallory_secrets[number // 2], network=number + 1) for number in range(8)
        ]
        assert {each.reply[:4] for each in held} == {b"354 "}
        held[5].slow_down(5)

        reply = await hand_in_by_tls(stack, ports, secret, network=9)

        assert reply.startswith(b"250 2.0.0 Accepted as ")
        assert await held[5].read_reply() == TOO_MANY
        assert {peer.address for peer in ports.tls.peers} >= {f"127.0.{number}.1" for number in (1, 2, 3, 4, 5, 7, 8)}


async def test_a_fast_message_is_not_ended_for_a_team_that_has_as_much(
    settings: Any, tmp_path: Path, secret: str, mallory_secrets: list[str]
) -> None:
    settings.SUBMISSION_CONNECTIONS = 4
    async with listening(settings, Authority(tmp_path)) as ports, AsyncExitStack() as stack:
        held = [await Sender.open(stack, ports, each, network=number) for number, each in enumerate(mallory_secrets, 1)]

        assert await hand_in_by_tls(stack, ports, secret, network=9) == TOO_MANY

        held[2].slow_down(30)
        assert (await hand_in_by_tls(stack, ports, secret, network=10)).startswith(b"250 2.0.0 Accepted as ")
        assert await held[2].read_reply() == TOO_MANY


async def test_a_message_that_arrives_too_slowly_is_ended(
    settings: Any, tmp_path: Path, mallory_secrets: list[str]
) -> None:
    too_slow = b"421 4.4.2 The message is arriving too slowly, try again later\r\n"
    async with listening(settings, Authority(tmp_path)) as ports, AsyncExitStack() as stack:
        dripping = await Sender.open(stack, ports, mallory_secrets[0], network=1)
        silent = await Sender.open(stack, ports, mallory_secrets[0], network=2)
        await dripping.send(HEAD)
        await silent.send(HEAD)
        loop = asyncio.get_running_loop()
        for each in (dripping, silent):
            assert each.peer._timeout_handle is not None
            assert each.peer._timeout_handle.when() <= loop.time() + receiving_rate.MAX_LAG_SECONDS

        dripping.slow_down(receiving_rate.MAX_LAG_SECONDS + 1)
        dripping.writer.write(b"y")
        silent.peer._timeout_cb()  # what the timer calls

        assert await dripping.read_reply() == too_slow
        assert await silent.read_reply() == too_slow
        assert await dripping.reader.read() == await silent.reader.read() == b""
        assert ports.tls.handler.buffered == 0


async def test_storing_a_message_is_not_limited_by_its_rate(settings: Any, tmp_path: Path, secret: str) -> None:
    async with listening(settings, Authority(tmp_path)) as ports, AsyncExitStack() as stack:
        sender = await Sender.open(stack, ports, secret, network=1)
        sender.writer.write(HEAD + b".\r\n")

        assert (await sender.read_reply()).startswith(b"250 2.0.0 Accepted as ")

        handle = sender.peer._timeout_handle
        assert handle is not None
        assert handle.when() > asyncio.get_running_loop().time() + receiving_rate.MAX_LAG_SECONDS
        assert sender.peer.receiving is None


async def test_unfinished_messages_of_one_team_use_its_share_of_the_memory_only(
    settings: Any, tmp_path: Path, secret: str, mallory_secrets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_submission, "MAX_BUFFERED_BYTES", 40_000)
    monkeypatch.setattr(smtp_submission, "MAX_BUFFERED_BYTES_OF_TEAM", 10_000)
    async with listening(settings, Authority(tmp_path)) as ports, AsyncExitStack() as stack:
        handler: SubmissionHandler = ports.tls.handler
        first = await Sender.open(stack, ports, mallory_secrets[0], network=1)
        await first.send(LINE * 80)
        for network in range(2, 8):
            sender = await Sender.open(stack, ports, mallory_secrets[0], network=network)
            sender.writer.write(LINE * 80 + b".\r\n")
            assert await sender.read_reply() == b"452 4.3.1 Your team is sending too much data. Try again later\r\n"
            assert handler.buffered == 8_000

        assert (await aside(hand_in, ports, secret))[0] == 250

        # The team's other messages can be finished.
        first.writer.write(b".\r\n")
        assert (await first.read_reply()).startswith(b"550 ")
        assert handler.buffered == 0


async def test_full_memory_is_freed_by_the_slowest_message_of_a_team_that_uses_more(
    settings: Any, tmp_path: Path, secret: str, mallory_secrets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_submission, "MAX_BUFFERED_BYTES", 20_000)
    monkeypatch.setattr(smtp_submission, "MAX_BUFFERED_BYTES_OF_TEAM", 9_000)
    async with listening(settings, Authority(tmp_path)) as ports, AsyncExitStack() as stack:
        handler: SubmissionHandler = ports.tls.handler
        held = [
            await Sender.open(stack, ports, each, network=number) for number, each in enumerate(mallory_secrets[:2], 1)
        ]
        for each in held:
            await each.send(LINE * 80)
        held[1].slow_down(5)

        # A message larger than those of the others is rejected itself.
        code, text = await aside(hand_in, ports, secret, 8_500)
        assert (code, text) == (452, b"4.3.1 The server is out of space. Try again later")
        assert handler.buffered == 16_000

        assert (await aside(hand_in, ports, secret, 6_000))[0] == 250

        assert await held[1].read_reply() == b"421 4.3.2 Too much data is arriving, try again later\r\n"
        assert handler.buffered == 8_000
        assert handler.receiving == {held[0].peer}


def test_a_team_gets_a_quarter_at_most() -> None:
    assert smtp_submission.MAX_BUFFERED_BYTES_OF_TEAM * 4 <= smtp_submission.MAX_BUFFERED_BYTES
    assert smtp_submission.MAX_BUFFERED_BYTES_OF_TEAM >= 2 * MAX_MESSAGE_BYTES
    assert smtp_submission.TEAM_SHARE <= 1 / 4
