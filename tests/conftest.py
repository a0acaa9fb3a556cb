"""Shared by all Python tests: a frozen clock on demand, and a caller's HTTP client."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import hypothesis
import pytest
import redis
import structlog
from django.conf import settings
from django.db import connections
from django.test import Client
from django.test.client import ClientHandler
from django.utils.module_loading import autodiscover_modules
from pytest_django import DjangoDbBlocker

from bench import migrated
from tests import tidying
from tests.realtime import harness
from tests.realtime.fork_server import ForkServer

if TYPE_CHECKING:
    from tests.cast import Person

# The duration of an example depends more on the machine than on the code.
hypothesis.settings.register_profile("project", deadline=None)
hypothesis.settings.load_profile("project")

# Each new Client builds the middleware, which would scan every file of a built client. `server/client_pages.py` serves
# the files instead, as without a build.
settings.WHITENOISE_ROOT = None

FIRST_REDIS = 16
REDIS_EACH = 4


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-answers", action="store_true", help="writes client/tests/error-responses.json anew")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """The test's database is a copy of the run's migrated one."""
    connections["default"].settings_dict["TEST"] |= {"TEMPLATE": migrated.database(), "MIGRATE": False}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test's database, which a committing test leaves unchanged."""
    with django_db_blocker.unblock():
        tidying.remember()


@pytest.fixture(scope="session", autouse=True)
def _handlers_of_jobs() -> None:
    """Registers job handlers, as in a worker."""
    autodiscover_modules("jobs")


@pytest.fixture(scope="session", autouse=True)
def _fork_server() -> Iterator[None]:
    """Web processes are forked, not started: loading the modules is most of a start."""
    harness.FORKS = ForkServer()
    yield
    harness.FORKS.close()


@pytest.fixture(autouse=True)
def _own_redis(worker_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each parallel worker has its own Redis database above the given one, so that none sees another's keys."""
    worker = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 0
    server, _, given = settings.REDIS_URL.rpartition("/")
    number = FIRST_REDIS + REDIS_EACH * int(given) + worker
    monkeypatch.setattr(settings, "REDIS_URL", f"{server}/{number}")


@pytest.fixture(autouse=True)
def _reports_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports are calculated after the test's actions."""
    monkeypatch.setattr("server.reports.response_cache.CACHE_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _outbox_at_rest() -> Iterator[None]:
    """Committed events are moved, and the mover's thread has closed its connection, before the next test starts."""
    yield
    from server.core import outbox

    outbox.stop()


@pytest.fixture
def redis_client() -> Iterator[redis.Redis]:
    """The worker's Redis, emptied before and after."""
    client = _redis(settings.REDIS_URL)
    client.flushdb()
    yield client
    client.flushdb()


@cache
def _redis(url: str) -> redis.Redis:
    """Cached for all tests: the library reads its own version from the package metadata at each new connection."""
    return redis.Redis.from_url(url)


class ApiClient:
    """Calls the API as a browser does: JSON, a bearer token, the app's host."""

    # Shared: building the middleware scans every file of the built client.
    handler: ClassVar[ClientHandler | None] = None

    def __init__(self, token: str | None = None) -> None:
        self._client = Client(raise_request_exception=False)
        ApiClient.handler = self._client.handler = ApiClient.handler or self._client.handler
        # Always the same id, since some events carry it.
        self._headers = {"host": settings.APP_HOSTS[0], "X-Request-ID": "the-tests"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The response. `body` is sent as JSON if given. A path of the transactional API starts with trx-api/."""
        content = {} if body is None else {"data": body, "content_type": "application/json"}
        from tests import documented

        send = getattr(self._client, method.lower())
        address = f"/{path}" if path.startswith("trx-api/") else f"/api/{path}"
        response = send(address, headers=self._headers | headers, **content)
        # Later actions of the test do not belong to this request.
        structlog.contextvars.unbind_contextvars("request_id")
        return documented.check(response, method)

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("POST", path, {} if body is None else body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("PUT", path, {} if body is None else body, **headers)

    def delete(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("DELETE", path, body, **headers)


@pytest.fixture
def anonymous() -> ApiClient:
    """A client without a session."""
    return ApiClient()


@pytest.fixture
def alice(db: None) -> Person:
    """Owner and admin of Kopi."""
    from tests.cast import make_person, make_team

    return make_person("Alice", make_team("Kopi"), role="admin")


@pytest.fixture
def bob(alice: Person) -> Person:
    """A plain member of Kopi."""
    from tests.cast import make_person

    return make_person("Bob", alice.team)


@pytest.fixture
def mallory(db: None) -> Person:
    """Admin of another team."""
    from tests.cast import make_person, make_team

    return make_person("Mallory", make_team("Teh"), role="admin")
