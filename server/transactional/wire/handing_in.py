"""Messages that applications hand in over HTTP, answered before Django.

It is the operation `trx_messages_send` (api/messages.py) for its usual call: one message of common size by an API key.
What comes in at the same moment is accepted together. Everything else goes on to the operation itself, with its batches
and the people of the dashboard; the contract has only that.
"""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import Executor
from functools import cache, partial
from typing import Any, Final

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from pydantic_core import to_json

from server import answers
from server.core import requests
from server.core.errors import ApiError, ServerFailure
from server.core.network import believed_address
from server.core.origins import OriginMiddleware
from server.core.rendering import CONTENT_TYPE
from server.transactional.access import KEY_SIGN
from server.transactional.api import messages
from server.transactional.identities import KeyIdentity
from server.transactional.schemas.messages import MessageIn
from server.transactional.services import limits
from server.transactional.services.accepting import Handed
from server.transactional.services.handing_over import single
from server.transactional.services.keys import Credential
from server.transactional.services.refusals import About, of_message
from server.transactional.states import Via
from server.transactional.submissions import Submission
from server.transactional.wire.gathering import LARGE_BYTES, Gathering

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH: Final = "/trx-api/messages"
ROUTE: Final = "trx-api/messages"  # as Django calls it

log = structlog.get_logger(__name__)


class HandingIn:
    """The application; `behind` answers what it doesn't."""

    def __init__(self, behind: App, threads: Executor) -> None:
        self._behind, self._threads = behind, threads
        self._gathering = Gathering(threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        secret = _usual(scope, headers)
        if secret is None:
            await self._behind(scope, receive, send)
            return
        raw = await _body(receive)
        if raw is None:
            return
        started = time.perf_counter()
        message: MessageIn | ApiError
        try:
            message = messages.read_message(raw)
        except ApiError as error:
            message = error
        if isinstance(message, MessageIn) and message.recipients:
            await self._behind(scope, _again(raw, receive), send)
            return
        address = believed_address((scope.get("client") or ("",))[0], headers.get("x-forwarded-for", ""))
        request_id = requests.begun(headers.get("x-request-id", ""))
        read = partial(_read, message, messages.idempotency_key_in(headers), hashlib.sha256(raw).digest())
        about = of_message(message) if isinstance(message, MessageIn) else About()
        handed = Handed(Credential(secret, str(address)), read, Via.HTTP, about)
        status, told, body = await self._answer(handed, len(raw))
        told = {**_common(), **told, "X-Request-ID": request_id}
        seconds = time.perf_counter() - started
        requests.ended("POST", PATH, route=ROUTE, status=status, seconds=seconds, address=address)
        await send({"type": "http.response.start", "status": status, "headers": _encoded(told, len(body))})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, handed: Handed, size: int) -> tuple[int, dict[str, str], bytes]:
        try:
            key, done = await self._gathering.accept(handed, size=size)
            rate = done.rate
            if rate is None:
                rate = await asyncio.get_running_loop().run_in_executor(self._threads, limits.standing, key)
        except ApiError as error:
            return error.status, answers.headers_of(error), to_json(error.body())
        except Exception:
            log.exception("transactional.handing_in.failed")
            return ServerFailure.status, {}, to_json(ServerFailure().body())
        return 202, messages.rate_headers(rate), messages.written(done)


def _headers(scope: Scope) -> dict[str, str]:
    """By their names in lower case; what stands twice is joined as WSGI has it."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        found[key] = f"{found[key]},{text}" if key in found else text
    return found


def _usual(scope: Scope, headers: Mapping[str, str]) -> str | None:
    """The secret, where the call is one for here."""
    if scope["path"] != PATH or scope["method"] != "POST" or headers.get("host", "").lower() not in settings.APP_HOSTS:
        return None
    length = headers.get("content-length", "")
    if not length.isdecimal() or int(length) > LARGE_BYTES:
        return None
    scheme, _, token = headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and token.startswith(KEY_SIGN) else None


async def _body(receive: Receive) -> bytes | None:
    """The whole of it; None for who has gone meanwhile."""
    parts = []
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return None
        parts.append(event.get("body", b""))
        if not event.get("more_body"):
            return b"".join(parts)


def _again(raw: bytes, receive: Receive) -> Receive:
    """Has the body come once more, and then what else is to come."""
    events = [{"type": "http.request", "body": raw, "more_body": False}]

    async def next_event() -> MutableMapping[str, Any]:
        return events.pop() if events else await receive()

    return next_event


def _read(message: MessageIn | ApiError, idempotency_key: str, fingerprint: bytes, key: KeyIdentity) -> Submission:
    # What is wrong with a body is told to who may send.
    if isinstance(message, ApiError):
        raise message
    return single(key, message, idempotency_key=idempotency_key, fingerprint=fingerprint)


@cache
def _common() -> dict[str, str]:
    """What the middleware adds to every answer of the app's hosts."""
    request = HttpRequest()
    request.path, request.META["HTTP_HOST"] = PATH, settings.APP_HOSTS[0]
    response = HttpResponse(content_type=CONTENT_TYPE)
    OriginMiddleware(lambda _: response)(request)
    SecurityMiddleware(lambda _: response).process_response(request, response)
    return dict(response.items())


def _encoded(headers: Mapping[str, str], length: int) -> list[tuple[bytes, bytes]]:
    found = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    return [*found, (b"content-length", b"%d" % length)]
