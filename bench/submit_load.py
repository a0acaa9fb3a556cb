"""Applications that submit email on a schedule which doesn't wait for responses: a separate process for bench submit.

    python -m bench.submit_load         reads a line of JSON (`Wanted`), prints the results as JSON

Arrivals are generated from a seed as if many applications sent independently (exponential gaps). A message's time
starts when it was due, including the wait for a connection. By SMTP a message is a group of MAIL, RCPT and DATA in one
write (RFC 2920) and its body in another; by HTTP it is one POST over a persistent connection.
"""

import asyncio
import base64
import json
import random
import ssl
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import uvloop

PARAGRAPH = "Pesanan Anda sudah kami terima dan sedang disiapkan. We tell you as soon as it is on its way to you. "
TEXT = "\r\n".join([PARAGRAPH] * 8)
HTML = "".join(
    f'<tr><td style="padding:12px 24px;font:16px sans-serif;color:#202124">{PARAGRAPH}</td></tr>' for _ in range(40)
)
_BOUNDARY = "part-of-the-bench"
_MIME = (
    f"MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary={_BOUNDARY}\r\n\r\n"
    f"--{_BOUNDARY}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{TEXT}\r\n"
    f"--{_BOUNDARY}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    + base64.encodebytes(HTML.encode()).decode().replace("\n", "\r\n")
    + f"--{_BOUNDARY}--\r\n"
)
DOMAINS = 20  # of recipients, so that none is a busy destination
LATE_SECONDS = 60.0  # after the last arrival; then waiting messages are abandoned


@dataclass(frozen=True, slots=True)
class ApplicationCredentials:
    """An application's credentials: its secret and its sender address."""

    secret: str
    sender: str


@dataclass(slots=True)
class Wanted:
    """The requested load. `fresh` messages per second use a new connection, which is then closed."""

    kind: str  # smtp or http
    port: int
    keys: list[ApplicationCredentials]
    rate: float  # per second, including the fresh ones
    seconds: float
    warm_seconds: float
    connections: int
    seed: int  # of the arrivals; it also reserves a million recipient numbers
    authority: str = ""  # a file; without it there is no TLS
    signs_in: bool = True
    fresh: float = 0

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Wanted":
        return cls(**data | {"keys": [ApplicationCredentials(**key) for key in data["keys"]]})


@dataclass(slots=True)
class SubmitResults:
    """Latencies of messages in milliseconds since they were due, and the responses to those that were not accepted.

    `accepted`: by recipient, the time (since the epoch) of the response.
    """

    kept: list[float] = field(default_factory=list)
    fresh: list[float] = field(default_factory=list)
    accepted: dict[str, float] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)

    def data(self) -> dict[str, Any]:
        return {"kept": self.kept, "fresh": self.fresh, "accepted": self.accepted, "failed": dict(self.failed)}


class UnexpectedResponse(Exception):
    """An unexpected response."""


FAULTS = (UnexpectedResponse, OSError, asyncio.IncompleteReadError, ValueError)


def recipient_of(number: int) -> str:
    return f"m{number}@d{number % DOMAINS}.next.example"


class SmtpLine:
    """A signed-in connection to a submission port."""

    def __init__(self, wanted: Wanted, key: ApplicationCredentials, context: ssl.SSLContext | None) -> None:
        self._wanted, self._key, self._context = wanted, key, context
        self._is_open = False

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._wanted.port)
        self._is_open = True
        await self._expect("220")
        await self._say("EHLO app.example", "250")
        if self._context is not None:
            await self._say("STARTTLS", "220")
            await self._writer.start_tls(self._context, server_hostname="127.0.0.1")
            await self._say("EHLO app.example", "250")
        if self._wanted.signs_in:
            told = base64.b64encode(f"\0apikey\0{self._key.secret}".encode()).decode()
            await self._say(f"AUTH PLAIN {told}", "235")

    async def hand_in(self, number: int) -> None:
        """Submits one message. Raises UnexpectedResponse."""
        recipient, sender = recipient_of(number), self._key.sender
        self._writer.write(f"MAIL FROM:<{sender}>\r\nRCPT TO:<{recipient}>\r\nDATA\r\n".encode())
        for expected in ("250", "250", "354"):
            await self._expect(expected)
        head = f"From: Kopi <{sender}>\r\nTo: {recipient}\r\nSubject: Pesanan {number}\r\nX-Tag: pesanan\r\n"
        self._writer.write(f"{head}{_MIME}.\r\n".encode())
        await self._expect("250")

    async def close(self) -> None:
        if self._is_open:
            self._writer.write(b"QUIT\r\n")
            self._writer.close()

    async def _say(self, line: str, expected: str) -> None:
        self._writer.write(f"{line}\r\n".encode())
        await self._expect(expected)

    async def _expect(self, code: str) -> None:
        while True:
            line = (await self._reader.readline()).decode("utf-8", "replace").rstrip()
            if line[3:4] != "-":
                break
        if not line.startswith(code):
            raise UnexpectedResponse(line[:80] or "closed")


class HttpLine:
    """A connection to the web process."""

    def __init__(self, wanted: Wanted, key: ApplicationCredentials, _: ssl.SSLContext | None) -> None:
        self._wanted, self._key = wanted, key
        self._is_open = False

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._wanted.port)
        self._is_open = True

    async def hand_in(self, number: int) -> None:
        message = {
            "from": {"email": self._key.sender, "name": "Kopi"},
            "to": [recipient_of(number)],
            "subject": f"Pesanan {number}",
            "text": TEXT,
            "html": HTML,
            "tag": "pesanan",
        }
        body = json.dumps(message).encode()
        head = (
            f"POST /trx-api/messages HTTP/1.1\r\nHost: localhost:{self._wanted.port}\r\nAccept: application/json\r\n"
            f"Authorization: Bearer {self._key.secret}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        answered = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        told = await (self._chunks() if b"chunked" in answered else self._sized(answered))
        if not answered.startswith(b"http/1.1 202"):
            raise UnexpectedResponse(f"{answered[9:12].decode()} {told.decode('utf-8', 'replace')[:80]}")

    async def close(self) -> None:
        if self._is_open:
            self._writer.close()

    async def _sized(self, head: bytes) -> bytes:
        return await self._reader.readexactly(int(head.partition(b"content-length:")[2].partition(b"\r\n")[0]))

    async def _chunks(self) -> bytes:
        parts = []
        while size := int(await self._reader.readline(), 16):
            parts.append((await self._reader.readexactly(size + 2))[:-2])
        await self._reader.readline()
        return b"".join(parts)


class SubmitLoad:
    """The load of one run."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._random = random.Random(wanted.seed)
        self._due: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
        self._context = ssl.create_default_context(cafile=wanted.authority) if wanted.authority else None
        self._number = wanted.seed * 1_000_000
        self._open = 0  # due and without a response
        self.told = SubmitResults()

    async def run(self) -> SubmitResults:
        """Opens the connections, warms up until all responses have arrived, then plays the schedule."""
        lines = [self._line(number) for number in range(self._wanted.connections)]
        for line in lines:
            await line.open()
        works: list[asyncio.Task[None]] = [
            asyncio.ensure_future(self._work(number, line)) for number, line in enumerate(lines)
        ]
        unanswered = await self._play(self._wanted.warm_seconds)
        if not unanswered:
            self.told = SubmitResults(failed=self.told.failed)
            unanswered = await self._play(self._wanted.seconds)
        if unanswered:
            self.told.failed["not answered in time"] += self._open
        for work in [*works, *unanswered]:
            work.cancel()
        return self.told

    async def _play(self, seconds: float) -> Collection[asyncio.Future[None]]:
        """Plays part of the schedule and waits for its responses. Returns the unfinished ones."""
        fresh: list[asyncio.Future[None]] = []
        share = self._wanted.fresh / self._wanted.rate
        begun = time.monotonic()
        for after in self._moments(seconds):
            due = begun + after
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            self._open += 1
            self._number += 1
            if self._random.random() < share:
                fresh.append(asyncio.ensure_future(self._alone(self._number, due)))
            else:
                self._due.put_nowait((self._number, due))
        ends = [asyncio.ensure_future(self._due.join()), *fresh]
        _, unanswered = await asyncio.wait(ends, timeout=LATE_SECONDS)
        return unanswered

    def _moments(self, seconds: float) -> Sequence[float]:
        moments, at = [], 0.0
        while (at := at + self._random.expovariate(self._wanted.rate)) < seconds:
            moments.append(at)
        return moments

    def _line(self, number: int) -> SmtpLine | HttpLine:
        kind: Callable[..., SmtpLine | HttpLine] = SmtpLine if self._wanted.kind == "smtp" else HttpLine
        return kind(self._wanted, self._wanted.keys[number % len(self._wanted.keys)], self._context)

    async def _work(self, place: int, line: SmtpLine | HttpLine) -> None:
        """One persistent connection, which is reopened when lost."""
        lost = False
        while True:
            number, due = await self._due.get()
            try:
                if lost:
                    line = self._line(place)
                    await line.open()
                    lost = False
                await line.hand_in(number)
                self._note(number, due, self.told.kept)
            except FAULTS as error:
                self._failed(error)
                lost = True
                await line.close()
            finally:
                self._due.task_done()

    async def _alone(self, number: int, due: float) -> None:
        line = self._line(number)
        try:
            await line.open()
            await line.hand_in(number)
            self._note(number, due, self.told.fresh)
        except FAULTS as error:
            self._failed(error)
        finally:
            await line.close()

    def _failed(self, error: BaseException) -> None:
        self._open -= 1
        self.told.failed[str(error) or type(error).__name__] += 1

    def _note(self, number: int, due: float, times: list[float]) -> None:
        self._open -= 1
        times.append((time.monotonic() - due) * 1000)
        self.told.accepted[recipient_of(number)] = time.time()


def main() -> None:
    wanted = Wanted.from_data(json.loads(sys.stdin.readline()))
    told: list[SubmitResults] = []

    async def run() -> None:
        told.append(await SubmitLoad(wanted).run())

    uvloop.run(run())
    print(json.dumps(told[0].data()))


if __name__ == "__main__":
    main()
