"""Bounces and complaints about messages, through the real listener: the recipient, and the effects, once."""

import asyncio
import smtplib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.db import connections

from server.core import clock
from server.delivery import keys
from server.delivery.models import Suppression
from server.delivery.tokens import KeyRing, encode_message_mailbox
from server.transactional.models import Message, MessageRecipient
from server.transactional.services import recording
from server.transactional.services.recording import NewEvent
from tests.cast import make_team
from tests.server.delivery.bounces import mails
from tests.server.delivery.bounces.test_listener import listening, mail
from tests.server.delivery.mailing_factory import in_thread
from tests.server.transactional.outbox import make_message, recipients

pytestmark = pytest.mark.django_db(transaction=True)
HOST = "dashboard-smtp.example"


@pytest.fixture
def message() -> Message:
    """A message that was delivered to its first recipient, and is being sent to its second."""
    made = make_message(make_team("Kopi"), ["Ayu@example.com", "budi@example.com"], tag="order")
    rows = MessageRecipient.objects.for_team(made.team_id)
    rows.filter(position=0).update(state="delivered", delivered_at=clock.now(), due_at=None, attempt=1)
    rows.filter(position=1).update(state="sending")
    return made


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
def recorded_events(monkeypatch: pytest.MonkeyPatch) -> list[NewEvent]:
    found: list[NewEvent] = []
    monkeypatch.setattr(recording, "append", lambda team_id, events: found.extend(events))
    return found


def address(message: Message, position: int, host: str = HOST) -> str:
    return f"bounce+{encode_message_mailbox(keys.get_key_ring().message_token(message.pk, position))}@{host}"


def listed(team_id: Any) -> list[tuple[str, str, bool]]:
    return [(row.email, row.reason, row.marketing_only) for row in Suppression.objects.for_team(team_id)]


async def test_a_bounce_by_mail_is_written_down_once(
    message: Message, settings: Any, recorded_events: list[NewEvent]
) -> None:
    async with listening(settings) as listener:
        # In any case, because servers in between can change it.
        for to in (address(message, 0), address(message, 0).upper()):
            assert await mail(listener, to, mails.dsn()) == (250, b"2.0.0 Taken")

    row = (await in_thread(recipients)(message))[0]
    assert (row.state, row.bounce, row.code, row.enhanced) == ("bounced", "hard", 550, "5.1.1")
    assert await in_thread(listed)(message.team_id) == [("ayu@example.com", "hardBounce", False)]
    assert [(event.type, event.position, event.recipient, event.tag) for event in recorded_events] == [
        ("bounced", 0, "Ayu@example.com", "order")
    ]
    assert recorded_events[0].detail["class"] == "hard"


async def test_a_bounce_before_its_sending_is_known_comes_again(message: Message, settings: Any) -> None:
    async with listening(settings) as listener:
        assert (await mail(listener, address(message, 1), mails.dsn()))[0] == 451

    assert (await in_thread(recipients)(message))[1].state == "sending"


@pytest.mark.parametrize("to_feedback", [True, False])
async def test_a_complaint_suppresses(
    message: Message, settings: Any, recorded_events: list[NewEvent], to_feedback: bool
) -> None:
    token = keys.get_key_ring().message_token(message.pk, 0)
    report = mails.arf(token) if to_feedback else mails.arf("nothing")
    async with listening(settings) as listener:
        for _ in range(2):
            to = f"feedback@{HOST}" if to_feedback else address(message, 0)
            assert await mail(listener, to, report, sender="fbl@provider.example") == (250, b"2.0.0 Taken")

    row = (await in_thread(recipients)(message))[0]
    assert (row.state, row.complained_at is not None) == ("delivered", True)
    assert await in_thread(listed)(message.team_id) == [("ayu@example.com", "complaint", False)]
    assert [(event.type, event.detail) for event in recorded_events] == [("complained", {"feedback": "abuse"})]


async def test_addresses_that_were_never_given_out_are_refused(message: Message, settings: Any) -> None:
    # Of another ring: the same ids, with a signature that isn't ours.
    forged = f"bounce+{encode_message_mailbox(KeyRing({1: 'another-secret'}).message_token(message.pk, 0))}@{HOST}"
    strange = address(message, 0, "bounce.other.example")
    own = address(message, 0, "bounce.kopi.example")
    async with listening(settings) as listener:

        def list_codes() -> list[int]:
            with smtplib.SMTP("127.0.0.1", listener.port, local_hostname="mx.example", timeout=20) as peer:
                peer.ehlo()
                peer.mail("")
                return [peer.rcpt(each)[0] for each in (forged, strange, own)]

        assert await asyncio.to_thread(list_codes) == [550, 550, 250]
