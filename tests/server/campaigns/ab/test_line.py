"""An A/B test up to its winner, with real senders, clicks on tracked links and concurrent choices."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.db import connections

from bench.sink import Sink, running
from server.campaigns.ab import sending as ab_sending
from server.campaigns.ab.models import CampaignVariant
from server.campaigns.models import Campaign
from server.core import clock
from server.core.errors import ActionNotAllowed
from server.core.models import OutboxEvent
from server.delivery.models import Mailing
from server.delivery.wire.tracking import Tracker
from server.plans import quota
from server.plans.features import EMAIL_SENT
from tests.cast import Person, make_person, make_team
from tests.server.campaigns.ab.making import done, make_test, parts_of, sent_test, setting_of, wait_is_over
from tests.server.delivery.mailing_factory import in_thread, sending, until
from tests.server.delivery.wire import asking
from tests.server.delivery.wire.conftest import tracker

__all__ = ["tracker"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _closed_connections(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
def owner(transactional_db: None) -> Person:
    return make_person("Alice", make_team("Kopi"), role="admin")


def make_shop_campaign(person: Person) -> Campaign:
    return make_test(
        person.team, people=60, shares=(20, 20), campaign={"body": "[Shop](https://shop.example/) {{ firstname }}"}
    )


def bodies(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.iterdir() if file.is_file()]


async def test_a_test_is_read_to_its_winner_and_the_others_get_it(
    owner: Person, tracker: Tracker, tmp_path: Path
) -> None:
    campaign = await in_thread(make_shop_campaign)(owner)
    kept = tmp_path / "kept"
    kept.mkdir()
    sink = Sink(keep=kept)
    a, b, rest = await in_thread(sent_test)(owner, campaign)

    async with running(sink) as port, sending(port):
        over = Mailing.objects.for_team(owner.team).filter(variant__isnull=False, state="done")

        async def both() -> bool:
            return await over.acount() == 2

        await until(both)
        assert sink.counts["received"] == 24
        with time_machine.travel(clock.now() + timedelta(hours=1)):
            for position in range(10):
                await asking.call(f"/c/1/{asking.token(b, position)}", headers=asking.person())
            # Bot activity for the other variant does not affect the result.
            for position in range(12):
                await asking.call(
                    f"/c/1/{asking.token(a, position)}",
                    headers=asking.person(**{"user-agent": "python-requests/2.32"}),
                )
            await asking.settled(tracker)
        await in_thread(wait_is_over)(campaign)
        await in_thread(ab_sending.choose_by_rule)(team_id=owner.team.pk, campaign_id=campaign.pk)
        await until(Campaign.objects.for_team(owner.team).filter(status="SENT").aexists)

    test = await in_thread(setting_of)(campaign)
    assert (test.winner, test.winner_by) == (1, "rule")
    assert test.decision is not None
    assert test.decision["variants"] == [{"delivered": 12, "hits": 0}, {"delivered": 12, "hits": 10}]
    mails = bodies(kept)
    assert len(mails) == 60
    assert sum(b"Subject: Subject A\r\n" in mail for mail in mails) == 12
    assert sum(b"Subject: Subject B\r\n" in mail for mail in mails) == 48
    standing = await in_thread(quota.get_state)(team_id=owner.team.pk, limit=EMAIL_SENT)
    assert (standing.used, standing.reserved) == (60, 0)
    assert rest.variant is None


def test_of_many_who_choose_at_once_one_does(owner: Person) -> None:
    campaign = make_shop_campaign(owner)
    sent_test(owner, campaign)
    wait_is_over(campaign)
    team_id = owner.team.pk
    ids = list(CampaignVariant.objects.for_team(team_id).order_by("number").values_list("pk", flat=True))

    def choose(number: int) -> str:
        try:
            if number % 3 == 2:
                ab_sending.choose_by_rule(team_id=team_id, campaign_id=campaign.pk)
                return "rule"
            ab_sending.send_winner(
                team_id=team_id, campaign_id=campaign.pk, variant_id=ids[number % 3], by=owner.caller
            )
        except ActionNotAllowed:
            return "refused"
        else:
            return "hand"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        outcomes = list(pool.map(choose, range(6)))

    assert outcomes.count("hand") <= 1
    test = setting_of(campaign)
    assert (test.winner_by == "hand") == (outcomes.count("hand") == 1)
    assert OutboxEvent.objects.filter(name="campaigns.winner.chosen").count() == 1
    parts = parts_of(campaign)
    assert test.winner is not None
    assert (parts[-1].state, parts[-1].subject) == ("sending", parts[test.winner].subject)


def test_mailings_that_end_at_once_end_the_campaign(owner: Person) -> None:
    campaign = make_shop_campaign(owner)
    parts = sent_test(owner, campaign)
    ab_sending.send_winner(
        team_id=owner.team.pk,
        campaign_id=campaign.pk,
        variant_id=CampaignVariant.objects.for_team(owner.team).get(number=0).pk,
        by=owner.caller,
    )

    def end(part: Mailing) -> None:
        try:
            done(part)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(end, parts))

    campaign.refresh_from_db()
    assert campaign.status == "SENT"
