"""Tests a relay: runs the opening dialogue without sending a message."""

import asyncio
import time
from dataclasses import dataclass, replace

from server.delivery.smtp.connection import DialogueLine, RelayUnavailable, SmtpConnection, open_connection
from server.delivery.smtp.envelopes import Envelope
from server.delivery.smtp.relay import Relay, Timeouts
from server.delivery.smtp.replies import ReplyOutcome

MAX_DIALOGUE_SECONDS = 15.0
TIMEOUTS = Timeouts(connect=5, greeting=5, command=5, data=5, dot=5, quit=2)


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The transcript, its duration, and the reason for a failure; `why` is empty if messages could be sent."""

    said: tuple[DialogueLine, ...]
    seconds: float
    why: str


class _EmptyQueue:
    """An owner without envelopes."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    def next(self) -> Envelope[None] | None:
        return None

    def complete(self, envelope: Envelope[None], outcome: ReplyOutcome) -> None:
        raise AssertionError("No message was accepted")

    def connection_closed(self, connection: SmtpConnection[None], reason: str) -> None:
        self.ended.set()


def probe_relay(relay: Relay) -> Dialogue:
    """Greets the relay, starts TLS and signs in as for sending, then quits. Errors are in `why`."""
    return asyncio.run(_run_dialogue(replace(relay, timeouts=TIMEOUTS)))


async def _run_dialogue(relay: Relay) -> Dialogue:
    said: list[DialogueLine] = []
    began = time.monotonic()
    why = ""
    try:
        async with asyncio.timeout(MAX_DIALOGUE_SECONDS):
            owner = _EmptyQueue()
            connection = await open_connection(relay, owner, said)
            connection.quit()
            try:
                async with asyncio.timeout(TIMEOUTS.quit):
                    await owner.ended.wait()
            except TimeoutError:
                connection.abort("The relay did not respond to QUIT")  # messages could be sent nevertheless
    except RelayUnavailable as error:
        why = str(error)
    except TimeoutError:
        why = "The relay did not respond in time"
    return Dialogue(tuple(said), round(time.monotonic() - began, 3), why)
