"""Origins of mailings: their names, and mailings of a removed app."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from django.db import IntegrityError, connections
from structlog.testing import capture_logs

from server.campaigns.origins import CAMPAIGN
from server.core import clock
from server.core.async_database import connect
from server.delivery import origins
from server.delivery.models import Stream
from server.delivery.origins import ORIGINS, MailingOrigin
from server.delivery.services import mailings, pools
from server.delivery.sql import sending
from server.teams.models import Team
from tests import plugs
from tests.cast import make_team
from tests.server.delivery.mailing_factory import in_thread, make_mailing, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def remove_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates that the campaigns app is not installed."""
    plugs.copy(monkeypatch, ORIGINS)
    del ORIGINS.entries[CAMPAIGN]


def test_the_name_of_an_origin_has_at_most_twelve_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    plugs.copy(monkeypatch, ORIGINS)

    origins.register(MailingOrigin("loyaltycards", 4, Stream.MARKETING))
    with pytest.raises(ValueError, match="at most 12 characters: loyalty-cards"):
        origins.register(MailingOrigin("loyalty-cards", 4, Stream.MARKETING))

    assert "loyaltycards" in ORIGINS
    assert "loyalty-cards" not in ORIGINS


def test_there_is_one_mailing_for_one_thing(team: Team) -> None:
    mailing = make_mailing(team)
    mailing.pk = None

    with pytest.raises(IntegrityError, match="mailing_once"):
        mailing.save(force_insert=True)


async def test_a_mailing_without_its_app_waits_and_is_reported(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, ["ayu@example.com"])
    now = clock.now()

    async with await connect() as connection:
        with monkeypatch.context() as without:
            remove_campaigns(without)
            waiting = await claim(connection, mailing.priority)
            idle = await in_thread(mailings.list_idle_mailings)()
            await in_thread(pools._reroute)()
            with capture_logs() as reported:
                await in_thread(mailings.report_mailings_without_origin)()
            alarm = mailings.mailings_without_origin._value.get()
        lease = await claim(connection, mailing.priority)
        await in_thread(mailings.report_mailings_without_origin)()

    assert (waiting, idle, alarm) == (None, [], 1)
    assert reported == [{"event": "delivery.mailings.without_origin", "log_level": "error", "origins": {CAMPAIGN: 1}}]
    assert lease is not None
    assert (lease.mailing_id, lease.mailed_at > now - timedelta(minutes=1)) == (mailing.pk, True)
    assert mailings.mailings_without_origin._value.get() == 0


async def claim(connection: sending.Connection, priority: int) -> sending.Lease | None:
    return await sending.claim(
        connection, worker="w", now=clock.now(), lease=timedelta(minutes=1), priorities=(2, priority)
    )
