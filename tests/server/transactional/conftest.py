"""A sending team, its members with trx tokens, and callers of the transactional API."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from server.core.callers import TokenKind
from server.teams.models import Team
from tests import documented
from tests.cast import make_person, make_team
from tests.server.transactional.factories import make_domain, make_key


class TrxClient:
    """Calls the transactional API with a bearer token: an API key, or a session's trxToken."""

    def __init__(self, token: str | None = None) -> None:
        self._client = Client(raise_request_exception=False)
        self._headers = {"host": settings.APP_HOSTS[0]} | ({"authorization": f"Bearer {token}"} if token else {})

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The response; `body` is sent as JSON if given."""
        content = {} if body is None else {"data": body, "content_type": "application/json"}
        send = getattr(self._client, method.lower())
        return documented.check(send(f"/trx-api/{path}", headers=self._headers | headers, **content), method)

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("POST", path, {} if body is None else body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("PUT", path, {} if body is None else body, **headers)

    def delete(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("DELETE", path, body, **headers)


@pytest.fixture
def team(db: None) -> Team:
    """Kopi, which sends from kopi.example."""
    team = make_team("Kopi")
    make_domain(team)
    return team


@pytest.fixture
def admin(team: Team) -> TrxClient:
    """Alice, an admin of Kopi, as a dashboard user."""
    return TrxClient(make_person("Alice", team, role="admin", kind=TokenKind.TRX).token)


@pytest.fixture
def outsider(db: None) -> TrxClient:
    """Mallory, an admin of another team that sends as well."""
    other = make_team("Teh")
    make_domain(other, "teh.example")
    return TrxClient(make_person("Mallory", other, role="admin", kind=TokenKind.TRX).token)


@pytest.fixture
def shop(team: Team) -> TrxClient:
    """An application of Kopi with a key of all scopes."""
    return TrxClient(make_key(team)[1])
