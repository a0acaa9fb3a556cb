"""Around every request: an id, one log line, figures, and coded bodies for what Django itself refuses."""

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
from server.core.network import Address, client_address
from server.core.paths import loggable_path

REQUEST_ID = re.compile(r"[A-Za-z0-9._\-]{8,64}")
REQUESTS = Counter("http_requests", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram("http_request_seconds", "Seconds a request took", ["method", "route"])
APIS = ("/api/", "/trx-api/")
# Any other method is a label that a client makes up, and each would stay in memory as a metric.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER_METHOD = "other"
OUR_OWN = {400: BadRequest, 404: PathNotFound, 405: MethodNotAllowed, 500: ServerFailure}

log = structlog.get_logger("http")


class RequestMiddleware:
    """Outermost: whatever happens below ends here as a response, a line and a figure."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request_id = begun(request.headers.get("X-Request-ID", ""))
        started = time.perf_counter()
        if request.method in METHODS:
            response = _coded(request, self.get_response(request))
        else:
            response = JsonResponse(MethodNotAllowed().body(), status=MethodNotAllowed.status)
            response["Allow"] = ", ".join(sorted(METHODS))
        response["X-Request-ID"] = request_id
        address = client_address(request)
        caller = getattr(request, "auth", None)  # set by Ninja; an API key is no Caller
        shared_address.watch.note(
            address,
            has_forwarded="X-Forwarded-For" in request.headers,
            session_id=caller.session_id if isinstance(caller, Caller) else None,
        )
        ended(
            request.method or "",
            request.path,
            route=request.resolver_match.route if request.resolver_match else "unmatched",
            status=response.status_code,
            seconds=time.perf_counter() - started,
            address=address,
        )
        return response


def begun(given: str) -> str:
    """The id of a request that begins, which is bound to all that is logged on its way: the caller's, or a new one."""
    request_id = given if REQUEST_ID.fullmatch(given) else uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


def current_id() -> str:
    """The id of the request that this work is done for, at once or by a job; empty for work of the schedule."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def ended(method: str, path: str, *, route: str, status: int, seconds: float, address: Address) -> None:
    """Counts and logs a request that was answered."""
    method = method if method in METHODS else OTHER_METHOD
    REQUESTS.labels(method, route, status).inc()
    SECONDS.labels(method, route).observe(seconds)
    log.info(
        "request",
        method=method,
        path=loggable_path(path, route=route),
        status=status,
        milliseconds=round(seconds * 1000, 1),
        address=str(address),
    )


def _coded(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Turns Django's own refusal of an API call into our body (ERR-10); other answers pass."""
    error = OUR_OWN.get(response.status_code)
    is_json = response.get("Content-Type", "").startswith("application/json")
    if error is None or is_json or not request.path.startswith(APIS):
        return response
    coded = JsonResponse(error().body(), status=response.status_code)
    if isinstance(response, HttpResponse) and "Allow" in response:
        coded["Allow"] = response["Allow"]
    return coded
