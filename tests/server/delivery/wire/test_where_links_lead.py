"""Forged and mutated addresses, targets from data, other hosts and methods."""

import pytest
from django.conf import settings

from bench.prove import links
from server.delivery.models import (
    Recipient,
    Suppression,
)
from server.delivery.wire.tracking import Tracker
from server.teams.models import Team
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    start,
)
from tests.server.delivery.wire.asking import call, figures, person, sent_mailing, token

pytestmark = pytest.mark.django_db(transaction=True)


async def test_forged_and_mutated_links_lead_nowhere_and_change_nothing(team: Team, tracker: Tracker) -> None:
    mailing = await sent_mailing(team)

    verdict = await links.forge(seed=7, links=4_000, mailing_id=mailing.pk)

    assert verdict.failures == []
    assert sum(verdict.answers.values()) == 4_000


@pytest.mark.parametrize("path", ["/c/1/{forged}", "/c/9/{token}", "/c/1.0/{token}", "/c/x/{token}", "/c/1/{token}x"])
async def test_a_link_that_leads_nowhere_is_no_redirect(team: Team, tracker: Tracker, path: str) -> None:
    mailing = await sent_mailing(team, 1)
    good = token(mailing)
    # In the middle: some bits of the last character are unused.
    forged = good[:10] + ("B" if good[10] == "A" else "A") + good[11:]

    answer = await call(path.format(token=good, forged=forged), headers=person())

    assert (answer.status, "location" in answer.headers) == (404, False)
    assert tracker.ingest.is_idle


@pytest.mark.parametrize(
    ("value", "target"),
    [
        ("https://shop.example/a b?q=ä", "https://shop.example/ab?q=%C3%A4"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("//evil.example", None),
        ("https://user@evil.example", None),
        ("https://x.example/\r\nSet-Cookie: a=b", "https://x.example/Set-Cookie:a=b"),
        ("", None),
    ],
)
async def test_an_address_from_data_leads_only_to_the_web(team: Team, value: str, target: str | None) -> None:
    mailing = await in_thread(make_mailing)(team, body="[go]({{ firstname }})")
    await in_thread(start)(mailing, addresses(1))
    await Recipient.objects.filter(mailing=mailing).aupdate(fields={"firstname": value})

    answer = await call(f"/c/1/{token(mailing)}", headers=person())

    assert answer.headers.get("location") == target
    assert answer.status == (302 if target else 404)


async def test_a_forged_open_gets_the_same_picture_and_counts_nothing(team: Team, tracker: Tracker) -> None:
    answer = await call("/o/" + "A" * 31, headers=person())

    assert (answer.status, answer.headers["content-type"]) == (200, "image/gif")
    assert tracker.ingest.is_idle


async def test_following_the_unsubscribe_address_leads_to_the_page_and_changes_nothing(team: Team) -> None:
    mailing = await sent_mailing(team, 1)

    answers = [await call(f"/u/{token(mailing)}", method) for method in ("GET", "HEAD")]

    assert [(answer.status, answer.headers["location"]) for answer in answers] == [
        (302, f"/unsubscribe-subscription/{token(mailing)}")
    ] * 2
    assert not await Suppression.objects.for_team(team).aexists()
    assert (await figures(mailing)).unsubscribed == 0


async def test_the_view_in_the_browser_is_sandboxed(team: Team) -> None:
    mailing = await sent_mailing(team, 1)

    answer = await call(f"/v/{token(mailing)}")

    assert answer.status == 200
    assert b"Hi N0" in answer.body
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox ")
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy


async def test_other_hosts_and_methods_are_refused(team: Team) -> None:
    mailing = await sent_mailing(team, 1)

    app_host = await call(f"/c/1/{token(mailing)}", headers={"host": settings.APP_HOSTS[0]})
    deleted = await call(f"/u/{token(mailing)}", "DELETE")

    assert app_host.status == 404
    assert (deleted.status, deleted.headers["allow"]) == (405, "GET, HEAD, POST")
