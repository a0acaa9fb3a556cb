"""The tools of an attempt: the target, source addresses, and HTTP and SMTP without libraries."""

import asyncio
import json
import random
import ssl
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

RESPONSE_SECONDS = 20.0
MAX_IDLE = 64
LOOPBACK = "127.0.0.1"  # the trusted proxy
ONE_ADDRESS, ONE_LOOPBACK = "203.0.113.66", "127.66.0.66"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class LoadOrigin(StrEnum):
    """The origin of the load."""

    ONE = "one"
    MANY = "many"


@dataclass(frozen=True, slots=True)
class AttackTarget:
    """The started product, and the attacker's credentials."""

    port: int
    bounce_port: int
    submission_port: int
    submission_tls_port: int
    certificate: str
    customer: Mapping[str, str]
    attacker: Mapping[str, str]
    victim: Mapping[str, str]
    # Links of two sent campaigns, the customer's and the attacker's.
    customer_tokens: Sequence[str]
    attacker_tokens: Sequence[str]


@dataclass(slots=True)
class Response:
    """An HTTP response that was read completely."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def label(self) -> str:
        """The status, with the code of our own error body."""
        code = ""
        if self.status >= 400 and self.body[:1] == b"{":
            with suppress(ValueError, AttributeError):
                code = str(json.loads(self.body).get("code", ""))
        return f"{self.status} {code}".strip()

    def json(self) -> Any:
        return json.loads(self.body)


class PreparationRejected(Exception):
    """The preparation of a kind of load was rejected. The text has the response."""


class HostileLoad:
    """A running kind of load. `prepared` is the result of its preparation; `ending` is set when the time is over."""

    def __init__(self, target: AttackTarget, *, seed: int) -> None:
        self.target = target
        self.draw = random.Random(seed)
        self.origin = LoadOrigin.ONE
        self.prepared: Any = None
        self.ending = asyncio.Event()
        self.labels: Counter[str] = Counter()
        self._idle: list[Streams] = []
        self._number = 0

    def number(self) -> int:
        """A number that is unique among attempts."""
        self._number += 1
        return self._number

    def word(self, length: int = 12) -> str:
        return "".join(self.draw.choices("abcdefghijklmnopqrstuvwxyz", k=length))

    def address(self) -> str:
        """The forwarded address of a request: always the same, or from one IPv6 /48 and many IPv4 networks."""
        if self.origin is LoadOrigin.ONE:
            return ONE_ADDRESS
        if self.draw.random() < 0.5:
            return f"2001:db8:bad:{self.draw.getrandbits(16):x}::{self.draw.getrandbits(16):x}"
        return f"10.{self.draw.randrange(256)}.{self.draw.randrange(256)}.{self.draw.randrange(1, 255)}"

    def loopback(self) -> str:
        """The source address of a connection on this machine: always the same, or from many /24s."""
        if self.origin is LoadOrigin.ONE:
            return ONE_LOOPBACK
        return f"127.{self.draw.randrange(100, 200)}.{self.draw.randrange(256)}.{self.draw.randrange(1, 255)}"

    @property
    def app_host(self) -> str:
        return f"localhost:{self.target.port}"

    @property
    def pages_host(self) -> str:
        return f"{LOOPBACK}:{self.target.port}"

    async def hold(self, seconds: float | None = None) -> None:
        """Waits until the load ends, or at most this long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.ending.wait(), seconds)

    # --- HTTP -----------------------------------------------------------------------------------------------------

    def head(
        self, method: str, path: str, headers: Mapping[str, str], *, host: str | None = None, token: str = ""
    ) -> bytes:
        """A request's head, forwarded for an address of the load."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or self.app_host}", f"X-Forwarded-For: {self.address()}"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    async def http(
        self,
        method: str,
        path: str,
        *,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        host: str | None = None,
        token: str = "",
    ) -> Response:
        own = dict(headers or {})
        if body or method == "POST":
            own["Content-Length"] = str(len(body))
        request = self.head(method, path, own, host=host, token=token) + body
        async with asyncio.timeout(RESPONSE_SECONDS):
            while self._idle:
                streams = self._idle.pop()
                with suppress(ConnectionError, asyncio.IncompleteReadError):
                    return await self._exchange(streams, request, method)
            return await self._exchange(await self.connect(), request, method)

    async def post(
        self, path: str, data: Any, *, token: str = "", headers: Mapping[str, str] | None = None
    ) -> Response:
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        own = {"Content-Type": "application/json", **(headers or {})}
        return await self.http("POST", path, body=body, headers=own, token=token)

    async def post_or_raise(self, path: str, data: Any, *, token: str) -> Any:
        """Posts JSON and returns the JSON of the response. Raises PreparationRejected."""
        response = await self.post(path, data, token=token)
        if response.status >= 300:
            raise PreparationRejected(f"POST {path}: {response.status} {response.body[:400].decode(errors='replace')}")
        return response.json()

    async def get_or_raise(self, path: str, *, token: str) -> Any:
        """The JSON of a GET. Raises PreparationRejected."""
        response = await self.http("GET", path, token=token)
        if response.status >= 300:
            raise PreparationRejected(f"GET {path}: {response.status} {response.body[:400].decode(errors='replace')}")
        return response.json()

    async def upload(self, path: str, name: str, content: bytes, *, token: str) -> Response:
        bound = "----hostile"
        head = f'--{bound}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{bound}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={bound}"}
        return await self.http("POST", path, body=body, headers=headers, token=token)

    async def connect(self, *, source: str = LOOPBACK, port: int = 0, tls: ssl.SSLContext | None = None) -> Streams:
        """Connects to the web process, or to another port, from the trusted proxy or another address."""
        return await asyncio.open_connection(
            LOOPBACK, port or self.target.port, local_addr=(source, 0), ssl=tls, limit=1 << 20
        )

    async def _exchange(self, streams: Streams, request: bytes, method: str) -> Response:
        reader, writer = streams
        keeps = False
        try:
            writer.write(request)
            with suppress(ConnectionError):
                await writer.drain()
            response = await read_response(reader, has_body=method != "HEAD")
            keeps = response.headers.get("connection", "").lower() != "close"
            return response
        finally:
            if keeps and len(self._idle) < MAX_IDLE:
                self._idle.append(streams)
            else:
                writer.close()

    def drop_connections(self) -> None:
        for _, writer in self._idle:
            writer.close()
        self._idle.clear()


async def read_response(reader: asyncio.StreamReader, *, has_body: bool = True) -> Response:
    """Reads one response. Raises IncompleteReadError if the connection ends early."""
    status_line = await reader.readuntil(b"\r\n")
    status = int(status_line.split(b" ", 2)[1])
    headers: dict[str, str] = {}
    while line := (await reader.readuntil(b"\r\n")).strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    if not has_body or status in (204, 304) or status < 200:
        return Response(status, headers, b"")
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return Response(status, headers, await _read_chunks(reader))
    if "content-length" in headers:
        return Response(status, headers, await reader.readexactly(int(headers["content-length"])))
    return Response(status, headers | {"connection": "close"}, await reader.read())


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return b"".join(parts)


# --- SMTP -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class RawSmtpConnection:
    """One SMTP connection. Commands are sent unchanged."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    greeting: str = ""
    last: str = field(default="")

    @classmethod
    async def open(cls, load: HostileLoad, port: int) -> "RawSmtpConnection":
        reader, writer = await load.connect(source=load.loopback(), port=port)
        connection = cls(reader, writer)
        connection.greeting = await connection.reply()
        return connection

    async def reply(self) -> str:
        """The last line of a reply; empty if the connection was closed."""
        try:
            async with asyncio.timeout(RESPONSE_SECONDS):
                while line := await self.reader.readline():
                    if line[3:4] != b"-":
                        self.last = line.decode("latin-1").strip()
                        return self.last
        except ConnectionError:
            pass
        return ""

    async def say(self, line: str | bytes) -> str:
        data = line.encode() if isinstance(line, str) else line
        try:
            self.writer.write(data + b"\r\n")
            await self.writer.drain()
        except ConnectionError:
            return ""
        return await self.reply()

    async def start_tls(self) -> None:
        await self.say("STARTTLS")
        await self.writer.start_tls(trusting())

    def close(self) -> None:
        self.writer.close()


def trusting() -> ssl.SSLContext:
    """A context without verification of the product's certificate, as an attacker would use."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def smtp_label(reply: str) -> str:
    return " ".join(reply.split(" ")[:2]) if reply else "closed"
