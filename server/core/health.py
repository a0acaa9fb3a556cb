"""Health checks and metrics: liveness, readiness, Prometheus."""

import threading
import time
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from server.core import redis_clients
from server.core.access import get_bearer_token
from server.core.network import get_peer_address

REDIS_SECONDS = 2
# Anyone can call /readyz. Balancers check every few seconds, so one real check a second is enough.
CHECK_INTERVAL_SECONDS = 1.0
# The default headers in which proxies describe the client.
FORWARDING_HEADERS = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via")

Parts = dict[str, bool]


class Readiness:
    """Whether PostgreSQL and Redis respond. Checks at most once per CHECK_INTERVAL_SECONDS, however often it is
    called."""

    def __init__(self, check: Callable[[], Parts], clock: Callable[[], float] = time.monotonic) -> None:
        self._check, self._clock = check, clock
        self._lock = threading.Lock()
        self._parts: Parts = {}
        self._checked_at: float | None = None

    def parts(self) -> Parts:
        with self._lock:
            if self._checked_at is None or self._clock() - self._checked_at >= CHECK_INTERVAL_SECONDS:
                self._parts = self._check()
                self._checked_at = self._clock()
            return self._parts


def get_liveness(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


def get_readiness(_request: HttpRequest) -> JsonResponse:
    parts = readiness.parts()
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def get_metrics(request: HttpRequest) -> HttpResponse:
    """The metrics in the Prometheus text format, for this machine and for holders of the token; 404 for all others."""
    token = get_bearer_token(request) or ""
    by_token = bool(settings.METRICS_TOKEN) and constant_time_compare(token, settings.METRICS_TOKEN)
    if not by_token and not _is_direct_from_loopback(request):
        return HttpResponse("Not found", status=404, content_type="text/plain")
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _is_direct_from_loopback(request: HttpRequest) -> bool:
    """Whether the request comes directly from this machine, not through a proxy on it, trusted or not."""
    return get_peer_address(request).is_loopback and not any(name in request.headers for name in FORWARDING_HEADERS)


def _is_postgres_up() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _is_redis_up() -> bool:
    try:
        return bool(redis_clients.get_shared_client(REDIS_SECONDS).ping())
    except redis.RedisError:
        return False


def check() -> Parts:
    return {"postgres": _is_postgres_up(), "redis": _is_redis_up()}


readiness = Readiness(check)
