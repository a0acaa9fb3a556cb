"""The only way to fetch a URL that a tenant named.

A name is resolved once, and the connection uses exactly that address, so that a second DNS response cannot redirect it.
Every redirect is checked like the first URL. Requests carry no cookies, no credentials and no proxy settings. Time,
bytes and concurrent requests to one host are bounded.
"""

import asyncio
import ssl
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, ip_address
from typing import Any
from urllib.parse import urljoin

import certifi
import dns.exception
import dns.name
import dns.resolver
import httpcore
from django.conf import settings

from server.core.dns_resolver import SECONDS_PER_QUERY, create_resolver
from server.core.egress.addresses import Address, is_allowed
from server.core.egress.errors import FetchError, FetchErrorReason
from server.core.egress.targets import Target, parse_target

FETCH_TIMEOUT_SECONDS = 8.0  # for one URL, including its redirects
CONNECT_TIMEOUT_SECONDS = 4.0
MAX_REDIRECTS = 3
MAX_REQUESTS_PER_HOST = 2
MAX_REQUESTS = 8
MAX_ADDRESSES = 4  # addresses of one host that are tried
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class FetchResponse:
    """A response. Header names are in lower case; `url` is the final URL after redirects."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes


class Egress:
    """Fetches for one job, in one event loop, with at most `MAX_REQUESTS_PER_HOST` concurrent requests to a host."""

    def __init__(self) -> None:
        self._host_slots: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(MAX_REQUESTS_PER_HOST))
        self._slots = asyncio.Semaphore(MAX_REQUESTS)

    async def fetch(self, url: str, *, most_bytes: int = 0, seconds: float = FETCH_TIMEOUT_SECONDS) -> FetchResponse:
        """GETs a URL. With `most_bytes` 0 the body is not read. Raises FetchError.

        The time starts when the request gets its slot.
        """
        target = parse_target(url)
        async with self._host_slots[target.host], self._slots:
            try:
                async with asyncio.timeout(seconds):
                    return await _follow(url, target, most_bytes)
            except TimeoutError:
                raise FetchError(FetchErrorReason.TOO_SLOW) from None


async def _follow(url: str, target: Target, most_bytes: int) -> FetchResponse:
    for _ in range(MAX_REDIRECTS + 1):
        answer = await _get(url, target, most_bytes)
        if answer.status not in _REDIRECTS:
            return answer
        location = answer.headers.get("location", "")
        if not location:
            break
        url = urljoin(url, location)
        target = parse_target(url)
    raise FetchError(FetchErrorReason.REDIRECTS, url)


async def _get(url: str, target: Target, most_bytes: int) -> FetchResponse:
    addresses = await resolve_addresses(target)
    headers = [
        (b"Host", target.netloc.encode("ascii")),
        (b"User-Agent", get_user_agent().encode("ascii")),
        (b"Accept", b"*/*"),
        # A compressed body could decompress to any size.
        (b"Accept-Encoding", b"identity"),
        (b"Connection", b"close"),
    ]
    timeouts = {
        "connect": CONNECT_TIMEOUT_SECONDS,
        "read": FETCH_TIMEOUT_SECONDS,
        "write": FETCH_TIMEOUT_SECONDS,
        "pool": FETCH_TIMEOUT_SECONDS,
    }
    place = httpcore.URL(
        scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode("ascii")
    )
    try:
        async with (
            httpcore.AsyncConnectionPool(
                ssl_context=get_trust_store(), max_connections=1, retries=0, network_backend=PinnedBackend(addresses)
            ) as pool,
            pool.stream("GET", place, headers=headers, extensions={"timeout": timeouts}) as response,
        ):
            told = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
            reads = most_bytes and response.status not in _REDIRECTS
            body = await _read_body(response, most_bytes) if reads else b""
            return FetchResponse(url, response.status, told, body)
    except httpcore.TimeoutException:
        raise FetchError(FetchErrorReason.TOO_SLOW) from None
    except httpcore.NetworkError as error:
        raise FetchError(FetchErrorReason.UNREACHABLE, str(error)) from None
    except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
        raise FetchError(FetchErrorReason.BROKEN, str(error)) from None


async def _read_body(response: httpcore.Response, most_bytes: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_stream():
        size += len(part)
        if size > most_bytes:
            raise FetchError(FetchErrorReason.TOO_LARGE, str(most_bytes))
        parts.append(part)
    return b"".join(parts)


async def resolve_addresses(target: Target) -> Sequence[Address]:
    """The allowed addresses, IPv4 first. Raises FetchError, even if only one of them is internal."""
    found = [target.address] if target.address else await _query_addresses(target.host)
    if not all(is_allowed(address, target.port) for address in found):
        raise FetchError(FetchErrorReason.REFUSED, "an address inside")
    return found


async def _query_addresses(host: str) -> list[Address]:
    resolver = create_resolver()
    answers = await asyncio.gather(*(_query_records(resolver, host, kind) for kind in ("A", "AAAA")))
    found = [ip_address(text) for answer in answers for text in answer or ()]
    if found:
        return sorted(found, key=lambda address: not isinstance(address, IPv4Address))
    raise FetchError(FetchErrorReason.UNKNOWN_HOST if None in answers else FetchErrorReason.NO_HOST, host)


async def _query_records(resolver: Any, host: str, kind: str) -> list[str] | None:
    """The addresses of one record type. None if the DNS gives no definite response."""
    try:
        answer = await resolver.resolve(host, kind, search=False, lifetime=SECONDS_PER_QUERY)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.name.LabelTooLong, dns.name.NameTooLong):
        return []
    except (dns.exception.DNSException, OSError):
        return None
    return [rdata.address for rdata in answer][:MAX_ADDRESSES]


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects only to addresses that were resolved and checked before, whatever host is requested."""

    def __init__(self, addresses: Sequence[Address]) -> None:
        self._addresses = addresses
        self._sockets = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- the library's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        failure: Exception = httpcore.ConnectError("no address")
        for address in self._addresses:
            try:
                return await self._sockets.connect_tcp(str(address), port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 -- the library's own
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError("Unix sockets are not supported")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@lru_cache(maxsize=1)
def get_trust_store() -> ssl.SSLContext:
    """The trust store of the machine plus the authorities that browsers trust: a container image might have none."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def get_user_agent() -> str:
    return f"{settings.URL_NAME}/{settings.APP_VERSION} (+{settings.APP_ORIGINS[0]})"
