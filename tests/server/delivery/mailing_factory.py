"""Mailings to send, and a sender in this process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async

from bench.sink import Sink
from server.campaigns.origins import CAMPAIGN
from server.delivery.compiling import EmailContent
from server.delivery.models import Batch, BatchState, Mailing, MailingState
from server.delivery.services import mailings
from server.delivery.services.mailings import MailingSender
from server.delivery.smtp.relay import Relay, Tls
from server.delivery.wire.sender import SenderProcess
from server.teams.models import Team
from tests.server.delivery.smtp.peer import TIMEOUTS

BODY = "Hi {{ firstname }}\n\n[Shop](https://shop.example/{{ firstname }}) and [more](https://shop.example/more)"
KNOWN = frozenset({"firstname", "email"})


def make_mailing(team: Team, *, body: str = BODY, origin: str = CAMPAIGN) -> Mailing:
    """A mailing that is not started."""
    mailing = mailings.create(
        team=team,
        origin=origin,
        content=EmailContent(subject="Hello {{ firstname }}", body=body),
        sender=MailingSender("Kopi", "news@kopi.example"),
        known=KNOWN,
    )
    mailing.priority = 5
    mailing.save(update_fields=["priority"])
    return mailing


def addresses(count: int, name: str = "r") -> list[str]:
    return [f"{name}{n}@example.com" for n in range(count)]


def start(mailing: Mailing, emails: Sequence[str]) -> None:
    """Starts it for these addresses, each with its own contact."""
    mailings.send_rows(
        mailing=mailing, rows=[(1_000_000 + n, email, {"firstname": f"N{n}"}) for n, email in enumerate(emails)]
    )


def make_sender(port: int, *, connections: int = 3, lease_seconds: float = 60, **options: Any) -> SenderProcess:
    return SenderProcess(
        Relay("127.0.0.1", port, tls=Tls.NEVER, timeouts=TIMEOUTS),
        connections=connections,
        lease=timedelta(seconds=lease_seconds),
        concurrency=100,
        **options,
    )


@contextlib.asynccontextmanager
async def sending(port: int, **options: Any) -> AsyncIterator[SenderProcess]:
    """A running sender."""
    sender = make_sender(port, **options)
    task = asyncio.ensure_future(sender.run())
    try:
        yield sender
    finally:
        sender.stopping.set()
        await asyncio.wait_for(task, 20)


async def until(condition: Callable[[], Awaitable[object]], seconds: float = 20) -> None:
    """Waits for a condition of the database or the sink. Fails after a timeout."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 -- another process or connection changes it
            await asyncio.sleep(0.01)


async def received(sink: Sink, count: int) -> None:
    """Waits until the sink has this many messages."""

    async def enough() -> bool:
        return sink.counts["received"] >= count

    await until(enough)


async def until_done(mailing: Mailing) -> Mailing:
    """The finished mailing with its counters."""
    await until(Mailing.objects.filter(pk=mailing.pk, state=MailingState.DONE).aexists)
    return await Mailing.objects.select_related("counters").aget(pk=mailing.pk)


async def until_released(mailing: Mailing) -> None:
    """Waits until no sender has a batch of the mailing."""
    held = Batch.objects.filter(mailing=mailing, state=BatchState.LEASED)

    async def free() -> bool:
        return not await held.aexists()

    await until(free)


in_thread = sync_to_async
