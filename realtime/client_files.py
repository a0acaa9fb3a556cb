"""The files of the built client, in front of Django: a first visit requests dozens of them at once.

They have the headers of WhiteNoise, which also chooses the compressed variant. Requests are counted but not logged.
Everything else under the path goes to Django: other hosts, and files that were built after this process started.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from whitenoise import WhiteNoise
from whitenoise.responders import StaticFile

from realtime.handshake import get_header
from server.core.origins import build_app_policy
from server.core.requests import count_request

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PREFIX: Final = "/assets/"
ROUTE: Final = "assets"
METHODS: Final = frozenset({"GET", "HEAD"})
THREADS: Final = 2
# Headers that decide on the response, by their names in WSGI.
_HEADERS: Final = {
    b"accept-encoding": "HTTP_ACCEPT_ENCODING",
    b"if-none-match": "HTTP_IF_NONE_MATCH",
    b"if-modified-since": "HTTP_IF_MODIFIED_SINCE",
    b"range": "HTTP_RANGE",
}


class ClientFiles:
    """The application; it passes other requests to `behind`."""

    def __init__(self, behind: App) -> None:
        self._behind = behind
        self._files: dict[str, StaticFile] = _list_files()
        self._policy = build_app_policy().encode()
        self._threads = ThreadPoolExecutor(THREADS, "client-files")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        file = self._files.get(scope["path"])
        host = get_header(dict(scope), b"host") or ""
        if file is None or scope["method"] not in METHODS or host.lower() not in settings.APP_HOSTS:
            await self._behind(scope, receive, send)
            return
        given = {_HEADERS[name]: value.decode("latin-1") for name, value in scope["headers"] if name in _HEADERS}
        try:
            status, headers, body = await asyncio.get_running_loop().run_in_executor(
                self._threads, _read, file, scope["method"], given
            )
        except OSError:  # a newer build has replaced it
            await self._behind(scope, receive, send)
            return
        headers.append((b"content-security-policy", self._policy))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        count_request(scope["method"], route=ROUTE, status=status, seconds=time.perf_counter() - started)


def _list_files() -> dict[str, StaticFile]:
    """By URL path; empty before the first build."""
    root = settings.WHITENOISE_ROOT
    if root is None:
        return {}
    files = WhiteNoise(None, max_age=settings.WHITENOISE_MAX_AGE, immutable_file_test=f"^{PREFIX}")
    files.add_files(str(root / "assets"), prefix=PREFIX)
    return dict(files.files)


def _read(file: StaticFile, method: str, given: dict[str, str]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    response = file.get_response(method, given)
    body = b""
    if response.file is not None:
        with response.file:
            body = response.file.read()
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.headers]
    return HTTPStatus(response.status).value, headers, body
