"""Logged paths of requests: no token, whatever route it belongs to."""

import logging
from collections.abc import Callable, Iterator
from io import StringIO
from uuid import uuid4

import pytest
import redis
import structlog
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import StringConverter
from django.urls.resolvers import RoutePattern
from pytest_django.fixtures import Settings

from server.core import logs, requests
from server.core.origins import is_pages_path
from server.core.paths import mask_path

TOKEN = "Xk3-SECRET_tokEn9"
CLIENT_PAGES = ["/reset-password/", "/signin-token/", "/signin-jwt/", "/validate/", "/senders/validate/", "/nowhere/"]


def routes(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """A path with a token for each route with a text parameter."""
    for pattern in resolver.url_patterns:
        if not isinstance(pattern.pattern, RoutePattern):
            continue
        text, converters = prefix + str(pattern.pattern), pattern.pattern.converters
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, text)
        elif isinstance(pattern, URLPattern) and any(isinstance(each, StringConverter) for each in converters.values()):
            yield "/" + filled(text)


def filled(route: str) -> str:
    """The route with a value for each of its parameters."""
    segments = []
    for segment in route.split("/"):
        if not segment.startswith("<"):
            segments.append(segment)
            continue
        kind = segment.strip("<>").partition(":")[0] if ":" in segment else "str"
        segments.append({"uuid": str(uuid4()), "int": "1"}.get(kind, TOKEN))
    return "/".join(segments)


@pytest.fixture
def log_lines(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """The log output of a process."""
    settings.LOG_FORMAT, settings.LOG_LEVEL = "json", "INFO"
    root, before = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers, root.level
    logs.configure()
    structlog.configure(cache_logger_on_first_use=False)
    # An earlier request of this process has bound its logger to the level at that time.
    monkeypatch.setattr(requests, "log", structlog.get_logger("http"))
    written = StringIO()
    for handler in root.handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(written)
    yield written.getvalue
    root.handlers, root.level = handlers, level
    structlog.configure(**before)


@pytest.mark.django_db
def test_no_request_with_a_token_in_its_path_leaves_it_in_a_log(
    log_lines: Callable[[], str], redis_client: redis.Redis
) -> None:
    tokened = [*routes(get_resolver()), *(page + TOKEN for page in CLIENT_PAGES)]
    assert any("manage-subscription" in path for path in tokened)
    assert any("export/file" in path for path in tokened)
    client = Client(raise_request_exception=False)

    for path in tokened:
        host = settings.PAGES_HOST if is_pages_path(path) else settings.APP_HOSTS[0]
        for method in ("get", "post"):
            getattr(client, method)(path, headers={"host": host, "referer": f"http://{host}{path}"})

    written = log_lines()
    assert "SECRET" not in written
    assert written.count('"event": "request"') == 2 * len(tokened)
    # Nor in the names of the counts that limit the calls.
    assert [key for key in redis_client.scan_iter() if b"SECRET" in key] == []
    # Both the line of the request and Django's own are there, without the token.
    assert '"/senders/validate/*"' in written
    assert "Not Found: /preview/*" in written


@pytest.mark.parametrize(
    ("path", "route", "logged"),
    [
        ("/api/ping", "api/ping", "/api/ping"),
        ("/api/checkToken-2FA", "api/checkToken-2FA", "/api/checkToken-2FA"),
        (
            "/api/contacts/0190b5a1-7c1f-7abc-8def-0123456789ab",
            "api/contacts/<uuid:contact_id>",
            "/api/contacts/0190b5a1-7c1f-7abc-8def-0123456789ab",
        ),
        ("/api/jobs/17", "api/jobs/<int:job>", "/api/jobs/17"),
        ("/api/x/ani@example.com", "api/x/<str:email>", "/api/x/*"),
        ("/campaigns/new", "^(?!assets/)", "/campaigns/new"),
        ("/reset-password/hYb2c-3_dEfGhIjK", "^(?!assets/)", "/reset-password/*"),
        ("/assets/index-Ab3dE_9.js", "unmatched", "/assets/index-Ab3dE_9.js"),
        ("/", "^(?!assets/)", "/"),
        ("/a/", "unmatched", "/a/"),
        ("/" + "x" * 10_000, "unmatched", "/*"),
        ("/a\nb", "unmatched", "/*"),
    ],
)
def test_ids_and_words_are_logged_and_everything_else_is_masked(path: str, route: str, logged: str) -> None:
    assert mask_path(path, route=route) == logged
