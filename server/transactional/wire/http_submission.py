"""Accepts messages submitted over HTTP, in front of Django.

It implements the operation `trx_messages_send` (api/messages.py) for its usual call: one message of common size by an
API key. Those that arrive together are accepted together. Everything else goes to the operation itself: batches, and
calls of dashboard users. Only the operation is in the contract.
"""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import Executor
from functools import cache
from typing import Any, Final

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from pydantic_core import to_json

from server.core import error_responses, requests
from server.core.access import parse_bearer_token
from server.core.errors import ApiError, ServerFailure
from server.core.network import resolve_client_address
from server.core.origins import OriginMiddleware
from server.core.rendering import CONTENT_TYPE
from server.delivery.tags.budget import Budget
from server.transactional import http_messages
from server.transactional.access import API_KEY_PREFIX
from server.transactional.http_submissions import compose_single
from server.transactional.identities import KeyIdentity
from server.transactional.intake.requests import SubmissionRequest
from server.transactional.intake.submissions import MessageSummary, SlowSubmission, Submission
from server.transactional.services import limits
from server.transactional.services.keys import Credential
from server.transactional.services.templates import MAX_COMPILED_CHARACTERS
from server.transactional.states import Via
from server.transactional.wire.admission import Admission
from server.transactional.wire.micro_batching import LARGE_BYTES, IntakeQueue

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Response = tuple[int, dict[str, str], bytes]  # status, headers and body

PATH: Final = "/trx-api/messages"
ROUTE: Final = "trx-api/messages"  # the path in Django's form

log = structlog.get_logger(__name__)


class HttpSubmission:
    """The application; it passes all other calls to `behind`."""

    def __init__(self, behind: App, threads: Executor) -> None:
        self._behind, self._threads = behind, threads
        self._admission, self._queue = Admission(threads), IntakeQueue(threads)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _read_headers(scope)
        secret = _find_secret(scope, headers)
        if secret is None:
            await self._behind(scope, receive, send)
            return
        started = time.perf_counter()
        address = resolve_client_address((scope.get("client") or ("",))[0], headers.get("x-forwarded-for", ""))
        credential = Credential(secret, str(address))
        request_id = requests.start_request(headers.get("x-request-id", ""))
        raw = b""
        try:
            # Without a valid key, no body is read or validated.
            response = await self._check_key(credential)
            if response is None:
                read = await _read_body(receive)
                if read is None:
                    return
                raw = read
                idempotency_key = http_messages.find_idempotency_key(headers)
                response = await self._accept(_HttpSubmissionRequest(credential, raw, idempotency_key), len(raw))
        except _BatchSubmitted:
            await self._behind(scope, _replay(raw, receive), send)
            return
        status, own_headers, body = response
        own_headers = {**_build_common_headers(), **own_headers, "X-Request-ID": request_id}
        seconds = time.perf_counter() - started
        requests.record_request("POST", PATH, route=ROUTE, status=status, seconds=seconds, address=address)
        await send(
            {"type": "http.response.start", "status": status, "headers": _encode_headers(own_headers, len(body))}
        )
        await send({"type": "http.response.body", "body": body})

    async def _check_key(self, credential: Credential) -> Response | None:
        try:
            await self._admission.check(credential)
        except Exception as error:
            return _build_error_response(error)
        return None

    async def _accept(self, request: SubmissionRequest, size: int) -> Response:
        try:
            key, accepted = await self._queue.accept(request, size=size)
            rate = accepted.rate
            if rate is None:
                rate = await asyncio.get_running_loop().run_in_executor(self._threads, limits.get_current_rate, key)
        except _BatchSubmitted:
            raise
        except Exception as error:
            return _build_error_response(error)
        return 202, http_messages.build_rate_headers(rate), http_messages.write_response(accepted)


def _build_error_response(error: Exception) -> Response:
    if isinstance(error, ApiError):
        return error.status, error_responses.build_retry_headers(error), to_json(error.body())
    log.error("transactional.http_submission.failed", exc_info=error)
    return ServerFailure.status, {}, to_json(ServerFailure().body())


def _read_headers(scope: Scope) -> dict[str, str]:
    """The headers with names in lower case; repeated ones are joined as in WSGI."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        found[key] = f"{found[key]},{text}" if key in found else text
    return found


def _find_secret(scope: Scope, headers: Mapping[str, str]) -> str | None:
    """The secret of a call that this application handles; None for all other calls."""
    if scope["path"] != PATH or scope["method"] != "POST" or headers.get("host", "").lower() not in settings.APP_HOSTS:
        return None
    length = headers.get("content-length", "")
    if not length.isdecimal() or int(length) > LARGE_BYTES:
        return None
    token = parse_bearer_token(headers.get("authorization", ""))
    return token if token is not None and token.startswith(API_KEY_PREFIX) else None


async def _read_body(receive: Receive) -> bytes | None:
    parts = []
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return None
        parts.append(event.get("body", b""))
        if not event.get("more_body"):
            return b"".join(parts)


def _replay(raw: bytes, receive: Receive) -> Receive:
    events = [{"type": "http.request", "body": raw, "more_body": False}]

    async def next_event() -> MutableMapping[str, Any]:
        return events.pop() if events else await receive()

    return next_event


class _BatchSubmitted(Exception):
    """The body is a batch, which is left to the operation."""


class _HttpSubmissionRequest(SubmissionRequest):
    """A body that is validated on the accepting thread, after its key was found and can send."""

    def __init__(self, credential: Credential, raw: bytes, idempotency_key: str) -> None:
        super().__init__(credential, Via.HTTP, MessageSummary())
        self._raw, self._idempotency_key = raw, idempotency_key

    def parse(self, key: KeyIdentity, budget: Budget) -> Submission:
        message = http_messages.read_message(self._raw)
        if message.recipients:
            raise _BatchSubmitted
        size = len(message.html) + len(message.text)
        if budget.share < 1.0 and message.data is not None and size > MAX_COMPILED_CHARACTERS:
            raise SlowSubmission
        self.summary = http_messages.summarize(message)
        fingerprint = hashlib.sha256(self._raw).digest()
        return compose_single(
            key, message, idempotency_key=self._idempotency_key, fingerprint=fingerprint, budget=budget
        )


@cache
def _build_common_headers() -> dict[str, str]:
    """The headers that middleware adds to every response of the app's hosts."""
    request = HttpRequest()
    request.path, request.META["HTTP_HOST"] = PATH, settings.APP_HOSTS[0]
    response = HttpResponse(content_type=CONTENT_TYPE)
    OriginMiddleware(lambda _: response)(request)
    SecurityMiddleware(lambda _: response).process_response(request, response)
    return dict(response.items())


def _encode_headers(headers: Mapping[str, str], length: int) -> list[tuple[bytes, bytes]]:
    found = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    return [*found, (b"content-length", b"%d" % length)]
