"""A sample of the dialogues of bench/prove: valid messages are always accepted and nothing is smuggled."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from bench.prove import dialogues
from bench.prove.submission_load import SMUGGLED
from server.delivery.smtp.listening import Listener
from server.teams.models import Team
from server.transactional.models import Message, MessageBody
from server.transactional.services import bodies
from server.transactional.wire.smtp_submission import SubmissionHandler
from tests.cast import make_team
from tests.server.delivery.mailing_factory import in_thread, until
from tests.server.delivery.smtp.certificates import Authority
from tests.server.transactional.factories import make_domain, make_key
from tests.server.transactional.submission_ports import aside, listening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]
SEED, COUNT = 8, 120


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def said_by(team: Team) -> list[bytes]:
    return [bodies.open_body(team_id=team.pk, message_id=row.pk) for row in Message.objects.for_team(team)]


async def test_dialogues_that_no_client_has(settings: Any, tmp_path: Path) -> None:
    team = await in_thread(make_team)("Kopi")
    await in_thread(make_domain)(team)
    _, secret = await in_thread(make_key)(team)
    async with listening(settings, Authority(tmp_path)) as ports:
        found = await dialogues.run(
            port=ports.tls.port, tls=ports.client_context(), secret=secret, seed=SEED, count=COUNT
        )
        await until(lambda: _is_left(ports.tls))
        handler: SubmissionHandler = ports.tls.handler
        assert (handler.buffered, handler._waiting) == (0, 0)
        client = await aside(ports.signed_in, secret)
        assert (
            await aside(client.sendmail, "toko@kopi.example", ["ayu@example.com"], dialogues.HEADER + b"ok\r\n") == {}
        )
        client.close()

    assert found.wrong == []
    assert (found.dialogues, found.taken > 5) == (COUNT, True)
    assert await Message.objects.acount() == await MessageBody.objects.acount() == found.taken + 1
    assert not await Message.objects.filter(from_address=SMUGGLED).aexists()
    # Hidden content is either rejected with the whole message, or ordinary text.
    stored = await in_thread(said_by)(team)
    assert [
        mail for mail in stored if mail.count(b"\r\n") != mail.count(b"\n") or b"\r" in mail.replace(b"\r\n", b"")
    ] == []


async def _is_left(listener: Listener) -> bool:
    await asyncio.sleep(0)
    return not listener.peers
