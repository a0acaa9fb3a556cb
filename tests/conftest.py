"""What all Python tests share: a frozen clock on demand, and a caller's HTTP client."""

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

# How long an example takes says more of the machine than of the code.
hypothesis.settings.register_profile("project", deadline=None)
hypothesis.settings.load_profile("project")

# Each new Client builds the middleware, which would look through every file of a built client. As where there is none,
# `server/client.py` serves them.
settings.WHITENOISE_ROOT = None

FIRST_REDIS = 16
REDIS_EACH = 4


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-answers", action="store_true", help="writes client/tests/answered-errors.json anew")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """The test's database is a copy of the run's migrated one."""
    connections["default"].settings_dict["TEST"] |= {"TEMPLATE": migrated.database(), "MIGRATE": False}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test's database, which a test that commits leaves as it was."""
    with django_db_blocker.unblock():
        tidying.remember()


@pytest.fixture(scope="session", autouse=True)
def _handlers_of_jobs() -> None:
    """Jobs can be run, as in a worker."""
    autodiscover_modules("jobs")


@pytest.fixture(scope="session", autouse=True)
def _fork_server() -> Iterator[None]:
    """Web processes are forked, not started: most of a start is to load the same modules."""
    harness.FORKS = ForkServer()
    yield
    harness.FORKS.close()


@pytest.fixture(autouse=True)
def _own_redis(worker_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each parallel worker has a Redis database of its own above the given one, so that none sees another's keys."""
    worker = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 0
    server, _, given = settings.REDIS_URL.rpartition("/")
    number = FIRST_REDIS + REDIS_EACH * int(given) + worker
    monkeypatch.setattr(settings, "REDIS_URL", f"{server}/{number}")


@pytest.fixture(autouse=True)
def _reports_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test reads of a report is from after what it did."""
    monkeypatch.setattr("server.reports.keeping.KEPT_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _outbox_at_rest() -> Iterator[None]:
    """What a test committed is moved, and the mover's thread has left the database, before the next test begins."""
    yield
    from server.core import outbox

    outbox.rest()


@pytest.fixture
def redis_client() -> Iterator[redis.Redis]:
    """The worker's Redis, emptied before and after."""
    client = _redis(settings.REDIS_URL)
    client.flushdb()
    yield client
    client.flushdb()


@cache
def _redis(url: str) -> redis.Redis:
    """Kept for all tests: for each new connection the library reads its own version from its package's description."""
    return redis.Redis.from_url(url)


class ApiClient:
    """Calls the API as a browser does: JSON, a bearer token, the app's host."""

    # Of all of them: to build the middleware looks through every file of the built client.
    handler: ClassVar[ClientHandler | None] = None

    def __init__(self, token: str | None = None) -> None:
        self._client = Client(raise_request_exception=False)
        ApiClient.handler = self._client.handler = ApiClient.handler or self._client.handler
        # Always the same id, since some events carry it.
        self._headers = {"host": settings.APP_HOSTS[0], "X-Request-ID": "the-tests"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The response; `body` goes as JSON where given. A path of the transactional API begins with trx-api/."""
        content = {} if body is None else {"data": body, "content_type": "application/json"}
        from tests import documented

        send = getattr(self._client, method.lower())
        address = f"/{path}" if path.startswith("trx-api/") else f"/api/{path}"
        response = send(address, headers=self._headers | headers, **content)
        # What a test does next is not done for this request.
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
    """Nobody signed in."""
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
