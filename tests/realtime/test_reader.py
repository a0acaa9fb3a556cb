"""A peer's frames parsed without autobahn: the same messages for any split of the reads, and a few per turn."""

import asyncio
import itertools
import random
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.task import Clock

from server.core.patches.websockets.reader import MAX_FRAMES_PER_TURN, Reader

MAX_WAITING = 50
MASK = b"\x01\x9c\x00\xfe"


class Transport:
    """Records whether reading is paused."""

    def __init__(self) -> None:
        self.paused = False
        self.written = b""

    def pauseProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.paused = True

    def resumeProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.paused = False

    def write(self, data: bytes) -> None:
        self.written += data

    def loseConnection(self) -> None: ...  # noqa: N802 -- Twisted's name

    abortConnection = unregisterProducer = loseConnection  # noqa: N815 -- Twisted's names


class Peer:
    """One connection as daphne has it after the handshake, and the messages that reach the application."""

    def __init__(self) -> None:
        self.transport = Transport()
        self.protocol: Any = WebSocketProtocol()
        self.protocol.factory = WebSocketFactory(None, reactor=Clock())
        self.protocol.peer = self.protocol.client_addr = "test"
        self.protocol.transport = self.transport
        self.protocol._connectionMade()
        self.protocol.state = WebSocketProtocol.STATE_OPEN
        self.protocol.inside_message, self.protocol.current_frame, self.protocol.websocket_version = False, None, 13
        self.heard: list[tuple[bytes, bool]] = []
        self.protocol.onMessage = lambda payload, is_binary: self.heard.append((payload, is_binary))
        self.closed: list[int] = []
        self.protocol.onCloseFrame = lambda code, _: self.closed.append(code)
        self.floods = 0
        self.reader = Reader(self.protocol, most_waiting=MAX_WAITING, on_flood=self._flooded)

    def _flooded(self) -> None:
        self.floods += 1

    def receive(self, data: bytes) -> None:
        self.protocol.dataReceived(data)


@pytest.fixture
def peer() -> Peer:
    return Peer()


def frame(payload: bytes, kind: int = 0x81, *, masked: bool = True) -> bytes:
    """As a browser sends it."""
    bit, length = 0x80 if masked else 0, len(payload)
    if length < 126:
        head = bytes([kind, bit | length])
    elif length < 65_536:
        head = bytes([kind, bit | 126]) + length.to_bytes(2)
    else:
        head = bytes([kind, bit | 127]) + length.to_bytes(8)
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ key for byte, key in zip(payload, itertools.cycle(MASK), strict=False))


SAID = [
    (b"", False),
    (b"42[\"a\"]", False),
    ("é☂".encode(), False),
    (b"\x00\xff", True),
    (b"x" * 125, False),
    (b"y" * 126, True),
    (b"z" * 65_535, False),
    (b"w" * 65_536, True),
    (b"3", False),
]  # fmt: skip
STREAM = b"".join(frame(payload, 0x82 if is_binary else 0x81) for payload, is_binary in SAID)


@pytest.mark.parametrize("seed", range(20))
def test_the_same_messages_whatever_the_reads(peer: Peer, seed: int) -> None:
    draw = random.Random(seed)
    cuts = sorted({0, len(STREAM), *(draw.randrange(len(STREAM)) for _ in range(draw.choice([0, 3, 40])))})
    for start, end in itertools.pairwise(cuts):
        peer.receive(STREAM[start:end])

    assert peer.heard == SAID


def test_byte_by_byte(peer: Peer) -> None:
    small = STREAM[: STREAM.index(b"\x81\xfe")]
    for byte in small:
        peer.receive(bytes([byte]))

    assert peer.heard == SAID[:6][: len(peer.heard)]
    assert len(peer.heard) >= 5


def test_fragments_and_pings_are_autobahn_s_and_keep_their_place(peer: Peer) -> None:
    parts = [frame(b"one"), frame(b"t", 0x01), frame(b"hi", 0x89), frame(b"wo", 0x80), frame(b"three")]
    for part in parts:
        peer.receive(part)
    peer.receive(b"".join(parts))

    assert peer.heard == [(b"one", False), (b"two", False), (b"three", False)] * 2
    assert peer.transport.written.count(b"\x8a\x02hi") == 2


@pytest.mark.parametrize(
    "bad",
    [
        frame(b"\xff\xfe"),
        frame(b"plain", masked=False),
        frame(b"x", 0xC1),
        frame(b"x", 0x83),
        b"\x81\xfe\x00\x01" + MASK + b"a",
    ],
    ids=["invalid UTF-8", "unmasked", "an extension", "an unknown kind", "a length in the wrong form"],
)
def test_what_breaks_the_protocol_is_closed_by_autobahn(peer: Peer, bad: bytes) -> None:
    peer.receive(frame(b"good") + bad + frame(b"after"))

    assert peer.heard == [(b"good", False)]
    assert peer.protocol.state != WebSocketProtocol.STATE_OPEN


async def test_others_have_their_turn_in_a_burst(peer: Peer) -> None:
    count = MAX_FRAMES_PER_TURN * 2 + 1
    peer.receive(b"".join(frame(b"%d" % number) for number in range(count)))
    turns = [(len(peer.heard), peer.transport.paused)]
    for _ in range(3):
        await asyncio.sleep(0)
        turns.append((len(peer.heard), peer.transport.paused))

    assert turns[:3] == [(MAX_FRAMES_PER_TURN, True), (MAX_FRAMES_PER_TURN * 2, True), (count, False)]
    assert [payload for payload, _ in peer.heard] == [b"%d" % number for number in range(count)]


async def test_of_one_who_is_refused_nothing_more_is_taken(peer: Peer) -> None:
    peer.receive(frame(b"x") * MAX_FRAMES_PER_TURN * 3)

    peer.reader.stop()
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    assert len(peer.heard) == MAX_FRAMES_PER_TURN


async def test_let_go_the_rest_is_autobahn_s(peer: Peer) -> None:
    peer.receive(frame(b"x") * (MAX_FRAMES_PER_TURN + 5) + frame(b"half")[:-1])

    peer.reader.release()
    peer.reader.release()
    peer.receive(frame(b"half")[-1:])
    await asyncio.sleep(0)

    assert peer.heard == [(b"x", False)] * (MAX_FRAMES_PER_TURN + 5) + [(b"half", False)]
    assert not peer.transport.paused
    assert "dataReceived" not in vars(peer.protocol)


async def test_more_than_may_wait_are_not_heard_at_all(peer: Peer) -> None:
    peer.receive(frame(b"3") * (MAX_WAITING + 1))
    await asyncio.sleep(0)

    assert (peer.heard, peer.floods) == ([], 1)


async def test_as_many_as_may_wait_are_heard(peer: Peer) -> None:
    peer.receive(frame(b"3") * MAX_WAITING + frame(b"3")[:-1])
    for _ in range(MAX_WAITING // MAX_FRAMES_PER_TURN):
        await asyncio.sleep(0)

    assert (len(peer.heard), peer.floods) == (MAX_WAITING, 0)


@pytest.mark.parametrize("payload", [b"x" * 125, b"x" * 126, b"x" * 65_535])
async def test_large_messages_are_counted_by_where_they_end(peer: Peer, payload: bytes) -> None:
    peer.receive(frame(payload, 0x82) * (MAX_WAITING + 1))

    assert (peer.heard, peer.floods) == ([], 1)


async def test_what_is_no_plain_message_is_left_to_autobahn(peer: Peer) -> None:
    peer.receive(frame(b"", 0x89) + frame(b"3") * 2 * MAX_WAITING)

    assert (len(peer.heard), peer.floods) == (2 * MAX_WAITING, 0)
