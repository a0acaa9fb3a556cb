"""Handling of every request: an id, one log line, metrics, and error bodies for Django's own errors."""

import re
import time
from collections.abc import Callable
from uuid import uuid4

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from prometheus_client import Counter, Histogram

from server.core import shared_address
from server.core.callers import Caller
from server.core.errors import BadRequest, MethodNotAllowed, PathNotFound, ServerFailure
from server.core.network import Address, get_client_address
from server.core.paths import mask_path

REQUEST_ID = re.compile(r"[A-Za-z0-9._\-]{8,64}")
REQUESTS = Counter("http_requests", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram("http_request_seconds", "Seconds a request took", ["method", "route"])
APIS = ("/api/", "/trx-api/")
# Clients can invent any other method, and each would stay in memory as a metric label.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER_METHOD = "other"
ERRORS_BY_STATUS = {400: BadRequest, 404: PathNotFound, 405: MethodNotAllowed, 500: ServerFailure}

log = structlog.get_logger("http")


class RequestMiddleware:
    """The outermost middleware: every outcome ends here as a response, a log line and a metric."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request_id = start_request(request.headers.get("X-Request-ID", ""))
        started = time.perf_counter()
        if request.method in METHODS:
            response = _replace_error(request, self.get_response(request))
        else:
            response = JsonResponse(MethodNotAllowed().body(), status=MethodNotAllowed.status)
            response["Allow"] = ", ".join(sorted(METHODS))
        response["X-Request-ID"] = request_id
        address = get_client_address(request)
        caller = getattr(request, "auth", None)  # set by Ninja; an API key is not a Caller
        shared_address.shared_address_watch.note(
            address,
            has_forwarded="X-Forwarded-For" in request.headers,
            session_id=caller.session_id if isinstance(caller, Caller) else None,
        )
        record_request(
            request.method or "",
            request.path,
            route=request.resolver_match.route if request.resolver_match else "unmatched",
            status=response.status_code,
            seconds=time.perf_counter() - started,
            address=address,
        )
        return response


def start_request(given: str) -> str:
    """Returns the id of the request, the caller's or a new one, and binds it to all log entries of the request."""
    request_id = given if REQUEST_ID.fullmatch(given) else uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


def get_request_id() -> str:
    """The id of the request that caused this work, directly or by a job. Empty for scheduled work."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def record_request(method: str, path: str, *, route: str, status: int, seconds: float, address: Address) -> None:
    method = method if method in METHODS else OTHER_METHOD
    count_request(method, route=route, status=status, seconds=seconds)
    log.info(
        "request",
        method=method,
        path=mask_path(path, route=route),
        status=status,
        milliseconds=round(seconds * 1000, 1),
        address=str(address),
    )


def count_request(method: str, *, route: str, status: int, seconds: float) -> None:
    """Without a log line. The method must be one of METHODS."""
    REQUESTS.labels(method, route, status).inc()
    SECONDS.labels(method, route).observe(seconds)


def _replace_error(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Replaces Django's own error response to an API call with our body (ERR-10). Other responses pass unchanged."""
    error = ERRORS_BY_STATUS.get(response.status_code)
    is_json = response.get("Content-Type", "").startswith("application/json")
    if error is None or is_json or not request.path.startswith(APIS):
        return response
    coded = JsonResponse(error().body(), status=response.status_code)
    if isinstance(response, HttpResponse) and "Allow" in response:
        coded["Allow"] = response["Allow"]
    return coded
