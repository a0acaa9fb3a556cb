"""The one way to post to an address that a tenant named, again and again.

As for fetching (client.py), but a line is kept open between posts: a name is resolved and judged whenever a
connection is made, and the connection goes to that very address. A redirect is not followed: what was signed for one
address is for no other.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import httpcore

from server.core.egress.client import Pinned, resolved, trust, user_agent
from server.core.egress.errors import NotFetched, Reason
from server.core.egress.targets import Target, target_of

SECONDS = 20.0  # for one post: connecting, writing and the whole answer
SECONDS_TO_CONNECT = 5.0
IDLE_SECONDS = 20.0  # a connection that nobody uses is closed after that
MOST_READ = 65_536  # bytes of an answer; with more the connection is given up
LONGEST_REUSE = 300.0  # seconds after which a name is resolved anew, however busy the line is


@dataclass(frozen=True, slots=True)
class Posted:
    """What was answered. Header names are in lower case; `body` holds at most as many bytes as were asked for."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Line:
    """Posts to one address, in one event loop, on at most `at_once` connections, which nobody else uses."""

    def __init__(self, url: str, *, at_once: int) -> None:
        """Raises NotFetched (refused) for anything but a plain web address."""
        self._target = target_of(url)
        self._at_once = at_once
        self._pool = self._new_pool()
        self._since = asyncio.get_running_loop().time()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes every connection."""
        await self._pool.aclose()

    async def post(
        self, body: bytes, headers: Mapping[str, str], *, most_kept: int, seconds: float = SECONDS
    ) -> Posted:
        """POSTs the body and answers with the status, whatever it is. Raises NotFetched where there was no answer."""
        if asyncio.get_running_loop().time() - self._since > LONGEST_REUSE:
            self._renew()
        try:
            async with asyncio.timeout(seconds):
                return await self._post(body, headers, most_kept, seconds)
        except TimeoutError:
            raise NotFetched(Reason.TOO_SLOW) from None

    async def _post(self, body: bytes, headers: Mapping[str, str], most_kept: int, seconds: float) -> Posted:
        target = self._target
        sent = [
            (b"Host", target.netloc.encode("ascii")),
            (b"User-Agent", user_agent().encode("ascii")),
            (b"Accept", b"*/*"),
            # What is packed could be unpacked into any size.
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
        limits = {"connect": SECONDS_TO_CONNECT, "read": seconds, "write": seconds, "pool": seconds}
        try:
            async with self._pool.stream(
                "POST", place, headers=sent, content=body, extensions={"timeout": limits}
            ) as response:
                told = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
                return Posted(response.status, told, await _kept(response, most_kept))
        except httpcore.TimeoutException:
            raise NotFetched(Reason.TOO_SLOW) from None
        except httpcore.NetworkError as error:
            raise NotFetched(Reason.UNREACHABLE, str(error)) from None
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise NotFetched(Reason.BROKEN, str(error)) from None

    def _new_pool(self) -> httpcore.AsyncConnectionPool:
        return httpcore.AsyncConnectionPool(
            ssl_context=trust(),
            max_connections=self._at_once,
            keepalive_expiry=IDLE_SECONDS,
            retries=0,
            network_backend=_Judged(self._target),
        )

    def _renew(self) -> None:
        """Leaves the open connections to what is under way on them, and begins with new ones."""
        self._since = asyncio.get_running_loop().time()
        former, self._pool = self._pool, self._new_pool()
        asyncio.get_running_loop().call_later(SECONDS, lambda: asyncio.ensure_future(former.aclose()))


async def _kept(response: httpcore.Response, most_kept: int) -> bytes:
    """The beginning of what is answered. The rest is read for the connection's sake, as far as that is worth it."""
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_stream():
        if size < most_kept:
            parts.append(part[: most_kept - size])
        size += len(part)
        if size > MOST_READ:
            break
    return b"".join(parts)


class _Judged(httpcore.AsyncNetworkBackend):
    """Resolves and judges the host for each connection anew, and connects to the address that was judged."""

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
        pinned = Pinned(await resolved(self._target))
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
