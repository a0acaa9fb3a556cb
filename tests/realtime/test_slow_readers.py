"""A peer that does not read, on a real connection: others are unaffected, and it gets its pending events when it
reads."""

import base64
import json
import os
import re
import socket
import struct
import threading
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from django.db import transaction

from server.core import events
from tests.cast import Person
from tests.realtime.events import ThingChanged, ThingProgressed
from tests.realtime.harness import DEADLINE_SECONDS, Clients, Server
from tests.realtime.test_clients import hear, join, numbers

# Enough to fill the kernel's buffers and daphne's many times over.
MANY = 8_000
BATCH = 100
# All states together are 32 MB: several times the kernel's buffer of a connection.
PADDING = "x" * 4_000


class Stalled:
    """A bare websocket that only reads on request."""

    def __init__(self, server: Server, person: Person) -> None:
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._line.settimeout(DEADLINE_SECONDS)
        self._line.connect(("127.0.0.1", server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
            f"Host: localhost:{server.port}",
            f"Origin: {server.url}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        self._line.sendall("\r\n".join([*lines, "", ""]).encode())
        self._rest = b""
        while b"\r\n\r\n" not in self._rest:
            self._rest += self._line.recv(1024)
        self._rest = self._rest.partition(b"\r\n\r\n")[2]
        assert self.read()[0] == "0"
        self._write("40" + json.dumps({"token": person.token}))
        assert self.read().startswith("40")
        self._done = threading.Event()
        self._ponging = threading.Thread(target=self._pong)
        self._ponging.start()

    def _pong(self) -> None:
        """It reads nothing but stays connected: otherwise the server's ping would end a slow run."""
        while not self._done.wait(1):
            self._write("3")

    def read(self) -> str:
        """The next text frame."""
        head = self._read_exactly(2)
        length = head[1] & 127
        if length == 126:
            [length] = struct.unpack("!H", self._read_exactly(2))
        return self._read_exactly(length).decode()

    def event(self) -> str:
        """The next frame other than a ping."""
        while (text := self.read()) == "2":
            pass
        return text

    def close(self) -> None:
        self._done.set()
        self._ponging.join()
        self._line.close()

    def _read_exactly(self, count: int) -> bytes:
        while len(self._rest) < count:
            more = self._line.recv(65536)
            assert more, "the server closed"
            self._rest += more
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def _write(self, text: str) -> None:
        body = text.encode()
        head = (
            struct.pack("!BB", 0x81, 0x80 | len(body))
            if len(body) < 126
            else struct.pack("!BBH", 0x81, 0xFE, len(body))
        )
        self._line.sendall(head + bytes(4) + body)


@pytest.fixture(params=["true", "false"], ids=["fast path", "through daphne"])
def server(tables: None, request: pytest.FixtureRequest) -> Iterator[Server]:
    served = Server("realtime.asgi:application", DASH_SOCKET_FAST_PATH=request.param)
    served.start()
    yield served
    path = "fast" if request.param == "true" else "server"
    with urlopen(f"{served.url}/metrics", timeout=DEADLINE_SECONDS) as answer:
        written = re.findall(r'^realtime_writers_total\{path="(\w+)"\}', answer.read().decode(), re.MULTILINE)
    served.stop()
    assert written == [path]


@pytest.fixture
def stalled(server: Server, bob: Person) -> Iterator[Stalled]:
    peer = Stalled(server, bob)
    yield peer
    peer.close()


def test_a_stalled_peer_holds_up_nobody_and_gets_every_kept_event(
    server: Server, clients: Clients, alice: Person, stalled: Stalled, kopi: str
) -> None:
    join(clients, server, alice, "alice", quiet=True)

    for start in range(0, MANY, BATCH):
        with transaction.atomic():
            events.publish_durable([(ThingChanged(number=start + offset), [kopi]) for offset in range(BATCH)])

    hear(clients, "alice", MANY)
    assert numbers(clients, "alice") == list(range(MANY))
    received = [json.loads(stalled.event()[2:])[1]["data"]["number"] for _ in range(MANY)]
    assert received == list(range(MANY))


def test_a_stalled_peer_gets_the_newest_state_and_not_all_before_it(
    server: Server, clients: Clients, alice: Person, stalled: Stalled, kopi: str
) -> None:
    join(clients, server, alice, "alice", quiet=True)
    for revision in range(MANY):
        events.publish(ThingProgressed(revision=revision, padding=PADDING), rooms=[kopi])
    clients.do("await", "alice", revision=MANY - 1)
    clients.wait("alice", "reached")

    received = [-1]
    while received[-1] < MANY - 1:
        received.append(json.loads(stalled.event()[2:])[1]["data"]["revision"])

    assert received == sorted(set(received))
    # Of 32 MB the kernel and the server buffered less than half a megabyte.
    assert len(received) * len(PADDING) < 512 * 1024
