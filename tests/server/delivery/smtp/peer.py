"""A peer that follows a script literally, for dialogues that no correct server has."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Sequence

from server.delivery.smtp.connection import SmtpConnection
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.relay import Relay, Timeouts, Tls
from server.delivery.smtp.replies import ReplyOutcome

CLOSE = b"<close>"
Script = Sequence[bytes | str]
HELLO: tuple[bytes | str, ...] = (b"220 peer\r\n", "EHLO", b"250-peer\r\n250 PIPELINING\r\n")
STEPWISE: tuple[bytes | str, ...] = (b"220 peer\r\n", "EHLO", b"250 peer\r\n")
TIMEOUTS = Timeouts(connect=5, greeting=5, command=5, data=5, dot=5, quit=1)


class Peer:
    """Plays a script: texts are awaited, bytes are sent, CLOSE resets the connection."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.heard = bytearray()
        self._at = 0
        self.failure = ""

    async def _await(self, reader: asyncio.StreamReader, part: bytes) -> None:
        while (found := self.heard.find(part, self._at)) < 0:
            data = await asyncio.wait_for(reader.read(65536), 5)
            if not data:
                raise EOFError
            self.heard += data
        self._at = found + len(part)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for part in self.script:
                if part == CLOSE:
                    writer.transport.abort()
                    return
                if isinstance(part, str):
                    await self._await(reader, part.encode())
                else:
                    writer.write(part)
                    await writer.drain()
            with contextlib.suppress(TimeoutError, ConnectionError):
                while data := await asyncio.wait_for(reader.read(65536), 5):
                    self.heard += data
        except (EOFError, TimeoutError, ConnectionError) as error:
            self.failure = repr(error)
        finally:
            writer.close()


@contextlib.asynccontextmanager
async def playing(*script: bytes | str) -> AsyncIterator[tuple[Peer, Relay]]:
    """A peer with its script, and the relay endpoint to reach it."""
    peer = Peer(script)
    server = await asyncio.start_server(peer.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield peer, Relay("127.0.0.1", port, tls=Tls.NEVER, timeouts=TIMEOUTS)
    finally:
        server.close()


class Tray:
    """A queue of numbered messages that records their outcomes."""

    def __init__(self, *recipients: str, data: bytes = b"Subject: x\r\n\r\nbody\r\n") -> None:
        self.waiting = deque(Envelope(n, "s@kopi.example", r, data) for n, r in enumerate(recipients))
        self.outcomes: dict[int, ReplyOutcome] = {}
        self.why: str | None = None
        self._changed = asyncio.Event()

    def next(self) -> Envelope[int] | None:
        return self.waiting.popleft() if self.waiting else None

    def complete(self, envelope: Envelope[int], outcome: ReplyOutcome) -> None:
        assert envelope.entry not in self.outcomes
        self.outcomes[envelope.entry] = outcome
        self._changed.set()

    def connection_closed(self, connection: SmtpConnection[int], reason: str) -> None:
        assert self.why is None
        self.why = reason
        self._changed.set()

    async def until(self, count: int) -> list[str]:
        """The results after this many responses."""
        while len(self.outcomes) < count:
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 5)
        return [self.outcomes[n].result.value for n in sorted(self.outcomes)]

    async def until_closed(self) -> str:
        while self.why is None:
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 5)
        return self.why
