"""A reader over ASGI, and a mailing to read."""

from typing import Any

from django.conf import settings

from bench.sink import Sink, running
from server.delivery import keys, selectors
from server.delivery.models import (
    Mailing,
)
from server.delivery.selectors import MailingMetrics
from server.delivery.wire import tracking
from server.delivery.wire.tracking import Tracker
from server.teams.models import Team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    sending,
    start,
    until,
    until_done,
)

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PERSON = {"user-agent": FIREFOX, "accept-language": "en", "accept": "text/html", "accept-encoding": "gzip"}


class Answer:
    """What an ASGI application sent."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.status: int = messages[0]["status"]
        self.headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        self.body = b"".join(message.get("body", b"") for message in messages[1:])


async def call(
    path: str,
    method: str = "GET",
    body: bytes = b"",
    *,
    headers: dict[str, str] | None = None,
    client: str = "192.0.2.1",
) -> Answer:
    sent: list[dict[str, Any]] = []
    given = {"host": settings.PAGES_HOST} | (headers or {})
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "client": (client, 1),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.append(message)

    app = next(app for prefix, app in tracking.ROUTES.items() if path.startswith(prefix))
    await app(scope, receive, send)
    return Answer(sent)


def person(**changed: str) -> dict[str, str]:
    return PERSON | changed


async def sent_mailing(team: Team, count: int = 3) -> Mailing:
    """A mailing sent an hour ago."""
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(count))
    async with running(Sink()) as port, sending(port):
        await until_done(mailing)
    return mailing


def token(mailing: Mailing, position: int = 0) -> str:
    return keys.get_key_ring().token(mailing.pk, position)


async def figures(mailing: Mailing) -> MailingMetrics:
    return await in_thread(selectors.get_metrics)(mailing=mailing)


async def settled(tracker: Tracker) -> None:
    async def idle() -> bool:
        return tracker.ingest.is_idle

    await until(idle)
