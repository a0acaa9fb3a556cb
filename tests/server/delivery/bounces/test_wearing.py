"""Suppression after too many soft bounces, with a scripted relay."""

from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connections

from bench.sink import Sink, SinkRule, running
from server.contacts.models import Contact
from server.core import clock
from server.delivery.models import Mailing, Suppression
from server.delivery.services import mailings
from server.delivery.sql.recounting import recount
from server.teams.models import Team
from tests.cast import make_team
from tests.server.contacts.factories import make_contact
from tests.server.delivery.bounces.test_bounces import figures, minutes
from tests.server.delivery.mailing_factory import in_thread, make_mailing, sending, until_done

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def started(team: Team, people: list[Contact]) -> Mailing:
    mailing = make_mailing(team)
    mailings.send_rows(mailing=mailing, rows=[(c.pk, c.email, {"firstname": ""}) for c in people])
    return mailing


async def test_a_mailbox_that_is_always_full_is_written_to_no_more(team: Team, settings: Any) -> None:
    settings.SOFT_BOUNCES = 2
    people = [await in_thread(partial(make_contact, team, f"{name}@example.com"))() for name in ("full", "ok")]
    sink = Sink(rules=[SinkRule(match="full@*", at="rcpt", answer="552 5.2.2 Over quota")])
    listed = Suppression.objects.for_team(team)
    async with running(sink) as port, sending(port):
        for expected in ([], ["full@example.com"]):
            await until_done(await in_thread(started)(team, people))
            assert [row.email async for row in listed.all()] == expected
        row = await listed.aget()
        assert (row.reason, row.marketing_only, row.is_told) == ("softBounce", True, True)
        # A later edit of the contact is not the contact's own action.
        later = clock.now() + timedelta(hours=1)
        await Contact.objects.for_team(team).filter(pk=people[0].pk).aupdate(updated_at=later)
        third = await until_done(await in_thread(started)(team, people))
    assert (third.counters.suppressed, third.counters.sent) == (1, 1)
    assert sink.counts["received"] == 3


async def test_what_is_blocked_is_counted_apart_and_a_recount_agrees(team: Team) -> None:
    people = [await in_thread(partial(make_contact, team, f"{name}@example.com"))() for name in ("spam", "rule", "ok")]
    rules = [
        SinkRule(match="spam@*", at="dot", answer="554 5.7.1 Client host blocked using rbl.example"),
        SinkRule(match="rule@*", at="dot", answer="550 5.7.1 Message rejected by content filter"),
    ]
    async with running(Sink(rules=rules)) as port, sending(port):
        mailing = await until_done(await in_thread(started)(team, people))
    running_figures = await in_thread(figures)(mailing), await in_thread(minutes)(mailing)
    assert running_figures[0] == {"sent": 1, "failed": 2, "soft_bounced": 2, "blocked": 2}
    await in_thread(partial(recount, team.pk, mailing_id=mailing.pk))()
    assert (await in_thread(figures)(mailing), await in_thread(minutes)(mailing)) == running_figures
    assert not await Suppression.objects.for_team(team).aexists()
