"""Ports that receive email: several listeners, each with its own aiosmtpd handler.

Each connection is counted by its network, and has a total time limit regardless of its activity. A connection is
pending until it presents a valid key or an address that we issued. It then has half a minute and a few lines, and is
displaced by newer connections, so that idle connections can't lock anyone out.
"""

import asyncio
import logging
import re
import ssl
from asyncio import sslproto
from collections import Counter as Counts
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import structlog
from aiosmtpd.smtp import SMTP, TLSSetupException, syntax
from prometheus_client import Counter

from server.core.network import NetworkKey, build_network_keys, resolve_client_address
from server.delivery.own_hosts import list_bounce_hosts
from server.delivery.smtp.certificates import ReloadingCertificate
from server.delivery.smtp.receiving_rate import ReceivingRate

MAX_LINE_BYTES = 64 * 1024  # some systems that enclose HTML ignore the limit of lines
# Connections of one network: a large provider reports bounces from many of its machines in parallel.
MAX_CONNECTIONS_PER_NETWORK = 20
# Until a valid key or a known recipient. STARTTLS and AUTH take a few round trips.
PENDING_SECONDS = 30.0
# Lines until then: three attempts of AUTH LOGIN with STARTTLS and greetings take 15.
MAX_PENDING_LINES = 30
# Without this limit, a client that doesn't read our responses would keep a closed connection.
LINGER_SECONDS = 5.0
COMMAND_SECONDS = 120  # for a command, and for the whole of DATA
HANDSHAKE_SECONDS = 20
CONNECTION_SECONDS = 300  # regardless of its activity
# On a full port these are ended first: connections that have been idle for this long, and later messages that are this
# far behind the minimum rate.
STALE_SECONDS = 10.0
# After these idle connections and before slow messages, an owner or network with at least this many connections more
# than the newcomer's loses one.
MIN_SURPLUS_CONNECTIONS = 2

FULL = "421 4.3.2 Too many connections, try again later"
TOO_MANY_LINES = "421 4.7.0 Too many commands"
TOO_LONG = "421 4.4.2 This connection has taken too long"
CLOSING = "421 4.3.2 Closing"

rejection_counter = Counter(
    "delivery_smtp_refused_total", "Connections and commands that the SMTP process rejected", ["what"]
)
log = structlog.get_logger(__name__)


# As nearly every client writes it.
_ATOMS = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_PATH = re.compile(rf"\s*<({_ATOMS}(?:\.{_ATOMS})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>(?:\s+([^(]*))?")


class Peer(SMTP):
    """One connection: counted, and ended after a total time limit."""

    line_length_limit = MAX_LINE_BYTES

    def __init__(self, listener: "Listener", *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._listener = listener
        self._deadline: asyncio.TimerHandle | None = None
        self._linger: asyncio.TimerHandle | None = None
        self._is_admitted = self._counted = False
        self._pending_lines = 0
        self.established = self.in_data = False
        # While a message is arriving, and can be ended without a loss: the client sends it again.
        self.receiving: ReceivingRate | None = None
        # The team or other customer of the connection, once authenticated.
        self.owner: Hashable = None
        self.opened_at = self.active_at = 0.0  # by the loop's time
        self.address = ""
        self.networks: tuple[NetworkKey, ...] = ()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._is_admitted:  # the connection has switched to TLS
            super().connection_made(transport)
            if self.session is not None and self._tls_protocol is not None:
                self.session.ssl = self._tls_protocol._extra
            return
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.networks = build_network_keys(resolve_client_address(self.address, ""))
        self.opened_at = self.active_at = self.loop.time()
        self._listener.make_way(self)
        self._is_admitted = self._counted = True
        self._listener.peers.add(self)
        self._deadline = self.loop.call_at(self.opened_at + self._listener.pending_seconds, self._expire)
        if self._listener.implicit and self.tls_context is not None:
            self._start_tls(cast("asyncio.Transport", transport), self.tls_context)
        else:
            super().connection_made(transport)

    def _start_tls(self, transport: asyncio.Transport, context: ssl.SSLContext) -> None:
        """Starts TLS before the greeting (RFC 8314, 3.3) with the current certificate."""
        waiter = self.loop.create_future()
        self._tls_protocol = sslproto.SSLProtocol(
            self.loop, self, context, waiter, server_side=True, ssl_handshake_timeout=HANDSHAKE_SECONDS
        )
        self._original_transport = transport
        waiter.add_done_callback(self._on_handshake_done)
        transport.set_protocol(self._tls_protocol)
        self._tls_protocol.connection_made(transport)

    def _on_handshake_done(self, waiter: "asyncio.Future[None]") -> None:
        # asyncio reports success if the connection closes without an error before the handshake is done.
        if waiter.cancelled() or waiter.exception() is not None or self.transport is None:
            rejection_counter.labels("tls").inc()
            log.info("delivery.smtp.tls_failed", peer=self.address)
            self._leave_listener()
            if self._original_transport is not None:
                self._original_transport.close()
            if self._handler_coroutine is None:
                self._free_buffers()

    @property
    def holder(self) -> Hashable:
        """The owner of the connection, else the widest network that one host can use."""
        if self.owner is not None:
            return self.owner
        return next((key.network for key in reversed(self.networks) if key.is_of_one), self.networks[0].network)

    def is_near(self, key: NetworkKey) -> bool:
        return key in self.networks

    @property
    def wasted_seconds(self) -> float:
        """Its idle time; during a message, the time by which that is behind the minimum rate."""
        now = self.loop.time()
        if self.receiving is not None:
            return self.receiving.lag_seconds(now)
        return 0.0 if self.in_data else now - self.active_at

    def establish(self) -> bool:
        """Gives the connection more time; newer connections then displace it only by the rules of `_find_victim`.

        Returns False and ends the connection if there is no capacity for it.
        """
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
        rejection_counter.labels("connection").inc()
        self._listener.peers.discard(self)
        self.end(text)

    def _cb_client_connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super()._cb_client_connected(reader, writer)
        setattr(reader, "readuntil", partial(self._read_line, reader.readuntil))  # noqa: B010 -- a method of one object

    async def _read_line(self, read: Callable[..., Any], separator: bytes = b"\n") -> bytes:
        """Reads a line of the client. Counts it while the connection is pending, even if it is no command."""
        if not self.established:
            self._pending_lines += 1
            if self._pending_lines > MAX_PENDING_LINES:
                rejection_counter.labels("commands").inc()
                self.end(TOO_MANY_LINES)
                raise asyncio.CancelledError
        return cast("bytes", await read(separator))

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 -- the name of the command
        """As in aiosmtpd, but tracks the progress of the message.

        The connection can be ended until the response is sent: a repeated report changes nothing.
        """
        self.in_data, self.receiving = True, ReceivingRate(self.loop.time())
        try:
            await super().smtp_DATA(arg)
        finally:
            self.in_data, self.receiving = False, None

    def connection_lost(self, error: Exception | None) -> None:
        if self._linger is not None:
            self._linger.cancel()
        if self._leave_listener() and self.session is not None:
            super().connection_lost(error)
        if self._handler_coroutine is None:
            self._free_buffers()
        else:
            self._handler_coroutine.add_done_callback(self._free_buffers)

    def _free_buffers(self, *_: object) -> None:
        """Frees the buffers of TLS, a quarter of a megabyte: the connection itself remains until garbage collection."""
        own = vars(self)
        if (reader := own.get("_reader")) is not None:
            vars(reader).clear()
        own.update(dict.fromkeys(("_reader", "_writer", "_tls_protocol", "_original_transport")))

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """Parses plain paths itself, because aiosmtpd takes ten times as long."""
        found = _PATH.fullmatch(arg)
        if found is None or self.local_part_limit:
            return super()._getaddr(arg)
        return found[1], found[2] or ""

    def _leave_listener(self) -> bool:
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
            if self.receiving is not None:
                self.receiving.add(len(data), self.active_at)
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._counted else False

    @syntax("STARTTLS", when="tls_context")
    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802 -- the name of the command
        """As in aiosmtpd, but only once; a failed handshake ends the connection and its count."""
        if self._tls_protocol is not None:
            await self.push("503 5.5.1 TLS is already active")
            return
        try:
            await super().smtp_STARTTLS(arg)
        except TLSSetupException:
            log.info("delivery.smtp.tls_failed", peer=self.address)
        plain = self._original_transport
        if plain is not None and self.session is not None and self.session.ssl is None:
            rejection_counter.labels("tls").inc()
            plain.close()
            self.connection_lost(None)

    def end(self, text: str) -> None:
        transport = cast("asyncio.Transport | None", self.transport)
        if transport is None and self._original_transport is not None:
            cast("asyncio.Transport", self._original_transport).abort()  # during the handshake
        elif transport is not None and not transport.is_closing():
            transport.write(f"{text}\r\n".encode("ascii"))
            transport.close()
            self._linger = self.loop.call_later(LINGER_SECONDS, transport.abort)

    def _expire(self) -> None:
        rejection_counter.labels("time").inc()
        self.end(TOO_LONG)


def _get_opened_at(peer: Peer) -> float:
    return peer.opened_at


def _get_uselessness(peer: Peer) -> tuple[bool, float]:
    """Sort key: idle connections first, then slow messages."""
    return not peer.in_data, peer.wasted_seconds


def _filter_largest_holder(peers: Sequence[Peer]) -> list[Peer]:
    counts = Counts(peer.holder for peer in peers)
    most = max(counts.values(), default=0)
    return [peer for peer in peers if counts[peer.holder] == most]


@dataclass(slots=True, eq=False)
class Listener:
    """A port and its handler."""

    name: str
    hosts: Sequence[str]  # the addresses that it listens on
    port: int
    handler: Any
    most: int  # established connections; the same number can be pending
    most_from_one: int = MAX_CONNECTIONS_PER_NETWORK  # of one host's network, of either kind; wider networks have more
    max_of_owner: int | None = None  # established connections of one owner
    seconds: float = CONNECTION_SECONDS
    pending_seconds: float = PENDING_SECONDS
    # Whether a full port ends any arriving message, not only slow ones and those of clients with more connections.
    cuts_messages: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    certificate: ReloadingCertificate | None = None
    implicit: bool = False  # TLS from the first byte (RFC 8314); needs a certificate
    kind: type[Peer] = Peer
    peers: set[Peer] = field(default_factory=set)
    server: asyncio.Server | None = None

    def make_way(self, newcomer: Peer) -> None:
        """Ends a pending connection if there are too many: the oldest of its network or of the largest holder."""
        pending = [peer for peer in self.peers if not peer.established]
        for key, limit in self._list_network_limits(newcomer):
            near = [peer for peer in pending if peer.is_near(key)]
            if len(near) >= limit:
                min(near, key=_get_opened_at).give_up(FULL)
                return
        if len(pending) >= self.most:
            min(_filter_largest_holder(pending), key=_get_opened_at).give_up(FULL)

    def _list_network_limits(self, newcomer: Peer) -> list[tuple[NetworkKey, int]]:
        return [(key, key.limit(self.most_from_one, total=self.most)) for key in newcomer.networks]

    def has_room(self, newcomer: Peer) -> bool:
        """Whether one more connection can be established; ends another one if there are too many."""
        established = [peer for peer in self.peers if peer.established]
        own = [peer for peer in established if newcomer.owner is not None and peer.owner == newcomer.owner]
        near = [
            ([peer for peer in established if peer.is_near(key)], limit)
            for key, limit in self._list_network_limits(newcomer)
        ]
        for group, limit in ((own, self.max_of_owner), *near, (established, self.most)):
            counted = [peer for peer in group if peer in self.peers]  # the loop itself can have ended one
            if limit is None or len(counted) < limit:
                continue
            victim = self._find_victim(counted, newcomer, cuts=self.cuts_messages and group is established)
            if victim is None:
                return False
            victim.give_up(FULL)
        return True

    def _find_victim(self, peers: Sequence[Peer], newcomer: Peer, *, cuts: bool) -> Peer | None:
        """Selects the connection to end for a newer one.

        A fast message is not ended if its owner has no more connections than the newcomer's owner, except if `cuts`.
        """
        # A message that is being stored is not ended: its client would send it again, and it would exist twice.
        candidates = [peer for peer in peers if not peer.in_data or peer.receiving is not None]
        counts = Counts(peer.holder for peer in peers)
        surplus = counts[newcomer.holder] + MIN_SURPLUS_CONNECTIONS
        idle = [peer for peer in candidates if not peer.in_data]
        for group in (
            [peer for peer in idle if peer.wasted_seconds >= STALE_SECONDS],
            # Before idle connections: these can be the only ones that other clients have.
            [peer for peer in candidates if counts[peer.holder] >= surplus],
            [peer for peer in candidates if peer.wasted_seconds >= STALE_SECONDS],
            idle,
            candidates if cuts else [],
        ):
            if group:
                return max(_filter_largest_holder(group), key=_get_uselessness)
        return None

    async def open(self) -> None:
        """Listens. Port 0 means any free port, which `port` then has."""
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(partial(self._build_peer, loop), self.hosts, self.port, backlog=256)
        self.port = self.server.sockets[0].getsockname()[1]

    def _build_peer(self, loop: asyncio.AbstractEventLoop) -> Peer:
        options: dict[str, Any] = {
            "loop": loop,
            "hostname": list_bounce_hosts()[0],  # otherwise aiosmtpd would query the DNS, and wait
            "ident": "Dashboard SMTP",
            "timeout": COMMAND_SECONDS,
            "tls_context": self.certificate.context() if self.certificate else None,
        }
        return self.kind(self, self.handler, **options | self.options)

    async def close(self) -> None:
        """Clients without a response send again."""
        if self.server is not None:
            self.server.close()
        for peer in list(self.peers):
            peer.end(CLOSING)


async def serve(
    ports: Sequence[Listener], stopping: asyncio.Event, ready: Callable[[Sequence[Listener]], None] = lambda _: None
) -> None:
    """Listens on all ports until stopped; calls `ready` when all of them are open."""
    # aiosmtpd logs each command, and so addresses, lines of messages, and even passwords.
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
