"""The submission ports within the test process, and client dialogues with them."""

import asyncio
import contextlib
import smtplib
import ssl
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from server.delivery.smtp.listening import Listener
from server.transactional.wire import smtp
from tests.server.delivery.smtp.certificates import Authority

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Ports:
    """The listeners of the process, and the authority of its certificate."""

    bounces: Listener
    starttls: Listener
    tls: Listener
    authority: Authority

    def client_context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.authority.path))

    def connect(self) -> smtplib.SMTP:
        """A connection after STARTTLS."""
        client = smtplib.SMTP("127.0.0.1", self.starttls.port, local_hostname="app.example", timeout=20)
        client.starttls(context=self.client_context())
        client.ehlo()
        return client

    def signed_in(self, secret: str, user: str = "apikey") -> smtplib.SMTP:
        client = self.connect()
        client.login(user, secret)
        return client


@contextlib.asynccontextmanager
async def listening(settings: Any, authority: Authority) -> AsyncIterator[Ports]:
    """The process's listeners on free ports."""
    settings.SMTP_CERTIFICATE, settings.SMTP_KEY = map(str, authority.issue())
    settings.BOUNCE_PORT = settings.SUBMISSION_PORT = settings.SUBMISSION_TLS_PORT = 0
    settings.SMTP_BIND = ["127.0.0.1"]
    stopping, opened = asyncio.Event(), asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(smtp.serve(stopping, opened.set_result))
    try:
        bounces, starttls, tls = await asyncio.wait_for(opened, 10)
        yield Ports(bounces, starttls, tls, authority)
    finally:
        stopping.set()
        await asyncio.wait_for(task, 20)


async def aside(work: Callable[..., Answer], *arguments: object) -> Answer:
    """Runs blocking code, such as smtplib, outside of the loop that responds to it."""
    return await asyncio.to_thread(work, *arguments)


async def raw(port: int, *pieces: bytes, tls: ssl.SSLContext | None = None) -> bytes:
    """Writes pieces, each after a response to the previous one. Returns all responses."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
    said = await reader.readline()
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
        said += await _quiet(reader)
    writer.close()
    return said


async def _quiet(reader: asyncio.StreamReader) -> bytes:
    """Reads until a response is complete and nothing follows for a moment."""
    said = b""
    while True:
        try:
            piece = await asyncio.wait_for(reader.read(65536), 0.3 if said else 10)
        except TimeoutError:
            return said
        if not piece:
            return said
        said += piece
