"""A client of the transactional API."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from server.core.callers import TokenKind
from tests.cast import Person, sign_in


class Asker:
    """Calls the transactional API with a token or an API key."""

    def __init__(self, token: str) -> None:
        self._client = Client(raise_request_exception=False)
        self._headers = {"host": settings.APP_HOSTS[0], "authorization": f"Bearer {token}"}

    def get(self, path: str, **query: Any) -> Any:
        asked = urlencode({name.rstrip("_"): value for name, value in query.items()})
        return self._client.get(f"/trx-api/{path}?{asked}" if asked else f"/trx-api/{path}", headers=self._headers)

    def post(self, path: str, body: Any = None) -> Any:
        return self._client.post(f"/trx-api/{path}", body or {}, content_type="application/json", headers=self._headers)

    def delete(self, path: str) -> Any:
        return self._client.delete(f"/trx-api/{path}", headers=self._headers)


def asker(person: Person) -> Asker:
    """A dashboard user with a token of the transactional API."""
    return Asker(sign_in(person.user, person.team, kind=TokenKind.TRX).token)
