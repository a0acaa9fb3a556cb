"""Ports that take mail: a row of listeners, each with an aiosmtpd handler of its own.

Every connection is counted by its network, and ends when it takes too long in all, however lively it is. One that has
not shown yet that it has business here (a good key, an address that we gave out) is pending: it has half a minute and a
few lines, and makes way for newer ones, so that connections which are only held keep nobody out.
"""

import asyncio
import logging
import re
import ssl
from asyncio import sslproto
from collections import Counter as Counts
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import structlog
from aiosmtpd.smtp import SMTP, TLSSetupException, syntax
from prometheus_client import Counter

from server.core.network import believed_address, neighbourhood
from server.delivery.own_hosts import bounce_hosts
from server.delivery.smtp.certificates import Certificate

MOST_LINE_BYTES = 64 * 1024  # of those that enclose HTML some keep to no limit
# Connections of one network: a large provider reports bounces from many of its machines at once.
MAX_OF_NETWORK = 20
# To a good key or a known recipient. STARTTLS and AUTH take a few round trips.
PENDING_SECONDS = 30.0
# Lines until then: three attempts of AUTH LOGIN with STARTTLS and greetings take 15.
MAX_PENDING_LINES = 30
# Without this limit, a client that doesn't read our replies would keep a closed connection.
LINGER_SECONDS = 5.0
COMMAND_SECONDS = 120  # for a command, and for the whole of DATA
HANDSHAKE_SECONDS = 20
CONNECTION_SECONDS = 300  # however lively it is

FULL = "421 4.3.2 Too many connections, try again later"
TOO_MANY_LINES = "421 4.7.0 Too many commands"
TOO_LONG = "421 4.4.2 This connection has taken too long"
CLOSING = "421 4.3.2 Closing"

refused = Counter("delivery_smtp_refused_total", "Connections and commands that the SMTP process rejected", ["what"])
log = structlog.get_logger(__name__)


# As nearly every client writes it.
_ATOMS = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_PATH = re.compile(rf"\s*<({_ATOMS}(?:\.{_ATOMS})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>(?:\s+([^(]*))?")


class Peer(SMTP):
    """One connection: counted, and ended when it takes too long in all."""

    line_length_limit = MOST_LINE_BYTES

    def __init__(self, listener: "Listener", *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._listener = listener
        self._deadline: asyncio.TimerHandle | None = None
        self._linger: asyncio.TimerHandle | None = None
        self._admitted = self._counted = False
        self._pending_lines = 0
        self.established = self.in_data = False
        self.opened_at = self.active_at = 0.0  # by the loop's time
        self.address = self.network = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._admitted:  # TLS has begun on it
            super().connection_made(transport)
            if self.session is not None and self._tls_protocol is not None:
                self.session.ssl = self._tls_protocol._extra
            return
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.network = neighbourhood(believed_address(self.address, ""))
        self.opened_at = self.active_at = self.loop.time()
        self._listener.make_way(self)
        self._admitted = self._counted = True
        self._listener.peers.add(self)
        self._deadline = self.loop.call_at(self.opened_at + self._listener.pending_seconds, self._expire)
        if self._listener.implicit and self.tls_context is not None:
            self._begin_tls(cast("asyncio.Transport", transport), self.tls_context)
        else:
            super().connection_made(transport)

    def _begin_tls(self, transport: asyncio.Transport, context: ssl.SSLContext) -> None:
        """TLS before the greeting (RFC 8314, 3.3), with the certificate as it is now; counted while it shakes hands."""
        waiter = self.loop.create_future()
        self._tls_protocol = sslproto.SSLProtocol(
            self.loop, self, context, waiter, server_side=True, ssl_handshake_timeout=HANDSHAKE_SECONDS
        )
        self._original_transport = transport
        waiter.add_done_callback(self._shaken)
        transport.set_protocol(self._tls_protocol)
        self._tls_protocol.connection_made(transport)

    def _shaken(self, waiter: "asyncio.Future[None]") -> None:
        if waiter.cancelled() or waiter.exception() is not None:
            refused.labels("tls").inc()
            log.info("delivery.smtp.tls_failed", peer=self.address)
            self._uncount()
            if self._original_transport is not None:
                self._original_transport.close()

    def establish(self) -> bool:
        """Notes that the connection has business here: from now on it has time, and newer ones don't displace it while
        it works. False when there is no room for it; then it ends."""
        if self.established:
            return True
        if not self._counted or not self._listener.has_room(self):
            self.give_up(FULL)
            return False
        self.established = True
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_at(self.opened_at + self._listener.seconds, self._expire)
        return True

    def give_up(self, text: str) -> None:
        """Ends a connection for which there is no room."""
        refused.labels("connection").inc()
        self._listener.peers.discard(self)
        self.end(text)

    def _cb_client_connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super()._cb_client_connected(reader, writer)
        setattr(reader, "readuntil", partial(self._read_line, reader.readuntil))  # noqa: B010 -- a method of one object

    async def _read_line(self, read: Callable[..., Any], separator: bytes = b"\n") -> bytes:
        """A line of the client, counted while the connection is pending: also what is no command."""
        if not self.established:
            self._pending_lines += 1
            if self._pending_lines > MAX_PENDING_LINES:
                refused.labels("commands").inc()
                self.end(TOO_MANY_LINES)
                raise asyncio.CancelledError
        return cast("bytes", await read(separator))

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 -- the name of the command
        """As in aiosmtpd; meanwhile the connection is at work."""
        self.in_data = True
        try:
            await super().smtp_DATA(arg)
        finally:
            self.in_data = False

    def connection_lost(self, error: Exception | None) -> None:
        if self._linger is not None:
            self._linger.cancel()
        if self._uncount() and self.session is not None:
            super().connection_lost(error)
        if self._handler_coroutine is None:
            self._let_go()
        else:
            self._handler_coroutine.add_done_callback(self._let_go)

    def _let_go(self, *_: object) -> None:
        """Drops what TLS takes, a quarter of a megabyte: the rest of a connection stays until garbage is looked for."""
        own = vars(self)
        if (reader := own.get("_reader")) is not None:
            vars(reader).clear()
        own.update(dict.fromkeys(("_reader", "_writer", "_tls_protocol", "_original_transport")))

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """The address of a path and what follows it. Plain ones are read here: aiosmtpd takes ten times as long."""
        found = _PATH.fullmatch(arg)
        if found is None or self.local_part_limit:
            return super()._getaddr(arg)
        return found[1], found[2] or ""

    def _uncount(self) -> bool:
        """Whether it was counted until now."""
        if not self._counted:
            return False
        self._counted = False
        if self._deadline is not None:
            self._deadline.cancel()
        self._listener.peers.discard(self)
        return True

    def data_received(self, data: bytes) -> None:
        if self._counted:
            self.active_at = self.loop.time()
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._counted else False

    @syntax("STARTTLS", when="tls_context")
    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802 -- the name of the command
        """As in aiosmtpd, but once, and a handshake that comes to nothing ends the connection and its count."""
        if self._tls_protocol is not None:
            await self.push("503 5.5.1 TLS is already active")
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
        if transport is None and self._original_transport is not None:
            cast("asyncio.Transport", self._original_transport).abort()  # while it shakes hands
        elif transport is not None and not transport.is_closing():
            transport.write(f"{text}\r\n".encode("ascii"))
            transport.close()
            self._linger = self.loop.call_later(LINGER_SECONDS, transport.abort)

    def _expire(self) -> None:
        refused.labels("time").inc()
        self.end(TOO_LONG)


def _age(peer: Peer) -> float:
    return peer.opened_at


def _last_activity(peer: Peer) -> float:
    return peer.active_at


def _of_largest_network(peers: Sequence[Peer]) -> list[Peer]:
    """Those of the network that has most of them."""
    counts = Counts(peer.network for peer in peers)
    most = max(counts.values(), default=0)
    return [peer for peer in peers if counts[peer.network] == most]


@dataclass(slots=True, eq=False)
class Listener:
    """A port, and who answers there."""

    name: str
    hosts: Sequence[str]  # the addresses that it is open on
    port: int
    handler: Any
    most: int  # established connections; as many more may be pending
    most_from_one: int = MAX_OF_NETWORK  # of one network, of either kind
    seconds: float = CONNECTION_SECONDS
    pending_seconds: float = PENDING_SECONDS
    # Whether one that is in the middle of a message may be ended, since nothing is lost when it is sent again.
    cuts_messages: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    certificate: Certificate | None = None
    implicit: bool = False  # TLS from the first byte (RFC 8314); needs a certificate
    kind: type[Peer] = Peer
    peers: set[Peer] = field(default_factory=set)
    server: asyncio.Server | None = None

    def make_way(self, newcomer: Peer) -> None:
        """Ends a pending connection where there would be too many of them: the oldest of the newcomer's network, else
        of the network that has most."""
        pending = [peer for peer in self.peers if not peer.established]
        near = [peer for peer in pending if peer.network == newcomer.network]
        if len(near) >= self.most_from_one:
            min(near, key=_age).give_up(FULL)
        elif len(pending) >= self.most:
            min(_of_largest_network(pending), key=_age).give_up(FULL)

    def has_room(self, newcomer: Peer) -> bool:
        """Whether one more connection can be established; where there are too many, one that only waits is ended."""
        established = [peer for peer in self.peers if peer.established]
        near = [peer for peer in established if peer.network == newcomer.network]
        if len(near) >= self.most_from_one:
            candidates = [peer for peer in near if not peer.in_data]
        elif len(established) >= self.most:
            waiting = [peer for peer in established if not peer.in_data]
            candidates = _of_largest_network(waiting or (established if self.cuts_messages else []))
        else:
            return True
        if not candidates:
            return False
        min(candidates, key=_last_activity).give_up(FULL)
        return True

    async def open(self) -> None:
        """Listens. With port 0 the port is any free one, known afterwards."""
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(partial(self._peer, loop), self.hosts, self.port, backlog=256)
        self.port = self.server.sockets[0].getsockname()[1]

    def _peer(self, loop: asyncio.AbstractEventLoop) -> Peer:
        options: dict[str, Any] = {
            "loop": loop,
            "hostname": bounce_hosts()[0],  # by itself it would ask the DNS, and wait for it
            "ident": "Dashboard SMTP",
            "timeout": COMMAND_SECONDS,
            "tls_context": self.certificate.context() if self.certificate else None,
        }
        return self.kind(self, self.handler, **options | self.options)

    async def close(self) -> None:
        """Takes no more connections and ends those that there are: who was not answered sends again."""
        if self.server is not None:
            self.server.close()
        for peer in list(self.peers):
            peer.end(CLOSING)


async def serve(
    ports: Sequence[Listener], stopping: asyncio.Event, ready: Callable[[Sequence[Listener]], None] = lambda _: None
) -> None:
    """Listens at all of them until told to stop; `ready` is called when every port is open."""
    # It writes each command, and so whose mail comes, and what is no command: a line of a mail, or a password.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    try:
        for listener in ports:
            await listener.open()
            log.info("delivery.smtp.started", listener=listener.name, hosts=listener.hosts, port=listener.port)
        ready(ports)
        await stopping.wait()
    finally:
        for listener in ports:
            await listener.close()
