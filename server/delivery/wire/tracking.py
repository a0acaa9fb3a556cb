"""The endpoints of an email's pixel and links: raw ASGI applications on the pages origin and on team hosts.

    GET  /o/<token>                the picture that records an open
    GET  /c/<link>[.turn]/<token>  redirects to the link's stored target: the URL contains none (no open redirect)
    GET  /c/0/<token>              the hidden link: has no target, and detects bots that follow everything
    GET  /u/<token>                redirects to a confirmation page; changes nothing, because scanners follow links
    POST /u/<token>                unsubscribes: one-click of email programs (RFC 8058)
    GET  /v/<token>                the email in the browser, sandboxed

The frequent requests need no database if the link's target has no tags; events are spooled before the response
(ingest.py).
"""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from prometheus_client import Counter

from server.core import clock
from server.core.async_database import connect
from server.core.errors import NotFound
from server.core.network import get_narrowest_network, resolve_client_address
from server.delivery import keys, one_click, own_hosts
from server.delivery.compiling import get_loop_fields
from server.delivery.content.links import TrackedLink
from server.delivery.errors import DocumentTooLarge
from server.delivery.mime.filling import fill_text
from server.delivery.services import subscriptions
from server.delivery.sql import sending
from server.delivery.sql import tracking as sql
from server.delivery.sql.tracking import BotScan, TrackedEvent
from server.delivery.tags.budget import Budget
from server.delivery.tags.tree import Text
from server.delivery.tokens import MESSAGE_CHARACTERS, MessageRecipientKey, RecipientKey
from server.delivery.tracking import geo, message_tracking
from server.delivery.tracking.agents import parse_agent
from server.delivery.tracking.allowance import Allowance
from server.delivery.tracking.bots import HIDDEN_LINK, SWEEP_SECONDS, ScannerDetector, TrackingRequest
from server.delivery.wire import tracked_pages as pages
from server.delivery.wire.browser_views import BrowserViews
from server.delivery.wire.ingest import Ingest, get_ingest, get_message_ingest
from server.delivery.wire.link_targets import SHARE_OF_BUDGET, LinkTargets
from server.delivery.wire.minute_counts import MinuteCounts, TooOften

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

AnyRecipientKey = RecipientKey | MessageRecipientKey
_PORT = re.compile(r":\d{1,5}$")
PIXEL = bytes.fromhex("47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b")
MAX_BODY_BYTES = 4096
MAX_CACHED_MAILINGS = 256
MAX_TIME_SCALE = 1_000_000
MAX_FORWARDED_CHARACTERS = 500  # of the header, which is a cache key; a dozen addresses
MAX_CACHED_TARGET_CHARACTERS = 2_048  # longer addresses are not cached
# Concurrent one-click requests: many would block other requests of the process.
MAX_CONCURRENT_UNSUBSCRIBES = 2
# One-click requests of one recipient processed in a minute: an email provider needs one.
MAX_UNSUBSCRIBES_PER_MINUTE = 10
_NO_STORE = (b"cache-control", b"no-store, no-cache, must-revalidate, private")
_COMMON_HEADERS = [_NO_STORE, (b"referrer-policy", b"no-referrer"), (b"x-content-type-options", b"nosniff")]
_HTML = (b"content-type", b"text/html; charset=utf-8")
_TEXT = (b"content-type", b"text/plain; charset=utf-8")
_PAGE_HEADERS = [_HTML, (b"content-security-policy", pages.POLICY.encode())]
# The email itself: no scripts, no forms, its own origin; pictures and styles as in an email program.
_EMAIL_HEADERS = [
    _HTML,
    (
        b"content-security-policy",
        b"sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation;"
        b" default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src https:",
    ),
]
# The headers that are parsed here, by one-click and by bot detection.
_HEADERS = {
    name.encode(): name
    for name in (
        *("host", "user-agent", "accept", "accept-language", "accept-encoding", "x-forwarded-for", "content-type"),
        *("purpose", "sec-purpose", "x-moz", "x-simulated-pace"),
    )
}

ignored_events = Counter(
    "delivery_events_ignored_total", "Opens and clicks ignored because they exceeded the daily limit of a recipient"
)
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class MailingLinkIndex:
    """A mailing's links by number, and the language of its team. `same` are targets without personal data."""

    by_number: dict[int, TrackedLink]
    language: str
    same: dict[int, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for number, link in self.by_number.items():
            if not link.loops and _is_same_for_all(link):
                target = sanitize_target("".join(node.text for node in link.target if isinstance(node, Text)))
                if target is not None:
                    self.same[number] = target


class Unavailable(Exception):
    """The database is unavailable; the reader can try again."""


@dataclass(slots=True)
class Tracker:
    """State that the applications of one process share."""

    ingest: Ingest = field(default_factory=get_ingest)
    messages: Ingest = field(default_factory=get_message_ingest)
    views: BrowserViews = field(default_factory=BrowserViews)
    targets: LinkTargets = field(default_factory=LinkTargets)
    leaves: MinuteCounts = field(default_factory=MinuteCounts)
    leaving: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_CONCURRENT_UNSUBSCRIBES))
    _scanner_detector: ScannerDetector = field(default_factory=ScannerDetector)
    _allowance: Allowance = field(default_factory=Allowance)
    _links: OrderedDict[int, MailingLinkIndex] = field(default_factory=OrderedDict)
    _domains: OrderedDict[int | UUID, str] = field(default_factory=OrderedDict)
    _connection: sql.Connection | None = None
    _connection_lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, question: Callable[..., Awaitable[Any]], *arguments: object) -> Any:
        """Runs a query on the persistent connection, and retries it once on a new one if that broke."""
        async with self._connection_lock:
            for attempt in (1, 2):
                try:
                    if self._connection is None or self._connection.closed:
                        self._connection = await connect()
                    return await question(self._connection, *arguments)
                except psycopg.OperationalError as error:
                    self._connection = None
                    if attempt == 2:
                        raise Unavailable from error
        return None

    async def links(self, mailing_id: int) -> MailingLinkIndex | None:
        found = self._links.get(mailing_id)
        if found is None:
            stored = await self.ask(sql.fetch_links, mailing_id)
            if stored is None:
                return None
            rows, language = stored
            found = MailingLinkIndex({link.number: link for link in map(TrackedLink.from_data, rows)}, language)
            self._links[mailing_id] = found
            while len(self._links) > MAX_CACHED_MAILINGS:
                self._links.popitem(last=False)
        else:
            self._links.move_to_end(mailing_id)
        return found

    async def is_host_of(self, recipient: AnyRecipientKey, host: str) -> bool:
        about = recipient[0]
        domain = self._domains.get(about)
        if domain is None:
            domain = await self._get_sender_domain(recipient)
            if domain is None:
                return False
            self._domains[about] = domain
            while len(self._domains) > MAX_CACHED_MAILINGS:
                self._domains.popitem(last=False)
        return own_hosts.is_tracking_host(host, of=domain)

    async def _get_sender_domain(self, recipient: AnyRecipientKey) -> str | None:
        if isinstance(recipient, RecipientKey):
            found: str | None = await self.ask(sql.fetch_sender_domain, recipient.mailing_id)
            return found
        address = await self.ask(message_tracking.MESSAGE_TRACKING.get().written_from, recipient)
        return address.rpartition("@")[2].lower() if address else None

    async def link(self, recipient: MessageRecipientKey, number: int) -> str | None:
        target = await self.ask(message_tracking.MESSAGE_TRACKING.get().link, recipient, number)
        return sanitize_target(target) if target else None

    def saw(self, recipient: AnyRecipientKey, kind: str, scope: Scope, request: TrackingRequest, link: int = 0) -> None:
        """Stores an open or click: once this returns, the response can be sent.

        Events beyond the recipient's allowance are not stored.
        """
        if not self._allowance.allow(recipient[0], recipient.position, kind):
            ignored_events.inc()
            return
        now, at, pace = time.monotonic(), clock.now(), _get_time_scale(request)
        news = False
        if kind == "click":
            followed, news = self._scanner_detector.click(
                recipient, link, lambda: _get_network(scope, request), now, pace
            )
        else:
            followed = self._scanner_detector.open(recipient, lambda: _get_network(scope, request), now)
        why = request.strong_sign() or followed
        agent = parse_agent(request.headers.get("user-agent", ""))
        # A provider's proxy has the provider's location, not the user's. Parsing the address costs as much as all the
        # rest.
        is_placed = not agent.is_proxy and geo.is_available()
        place = geo.find_location(_get_address(scope, request)) if is_placed else geo.UNKNOWN_LOCATION
        ingest = self.ingest if isinstance(recipient, RecipientKey) else self.messages
        ingest.add(
            TrackedEvent(
                mailing_id=recipient[0],
                position=recipient.position,
                kind=kind,
                at=at,
                link=link,
                why=why,
                weak=() if why else tuple(request.weak_signs()),
                device=agent.device,
                os=agent.os,
                browser=agent.browser,
                pace=pace,
                country=place.country,
                city=place.city,
            )
        )
        if news:
            since = at - timedelta(seconds=SWEEP_SECONDS / pace)
            ingest.scanned(BotScan(recipient[0], recipient.position, since, followed))


_trackers: dict[int, Tracker] = {}


def get_tracker() -> Tracker:
    loop = id(asyncio.get_running_loop())
    found = _trackers.get(loop)
    if found is None:
        found = _trackers[loop] = Tracker()
    return found


def _parse_request(scope: Scope) -> TrackingRequest:
    read = {_HEADERS[name]: value.decode("latin-1") for name, value in scope["headers"] if name in _HEADERS}
    return TrackingRequest(scope["method"], read)


def _get_time_scale(request: TrackingRequest) -> int:
    """How much faster than a person a reader simulated by `bin/manage simulate` acts; 1 for everyone else."""
    said = request.headers.get("x-simulated-pace", "")
    if not said or not settings.DEMO:
        return 1
    return min(MAX_TIME_SCALE, max(1, int(said))) if said.isascii() and said.isdecimal() and len(said) < 10 else 1


def _get_network(scope: Scope, request: TrackingRequest) -> str:
    # Only the last forwarded addresses are trusted.
    forwarded_for = request.headers.get("x-forwarded-for", "")[-MAX_FORWARDED_CHARACTERS:]
    return _find_network((scope.get("client") or ("",))[0], forwarded_for)


@lru_cache(maxsize=8192)
def _find_network(peer: str, forwarded_for: str) -> str:
    return get_narrowest_network(resolve_client_address(peer, forwarded_for))


def _is_on_pages_host(request: TrackingRequest) -> bool:
    return request.headers.get("host", "").lower() == settings.PAGES_HOST.lower()


async def _is_on_sender_host(request: TrackingRequest, path: str) -> bool:
    """Whether the host belongs to the team's domain that the token's email was sent from.

    So one team's token doesn't work on the host of another, and hosts that we did not issue don't work at all.
    """
    host = _PORT.sub("", request.headers.get("host", "").lower()).rstrip(".")
    recipient = _read_token(path.rpartition("/")[2].removesuffix(".gif"))
    return recipient is not None and await get_tracker().is_host_of(recipient, host)


def _read_token(token: str) -> AnyRecipientKey | None:
    ring = keys.get_key_ring()
    return ring.read_message(token) if len(token) == MESSAGE_CHARACTERS else ring.read(token)


async def _respond(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> None:
    length = (b"content-length", b"%d" % len(body))
    await send({"type": "http.response.start", "status": status, "headers": [*_COMMON_HEADERS, *headers, length]})
    await send({"type": "http.response.body", "body": body})


async def _respond_invalid_link(send: Send, language: str = "en") -> None:
    await _respond(send, 404, _PAGE_HEADERS, pages.render_gone(language))


def guard(methods: frozenset[str], app: Callable[[Scope, Receive, Send, TrackingRequest], Awaitable[None]]) -> App:
    async def entry(scope: Scope, receive: Receive, send: Send) -> None:
        request = _parse_request(scope)
        try:
            if not _is_on_pages_host(request) and not await _is_on_sender_host(request, scope["path"]):
                await _respond_invalid_link(send)
            elif request.method not in methods:
                allowed = ", ".join(sorted(methods)).encode()
                await _respond(
                    send, 405, [(b"allow", allowed), (b"content-type", b"text/plain")], b"Method not allowed"
                )
            else:
                await app(scope, receive, send, request)
        except TooOften:
            await _respond(send, 429, [(b"retry-after", b"60"), _TEXT], b"Too many requests, try again in a minute")
        except Unavailable:
            await _respond(send, 503, [(b"retry-after", b"5"), (b"content-type", b"text/plain")], b"Try again")

    return entry


async def _open(scope: Scope, _receive: Receive, send: Send, request: TrackingRequest) -> None:
    recipient = _read_token(scope["path"].removeprefix("/o/").removesuffix(".gif"))
    if recipient is not None:
        get_tracker().saw(recipient, "open", scope, request)
    # The same picture for a forged token: the response must not reveal whether a token is valid.
    await _respond(send, 200, [(b"content-type", b"image/gif")], PIXEL if request.method == "GET" else b"")


def _parse_click_path(path: str) -> tuple[int, list[int], AnyRecipientKey | None]:
    """Parses `/c/<number>[.index…]/<token>` into link number, indexes in its loops, and recipient. Another path gives
    no recipient.
    """
    where, _, token = path.removeprefix("/c/").partition("/")
    numbers = where.split(".")
    if len(numbers) > 3 or not all(n.isascii() and n.isdecimal() and len(n) <= 5 for n in numbers):
        return 0, [], None
    return int(numbers[0]), [int(n) for n in numbers[1:]], _read_token(token)


async def _click(scope: Scope, _receive: Receive, send: Send, request: TrackingRequest) -> None:
    number, turns, recipient = _parse_click_path(scope["path"])
    if recipient is None:
        await _respond_invalid_link(send)
        return
    if number == HIDDEN_LINK and not turns:
        get_tracker().saw(recipient, "click", scope, request, HIDDEN_LINK)
        await _respond(send, 204, [])
        return
    if not isinstance(recipient, RecipientKey):
        target = await get_tracker().link(recipient, number) if not turns else None
        if target is None:
            await _respond_invalid_link(send)
            return
        get_tracker().saw(recipient, "click", scope, request, number)
        await _respond(send, 302, [(b"location", target.encode("ascii"))])
        return
    links = await get_tracker().links(recipient.mailing_id)
    target = links.same.get(number) if links and not turns else None
    if target is None:
        link = links.by_number.get(number) if links else None
        target = await _find_target(link, turns, recipient) if link else None
    if links is None or target is None:
        await _respond_invalid_link(send, links.language if links else "en")
        return
    get_tracker().saw(recipient, "click", scope, request, number)
    await _respond(send, 302, [(b"location", target.encode("ascii"))])


def _is_same_for_all(link: TrackedLink) -> bool:
    return all(isinstance(node, Text) for node in link.target)


async def _find_target(link: TrackedLink, turns: list[int], recipient: RecipientKey) -> str | None:
    async def read_fields() -> dict[str, Any] | None:
        row = await get_tracker().ask(sql.fetch_recipient, recipient.mailing_id, recipient.position)
        return None if row is None else {**row[0], "email": row[1]}

    if _is_same_for_all(link) and not link.loops:
        return None  # not in `MailingLinkIndex.same`
    fill = partial(_fill_target, link, turns)
    return await get_tracker().targets.find(recipient, link.number, turns, read_fields=read_fields, fill=fill)


def _fill_target(link: TrackedLink, turns: list[int], fields: Mapping[str, Any]) -> str | None:
    in_turn = get_loop_fields(link, turns, dict(fields))
    try:
        return None if in_turn is None else sanitize_target(fill_text(link.target, in_turn, Budget(SHARE_OF_BUDGET)))
    except DocumentTooLarge:
        return None


def sanitize_target(address: str) -> str | None:
    """Returns a redirect target with http or https and a host, in printable ASCII; None if the address is unsafe."""
    kept = len(address) <= MAX_CACHED_TARGET_CHARACTERS
    return _sanitize_target(address) if kept else _sanitize_target.__wrapped__(address)


@lru_cache(maxsize=4096)
def _sanitize_target(address: str) -> str | None:
    address = "".join(address.split()).replace("&amp;", "&")
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        return None
    if not host.isascii():
        try:
            address = address.replace(parts.netloc, parts.netloc.encode("idna").decode("ascii"), 1)
        except UnicodeError:
            return None
    encoded = "".join(c if c.isascii() else "".join(f"%{byte:02X}" for byte in c.encode()) for c in address)
    return encoded if encoded.isprintable() else None


async def _unsubscribe(scope: Scope, receive: Receive, send: Send, request: TrackingRequest) -> None:
    token = scope["path"].removeprefix("/u/")
    recipient = keys.get_key_ring().read(token)
    if recipient is None:
        await _respond_invalid_link(send)
        return
    if request.method != "POST":
        # A browser: the page on our own host asks, and checks whether the recipient exists.
        origin = "" if _is_on_pages_host(request) else settings.PAGES_ORIGIN.rstrip("/")
        await _respond(send, 302, [(b"location", f"{origin}/unsubscribe-subscription/{token}".encode("ascii"))])
        return
    if not one_click.is_one_click_request(request.headers.get("content-type", ""), await _read_body(receive)):
        await _respond(send, 400, [_TEXT], b"List-Unsubscribe=One-Click is missing")
        return
    get_tracker().leaves.count_request(recipient.mailing_id, recipient.position, most=MAX_UNSUBSCRIBES_PER_MINUTE)
    try:
        async with get_tracker().leaving:
            await sync_to_async(_unsubscribe_recipient, thread_sensitive=False)(
                recipient, _get_address(scope, request), request
            )
    except NotFound:
        await _respond_invalid_link(send)
        return
    await _respond(send, 200, [_TEXT], b"Unsubscribed")


def _unsubscribe_recipient(recipient: RecipientKey, address: str, request: TrackingRequest) -> None:
    close_old_connections()
    subscriptions.unsubscribe(
        mailing_id=recipient.mailing_id,
        position=recipient.position,
        ip=address,
        user_agent=request.headers.get("user-agent", ""),
    )


def _get_address(scope: Scope, request: TrackingRequest) -> str:
    peer = (scope.get("client") or ("",))[0]
    return str(resolve_client_address(peer, request.headers.get("x-forwarded-for", "")))


async def _read_body(receive: Receive) -> bytes:
    body = b""
    while len(body) <= MAX_BODY_BYTES:
        message = await receive()
        body += message.get("body", b"")
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            break
    return body[:MAX_BODY_BYTES]


async def _view(scope: Scope, _receive: Receive, send: Send, request: TrackingRequest) -> None:
    token = scope["path"].removeprefix("/v/")
    recipient, views = keys.get_key_ring().read(token), get_tracker().views
    if recipient is not None:
        views.count(recipient.mailing_id, recipient.position)
    row = await get_tracker().ask(sql.fetch_recipient, recipient.mailing_id, recipient.position) if recipient else None
    if recipient is None or row is None:
        await _respond_invalid_link(send)
        return
    follows = bool(await get_tracker().ask(sql.is_tracked, recipient.mailing_id, recipient.position))
    program = views.program(recipient.mailing_id, follows=follows)
    if program is None:
        stored = await get_tracker().ask(sending.fetch_document, recipient.mailing_id)
        program = await views.compile(stored["compiled"] if follows or stored["plain"] is None else stored["plain"])
        views.keep(recipient.mailing_id, program, follows=follows)
    try:
        html = await views.fill(program, {**row[0], "email": row[1]}, token.encode("ascii"))
    except DocumentTooLarge:  # so it was never sent
        await _respond_invalid_link(send)
        return
    await _respond(send, 200, _EMAIL_HEADERS, html if request.method == "GET" else b"")


_READ_METHODS = frozenset({"GET", "HEAD"})
# Path prefix to application, for the composition root.
ROUTES: dict[str, App] = {
    "/o/": guard(_READ_METHODS, _open),
    "/c/": guard(_READ_METHODS, _click),
    "/u/": guard(_READ_METHODS | {"POST"}, _unsubscribe),
    "/v/": guard(_READ_METHODS, _view),
}
