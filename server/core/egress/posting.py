"""The only way to post repeatedly to a URL that a tenant named.

As for fetching (client.py), but a connection stays open between posts. A name is resolved and checked for each new
connection, which uses exactly that address. Redirects are not followed: a payload signed for one URL is for no other.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import httpcore

from server.core.egress.client import PinnedBackend, get_trust_store, get_user_agent, resolve_addresses
from server.core.egress.errors import FetchError, FetchErrorReason
from server.core.egress.targets import Target, parse_target

POST_TIMEOUT_SECONDS = 20.0  # for one post: connecting, writing and reading the response
CONNECT_TIMEOUT_SECONDS = 5.0
IDLE_SECONDS = 20.0  # an unused connection is closed after that
MAX_READ_BYTES = 65_536  # of a response; with more the connection is closed
MAX_REUSE_SECONDS = 300.0  # after that a name is resolved again, however busy the connection is


@dataclass(frozen=True, slots=True)
class PostResponse:
    """A response. Header names are in lower case. `body` has at most the requested number of bytes."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Poster:
    """Posts to one URL, in one event loop, on at most `at_once` connections of its own."""

    def __init__(self, url: str, *, at_once: int) -> None:
        """Raises FetchError (refused) for anything but a plain web URL."""
        self._target = parse_target(url)
        self._max_connections = at_once
        self._pool = self._create_pool()
        self._posts: Counter[httpcore.AsyncConnectionPool] = Counter()  # posts in progress of each pool
        self._opened_at = asyncio.get_running_loop().time()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._pool.aclose()

    async def post(
        self, body: bytes, headers: Mapping[str, str], *, most_kept: int, seconds: float = POST_TIMEOUT_SECONDS
    ) -> PostResponse:
        """POSTs the body and returns the response, whatever its status. Raises FetchError without a response."""
        if asyncio.get_running_loop().time() - self._opened_at > MAX_REUSE_SECONDS:
            await self._renew()
        pool = self._pool
        self._posts[pool] += 1
        try:
            async with asyncio.timeout(seconds):
                return await self._post(pool, body, headers, most_kept, seconds)
        except TimeoutError:
            raise FetchError(FetchErrorReason.TOO_SLOW) from None
        finally:
            self._posts[pool] -= 1
            if not self._posts[pool]:
                del self._posts[pool]
                if pool is not self._pool:
                    await pool.aclose()

    async def _post(
        self,
        pool: httpcore.AsyncConnectionPool,
        body: bytes,
        headers: Mapping[str, str],
        most_kept: int,
        seconds: float,
    ) -> PostResponse:
        target = self._target
        sent = [
            (b"Host", target.netloc.encode("ascii")),
            (b"User-Agent", get_user_agent().encode("ascii")),
            (b"Accept", b"*/*"),
            # A compressed body could decompress to any size.
            (b"Accept-Encoding", b"identity"),
            (b"Content-Length", str(len(body)).encode("ascii")),
            *((name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()),
        ]
        place = httpcore.URL(
            scheme=target.scheme.encode(),
            host=target.host.encode(),
            port=target.port,
            target=target.path.encode("ascii"),
        )
        limits = {"connect": CONNECT_TIMEOUT_SECONDS, "read": seconds, "write": seconds, "pool": seconds}
        try:
            async with pool.stream(
                "POST", place, headers=sent, content=body, extensions={"timeout": limits}
            ) as response:
                told = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
                return PostResponse(response.status, told, await _read_start(response, most_kept))
        except httpcore.TimeoutException:
            raise FetchError(FetchErrorReason.TOO_SLOW) from None
        except httpcore.NetworkError as error:
            raise FetchError(FetchErrorReason.UNREACHABLE, str(error)) from None
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise FetchError(FetchErrorReason.BROKEN, str(error)) from None

    def _create_pool(self) -> httpcore.AsyncConnectionPool:
        return httpcore.AsyncConnectionPool(
            ssl_context=get_trust_store(),
            max_connections=self._max_connections,
            keepalive_expiry=IDLE_SECONDS,
            retries=0,
            network_backend=_CheckedBackend(self._target),
        )

    async def _renew(self) -> None:
        """Starts a new pool. The old one closes after its last post."""
        self._opened_at = asyncio.get_running_loop().time()
        previous, self._pool = self._pool, self._create_pool()
        if previous not in self._posts:
            await previous.aclose()


async def _read_start(response: httpcore.Response, most_kept: int) -> bytes:
    """The start of the response body. The rest is read only to keep the connection reusable, up to MAX_READ_BYTES."""
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_stream():
        if size < most_kept:
            parts.append(part[: most_kept - size])
        size += len(part)
        if size > MAX_READ_BYTES:
            break
    return b"".join(parts)


class _CheckedBackend(httpcore.AsyncNetworkBackend):
    """Resolves and checks the host for each connection, and connects to exactly the checked address."""

    def __init__(self, target: Target) -> None:
        self._target = target

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- the library's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        pinned = PinnedBackend(await resolve_addresses(self._target))
        return await pinned.connect_tcp(host, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 -- the library's own
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError("Unix sockets are not supported")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
