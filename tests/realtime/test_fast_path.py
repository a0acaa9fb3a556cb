"""Frames written to the socket without daphne: with daphne's own protocol and Twisted's own buffers, on a test
connection."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from structlog.testing import capture_logs
from twisted.internet.abstract import FileDescriptor
from twisted.internet.error import ConnectionLost
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from realtime.packets import PING_MESSAGE, Message, build_text_message
from server.core.patches.table import Patch
from server.core.patches.websockets import fast_path
from server.core.patches.websockets.fast_path import FastWriter, create_writer, has_checked_versions
from server.core.patches.websockets.frames import FrameCache, build_frame
from server.core.patches.websockets.writer import MAX_BYTES_PER_READ, AsgiWriter, Writer

CLOSE, PING = b"\x88", b"\x89"
OVER_BUFFER = MAX_BYTES_PER_READ + 1


class Line(FileDescriptor):
    """The kernel's side of a connection, which accepts as many bytes as the test says."""

    TLS = False

    def __init__(self) -> None:
        super().__init__(reactor=self)  # type: ignore[arg-type]  # the few calls of a reactor that are made
        self.connected = 1
        self.room = 1 << 30
        self.received = b""
        self.tries = 0
        self.broken = False
        self.polled = False

    def writeSomeData(self, data: Any) -> int | BaseException:  # noqa: N802 -- Twisted's name
        self.tries += 1
        if self.broken:
            return ConnectionLost()
        taken = bytes(data[: self.room])
        self.room -= len(taken)
        self.received += taken
        return len(taken)

    def drain(self, room: int) -> None:
        """The peer reads this much, and the reactor is notified."""
        self.room += room
        while self.polled and self.room:
            self.doWrite()  # type: ignore[no-untyped-call]

    # Methods that Twisted calls on its reactor.

    def addWriter(self, _: Any) -> None:  # noqa: N802
        self.polled = True

    def removeWriter(self, _: Any) -> None:  # noqa: N802
        self.polled = False

    def removeReader(self, _: Any) -> None: ...  # noqa: N802


class Peer:
    """One connection as daphne has it after the handshake, and its writer."""

    def __init__(self) -> None:
        self.line = Line()
        self.protocol = WebSocketProtocol()
        self.protocol.factory = WebSocketFactory(None, reactor=Clock())
        self.protocol.peer = self.protocol.client_addr = "test"
        self.protocol.transport = self.line
        self.protocol._connectionMade()
        self.protocol.state = WebSocketProtocol.STATE_OPEN
        # As after the handshake.
        self.protocol.inside_message, self.protocol.current_frame = False, None
        self.readied = self.floods = 0
        self.writer: Writer = create_writer(
            partial(self._reply, self.protocol), self._ready, self._flooded, most_waiting=220
        )

    def _ready(self) -> None:
        self.readied += 1

    def _flooded(self) -> None:
        self.floods += 1

    async def _reply(self, to: WebSocketProtocol, message: Message) -> None:
        to.handle_reply(message)


@pytest.fixture
def peer(monkeypatch: pytest.MonkeyPatch) -> Peer:
    monkeypatch.setattr(settings, "SOCKET_FAST_PATH", True)
    return Peer()


@pytest.fixture
def plain_peer(monkeypatch: pytest.MonkeyPatch) -> Peer:
    monkeypatch.setattr(settings, "SOCKET_FAST_PATH", False)
    return Peer()


def text(length: int) -> Message:
    return {"type": "websocket.send", "text": "x" * length}


LENGTHS = [1, 125, 126, 127, 65_535, 65_536, 200_000]


def test_the_installed_versions_are_those_that_it_was_written_for() -> None:
    assert has_checked_versions()


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("body", [{"text": "x"}, {"text": "é"}, {"bytes": b"\xff"}])
def test_a_frame_is_byte_for_byte_what_autobahn_sends(
    peer: Peer, plain_peer: Peer, length: int, body: dict[str, Any]
) -> None:
    message = {"type": "websocket.send"} | {kind: value * length for kind, value in body.items()}

    plain_peer.writer.write(message)
    plain_peer.line.drain(0)

    assert build_frame(message) == plain_peer.line.received


def test_a_room_shares_one_frame() -> None:
    frames, event = FrameCache(), build_text_message("2[]")

    first = frames.of(event)

    assert frames.of(event) is first
    assert frames.of(PING_MESSAGE) == b"\x81\x012"
    assert frames.of(build_text_message("2[]")) == first


def test_the_socket_is_tried_first_and_twisted_not_asked(peer: Peer) -> None:
    peer.writer.write(text(10))

    assert isinstance(peer.writer, FastWriter)
    assert peer.line.received == build_frame(text(10))
    assert (peer.line.tries, peer.line.polled) == (1, False)


@pytest.mark.parametrize("room", [0, 1, 5, 11])
def test_what_the_kernel_does_not_take_follows_in_order(peer: Peer, room: int) -> None:
    peer.line.room = room

    peer.writer.write(text(10))
    peer.writer.write(text(20))
    peer.line.drain(1 << 20)
    peer.writer.write(text(30))

    assert peer.line.received == b"".join(build_frame(text(length)) for length in (10, 20, 30))
    assert not peer.line.polled


def test_frames_of_autobahn_and_of_daphne_keep_their_place(peer: Peer) -> None:
    peer.line.room = 3

    peer.writer.write(text(10))
    peer.protocol.sendPing()
    peer.writer.write(text(20))
    peer.protocol.handle_reply(text(30))
    peer.writer.write(text(40))
    peer.line.drain(1 << 20)

    ping = PING + b"\x00"
    expected = [build_frame(text(10)), ping, build_frame(text(20)), build_frame(text(30)), build_frame(text(40))]
    assert peer.line.received == b"".join(expected)


def test_a_frame_that_autobahn_holds_back_is_not_overtaken(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    later: list[Callable[[], None]] = []
    monkeypatch.setattr("autobahn.websocket.protocol.txaio.call_later", lambda _, call: later.append(call))
    peer.protocol.sendMessage(b"x" * 10, sync=True)
    peer.protocol.sendMessage(b"x" * 20, sync=True)
    peer.writer.write(text(30))

    while later:
        later.pop()()
    peer.line.drain(1)

    assert peer.line.received == b"".join(build_frame(text(length)) for length in (10, 20, 30))


def test_a_stalled_peer_is_owed_no_more_than_its_buffer_and_one_frame(peer: Peer) -> None:
    peer.line.room = 0
    written = 0
    while not peer.writer.full:
        peer.writer.write(text(1_000))
        written += 1

    assert written == OVER_BUFFER // len(build_frame(text(1_000))) + 1
    assert peer.readied == 0
    peer.line.drain(1 << 20)
    assert (peer.writer.full, peer.readied) == (False, 1)
    assert peer.line.received == build_frame(text(1_000)) * written


def test_one_frame_larger_than_all_buffers_arrives_whole(peer: Peer) -> None:
    peer.line.room = 100_000

    peer.writer.write(text(1_000_000))

    assert peer.writer.full
    peer.line.drain(1 << 24)
    assert peer.line.received == build_frame(text(1_000_000))
    assert not peer.writer.full


def test_a_connection_that_broke_is_left_to_twisted(peer: Peer) -> None:
    peer.line.broken = True

    peer.writer.write(text(10))

    assert peer.line.polled
    assert isinstance(peer.line.doWrite(), ConnectionLost)  # type: ignore[no-untyped-call]
    peer.line.connectionLost(Failure(ConnectionLost()))  # type: ignore[no-untyped-call]
    assert peer.writer.full
    peer.writer.write(text(10))
    assert peer.line.received == b""


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("close", [WebSocketProtocol.sendClose, partial(WebSocketProtocol.dropConnection, abort=False)])
def test_a_peer_that_closes_in_the_middle_is_written_to_no_more(
    monkeypatch: pytest.MonkeyPatch, fast: bool, close: Callable[[WebSocketProtocol], None]
) -> None:
    monkeypatch.setattr(settings, "SOCKET_FAST_PATH", fast)
    peer = Peer()
    peer.writer.write(text(10))
    close(peer.protocol)

    peer.writer.write(text(20))
    peer.line.drain(1)

    assert peer.writer.full
    assert build_frame(text(20)) not in peer.line.received
    assert peer.line.received.startswith(build_frame(text(10)))


def test_after_the_release_nothing_is_written(peer: Peer) -> None:
    peer.writer.release()

    peer.writer.write(text(10))

    assert peer.line.received == b""
    assert peer.line.producer is None


def _tls(peer: Peer) -> None:
    peer.line.TLS = True


def _masked(peer: Peer) -> None:
    peer.protocol.maskServerFrames = True


def _fragmented(peer: Peer) -> None:
    peer.protocol.autoFragmentSize = 100


def _compressed(peer: Peer) -> None:
    peer.protocol._perMessageCompress = object()


def _connecting(peer: Peer) -> None:
    peer.protocol.state = WebSocketProtocol.STATE_CONNECTING


@pytest.mark.parametrize("change", [_tls, _masked, _fragmented, _compressed, _connecting])
def test_a_connection_that_is_not_plain_goes_through_daphne(peer: Peer, change: Callable[[Peer], None]) -> None:
    peer.writer.release()
    change(peer)

    writer = create_writer(partial(peer._reply, peer.protocol), peer._ready, peer._flooded, most_waiting=220)

    assert type(writer) is AsgiWriter


def test_another_version_goes_through_daphne(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    peer.writer.release()
    monkeypatch.setattr(fast_path, "list_module_patches", lambda _: [Patch("twisted", "27.", "", (), "", "")])
    has_checked_versions.cache_clear()
    try:
        with capture_logs() as logs:
            writer = create_writer(partial(peer._reply, peer.protocol), peer._ready, peer._flooded, most_waiting=220)
    finally:
        has_checked_versions.cache_clear()

    assert type(writer) is AsgiWriter
    off = {"event": "realtime.fast_path_off", "unknown_versions_of": ["twisted"], "log_level": "warning"}
    assert logs == [off]


def test_it_can_be_switched_off(plain_peer: Peer) -> None:
    assert type(plain_peer.writer) is AsgiWriter


def test_another_server_is_written_to_as_asgi_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SOCKET_FAST_PATH", True)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    writer = create_writer(send, lambda: None, lambda: None, most_waiting=220)
    writer.write(text(10))

    assert type(writer) is AsgiWriter
    assert sent == [text(10)]
