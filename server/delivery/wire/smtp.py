"""The process that takes mail: `python -m server.delivery.wire.smtp`. Any number may run side by side.

It is a row of listeners, each with a port and an aiosmtpd handler of its own. The one for bounces and complaints takes
mail to addresses that carry our token, and to the address of complaints; everything else is refused at RCPT. A 250 at
the end of DATA means that everything that follows is committed; where it can't be yet, the answer is for now.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

import structlog  # noqa: E402 -- Django must be set up before anything of it is imported
import uvloop  # noqa: E402
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException, syntax  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import DatabaseError, close_old_connections, connections  # noqa: E402
from prometheus_client import Counter  # noqa: E402

from server.core import logs  # noqa: E402
from server.delivery.bounces import reports  # noqa: E402
from server.delivery.own_hosts import bounce_hosts  # noqa: E402
from server.delivery.services import bounces  # noqa: E402
from server.delivery.smtp.certificates import Certificate  # noqa: E402
from server.env import InvalidSetting  # noqa: E402

MOST_BYTES = 1 << 20  # a report may enclose the whole mail that it is about
MOST_LINE_BYTES = 64 * 1024  # of those that enclose HTML some keep to no limit
MOST_FROM_ONE = 10  # connections of one address
MOST_RECIPIENTS = 5
MOST_COMMANDS = 100  # of one kind in one connection
COMMAND_SECONDS = 120  # for a command, and for the whole of DATA
CONNECTION_SECONDS = 300  # however lively it is
WORKERS = 2  # threads with a database connection each

TAKEN = "250 2.0.0 Taken"
LATER = "451 4.3.0 Try again later"
NOBODY = "550 5.1.1 No such address here"
FULL = "421 4.3.2 Too many connections, try again later"
TOO_LONG = "421 4.4.2 This connection has taken too long"
TOO_MANY = "452 4.5.3 Too many recipients"

refused = Counter("delivery_smtp_refused_total", "What the smtp process refused", ["what"])
log = structlog.get_logger(__name__)


class Peer(SMTP):
    """One connection: counted, and ended when it takes too long in all."""

    line_length_limit = MOST_LINE_BYTES

    def __init__(self, listener: "Listener", *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._listener = listener
        self._deadline: asyncio.TimerHandle | None = None
        self._admitted = self._counted = False
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._admitted:  # TLS has begun on it
            super().connection_made(transport)
            return
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._listener.has_room(self.address):
            refused.labels("connection").inc()
            cast("asyncio.Transport", transport).write(f"{FULL}\r\n".encode("ascii"))
            transport.close()
            return
        self._admitted = self._counted = True
        self._listener.peers.add(self)
        self._deadline = asyncio.get_running_loop().call_later(self._listener.seconds, self._expire)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._counted:
            return
        self._counted = False
        if self._deadline is not None:
            self._deadline.cancel()
        self._listener.peers.discard(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._counted:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._counted else False

    @syntax("STARTTLS", when="tls_context")
    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802 -- the name of the command
        """As in aiosmtpd, but once, and a handshake that comes to nothing ends the connection and its count."""
        if self._tls_protocol is not None:
            await self.push("503 5.5.1 TLS has begun already")
            return
        try:
            await super().smtp_STARTTLS(arg)
        except TLSSetupException:
            log.info("delivery.smtp.tls_failed", peer=self.address)
        plain = self._original_transport
        if plain is not None and self.session is not None and self.session.ssl is None:
            refused.labels("tls").inc()
            plain.close()
            self.connection_lost(None)

    def end(self, text: str) -> None:
        """Says why, and closes."""
        transport = cast("asyncio.Transport | None", self.transport)
        if transport is not None and not transport.is_closing():
            transport.write(f"{text}\r\n".encode("ascii"))
            transport.close()

    def _expire(self) -> None:
        refused.labels("time").inc()
        self.end(TOO_LONG)


@dataclass(slots=True, eq=False)
class Listener:
    """A port, and who answers there."""

    name: str
    host: str
    port: int
    handler: Any
    most: int
    most_from_one: int = MOST_FROM_ONE
    seconds: float = CONNECTION_SECONDS
    options: dict[str, Any] = field(default_factory=dict)
    certificate: Certificate | None = None
    peers: set[Peer] = field(default_factory=set)
    server: asyncio.Server | None = None

    def has_room(self, address: str) -> bool:
        """Whether one more connection from there is taken."""
        from_there = sum(peer.address == address for peer in self.peers)
        return len(self.peers) < self.most and from_there < self.most_from_one

    async def open(self) -> None:
        """Listens. With port 0 the port is any free one, known afterwards."""
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(partial(self._peer, loop), self.host, self.port, backlog=256)
        self.port = self.server.sockets[0].getsockname()[1]

    def _peer(self, loop: asyncio.AbstractEventLoop) -> Peer:
        return Peer(
            self,
            self.handler,
            loop=loop,
            hostname=bounce_hosts()[0],  # by itself it would ask the DNS, and wait for it
            ident="Dashboard SMTP",
            timeout=COMMAND_SECONDS,
            tls_context=self.certificate.context() if self.certificate else None,
            **self.options,
        )

    async def close(self) -> None:
        """Takes no more connections and ends those that there are: who was not answered sends again."""
        if self.server is not None:
            self.server.close()
        for peer in list(self.peers):
            peer.end("421 4.3.2 Closing")


class Mailbox:
    """Bounces and complaints: the handler of aiosmtpd's hooks."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    async def handle_RCPT(  # noqa: N802 -- the name of the hook
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Takes what comes to an address that we gave out."""
        try:
            is_known = not bounces.is_nobodys(address) and await self._is_known(address)
        except DatabaseError as error:
            log.warning("delivery.smtp.database_lost", error=str(error)[:200])
            return LATER
        if not is_known:
            refused.labels("recipient").inc()
            return NOBODY
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 Ok"

    async def _is_known(self, address: str) -> bool:
        return await asyncio.get_running_loop().run_in_executor(self._pool, _is_known, address)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Does what follows, then answers. What can't be read is taken, too: sent again it would read no better."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        work = partial(_take, content, envelope.mail_from or "", tuple(envelope.rcpt_tos))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except bounces.NotYetLogged:
            return LATER
        except DatabaseError as error:
            log.warning("delivery.smtp.database_lost", error=str(error)[:200])
            return LATER

    async def handle_exception(self, error: Exception) -> str:
        """What nobody foresaw is logged, and no reason to lose a report."""
        log.error("delivery.smtp.failed", exc_info=error)
        return LATER


def _is_known(address: str) -> bool:
    close_old_connections()
    return bounces.known_address(address)[0]


def _take(content: bytes, mail_from: str, addresses: Sequence[str]) -> str:
    close_old_connections()
    report = reports.understand(content, null_sender=not mail_from)
    for address in dict.fromkeys(addresses):
        is_known, about = bounces.known_address(address)
        if is_known:
            what = bounces.take(report, about=about)
            log.info("delivery.report.taken", what=what, kind=report.kind.value, why=report.why)
    return TAKEN


def listeners(pool: ThreadPoolExecutor) -> list[Listener]:
    """Every port of this process."""
    options = {
        "data_size_limit": MOST_BYTES,
        "enable_SMTPUTF8": False,
        "command_call_limit": {"*": MOST_COMMANDS},
        # Without AUTH there is nothing to guess, and HELP would say nothing.
        "auth_required": False,
    }
    return [
        Listener(
            name="bounces",
            host=settings.SMTP_BIND,
            port=settings.BOUNCE_PORT,
            handler=Mailbox(pool),
            most=settings.SMTP_CONNECTIONS,
            options=options,
            certificate=certificate(),
        )
    ]


def certificate() -> Certificate | None:
    """The certificate of settings, if there is one. Raises InvalidSetting where it can't be used."""
    if not settings.SMTP_CERTIFICATE:
        return None
    try:
        return Certificate(Path(settings.SMTP_CERTIFICATE), Path(settings.SMTP_KEY))
    except OSError as error:
        raise InvalidSetting(f"DASH_SMTP_CERTIFICATE and DASH_SMTP_KEY can't be used: {error}") from error


async def serve(stopping: asyncio.Event, ready: Callable[[Sequence[Listener]], None] = lambda _: None) -> None:
    """Runs until told to stop; `ready` is called when every port is open."""
    # It writes each command, and so whose bounces come, at INFO.
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="smtp")
    ports = listeners(pool)
    try:
        for listener in ports:
            await listener.open()
            log.info("delivery.smtp.started", listener=listener.name, host=listener.host, port=listener.port)
        ready(ports)
        await stopping.wait()
    finally:
        for listener in ports:
            await listener.close()
        for _ in range(WORKERS):
            pool.submit(connections.close_all)
        await asyncio.to_thread(pool.shutdown)
        log.info("delivery.smtp.stopped")


async def _main() -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    await serve(stopping)


def main() -> None:
    """The process."""
    logs.configure()
    uvloop.run(_main())


if __name__ == "__main__":
    main()
