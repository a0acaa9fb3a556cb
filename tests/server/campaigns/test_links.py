"""Link checks of a campaign: results, caching and progress events."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine

from server.campaigns.models import Campaign, LinkCheck, LinkCheckResult
from server.campaigns.selectors import links as selectors
from server.campaigns.services import links
from server.campaigns.states import LinkOutcome
from server.core import clock, jobs
from server.core.egress.client import Egress, FetchResponse
from server.core.egress.errors import FetchError, FetchErrorReason
from server.core.jobs import LeaseLost
from server.core.models import Job
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign

pytestmark = pytest.mark.django_db

Answers = dict[str, int | FetchErrorReason]


class Web:
    """Fake of the public web: responses by URL, and the requested URLs."""

    def __init__(self) -> None:
        self.answers: Answers = {}
        self.asked: list[str] = []

    async def fetch(self, url: str, **__: Any) -> FetchResponse:
        self.asked.append(url)
        answer = self.answers.get(url, 200)
        if isinstance(answer, FetchErrorReason):
            raise FetchError(answer)
        return FetchResponse(url, answer, {}, b"")


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Web:
    """Replaces all external requests."""
    outside = Web()
    monkeypatch.setattr(Egress, "fetch", outside.fetch)
    return outside


def address(number: int | str) -> str:
    return f"https://kopi.example/{number}"


def campaign_with(person: Person, *addresses: str, **fields: Any) -> Campaign:
    body = " ".join(f"[{number}]({each})" for number, each in enumerate(addresses))
    return make_campaign(person.team, body=body, **fields)


def ask(person: Person, campaign: Campaign) -> Any:
    return person.api.post(f"email-marketing/{campaign.pk}/checks/links").json()


def run_job(job: Job, claimed: jobs.Claim) -> None:
    links.run(**{name: UUID(value) for name, value in job.arguments.items()}, claim=claimed)


def work() -> None:
    """Runs the only waiting job."""
    job = Job.objects.get(name=links.JOB, state="waiting")
    claimed = jobs.claim(job.pk)
    assert claimed is not None
    run_job(job, claimed)
    jobs.mark_done(claimed)


def verdicts(person: Person, *addresses: str) -> Mapping[str, LinkOutcome]:
    return selectors.find_results(team_id=person.team.pk, addresses=addresses)


def findings(person: Person, campaign: Campaign) -> dict[str, Any]:
    body = person.api.get(f"email-marketing/{campaign.pk}/checks").json()
    return {item["code"]: item for item in body["items"] if item["code"].startswith("link")}


def test_links_are_asked_by_a_job_and_the_checks_say_what_they_answered(alice: Person, web: Web) -> None:
    web.answers = {
        address("gone"): 404,
        address("was"): 410,
        address("busy"): 503,
        address("shy"): 403,
        address("slow"): FetchErrorReason.TOO_SLOW,
        "https://nowhere.example/": FetchErrorReason.NO_HOST,
        "https://inside.example/": FetchErrorReason.REFUSED,
    }
    campaign = campaign_with(alice, address("ok"), *web.answers)

    assert ask(alice, campaign) == {"state": "running", "done": 0, "total": 8, "revision": 1}
    assert findings(alice, campaign)["linksUnchecked"]["values"] == {"count": 8, "total": 8}
    work()

    found = findings(alice, campaign)
    assert {code: item["items"] for code, item in found.items()} == {
        "linkGone": [address("gone"), address("was")],
        "linkNoHost": ["https://nowhere.example/"],
        "linkInside": ["https://inside.example/"],
        "linkUnknown": [address("busy"), address("shy"), address("slow")],
    }
    assert {item["level"] for item in found.values()} == {"warning"}
    answer = alice.api.get(f"email-marketing/{campaign.pk}/checks").json()["links"]
    assert answer == {"state": "done", "done": 8, "total": 8, "revision": 2}


def test_each_address_is_asked_once_and_what_depends_on_the_recipient_never(alice: Person, web: Web) -> None:
    others = ("https://kopi.example/{{ city }}", "mailto:a@kopi.example", "{{ unsubscribe_url }}")
    campaign = campaign_with(alice, address(1), address(1), *others)

    ask(alice, campaign)
    work()

    assert web.asked == [address(1)]
    assert findings(alice, campaign)["linksAnswer"]["values"] == {"count": 1}


def test_a_campaign_without_links_has_nothing_to_ask(alice: Person, web: Web) -> None:
    campaign = make_campaign(alice.team, body="Hello")

    assert ask(alice, campaign) == {"state": "none", "done": 0, "total": 0, "revision": 0}

    assert not Job.objects.filter(name=links.JOB).exists()
    assert findings(alice, campaign) == {}


def test_asking_twice_is_asking_once(alice: Person, web: Web) -> None:
    campaign = campaign_with(alice, address(1))
    ask(alice, campaign)

    assert ask(alice, campaign)["state"] == "running"
    work()

    assert ask(alice, campaign)["state"] == "done"
    assert web.asked == [address(1)]
    assert Job.objects.filter(name=links.JOB).count() == 1


def test_what_is_known_is_kept_for_hours_and_shared_by_the_team(alice: Person, mallory: Person, web: Web) -> None:
    first = campaign_with(alice, address(1), address("slow"))
    web.answers = {address("slow"): FetchErrorReason.TOO_SLOW}
    ask(alice, first)
    work()
    web.asked.clear()

    second = campaign_with(alice, address(1), address(2))
    assert ask(alice, second)["done"] == 1
    work()
    assert web.asked == [address(2)]
    assert verdicts(mallory, address(1)) == {}

    # Unknown results are retried soon, known ones only after hours.
    with time_machine.travel(clock.now() + timedelta(minutes=11), tick=False):
        assert verdicts(alice, address(1), address("slow")) == {address(1): LinkOutcome.ANSWERS}
    with time_machine.travel(clock.now() + timedelta(hours=6, minutes=1), tick=False):
        assert verdicts(alice, address(1)) == {}


def test_progress_is_told_step_by_step(alice: Person, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[Any, Any]] = []
    monkeypatch.setattr(links, "publish", lambda event, *, rooms: told.append((event, rooms)))
    campaign = campaign_with(alice, *(address(number) for number in range(20)))

    ask(alice, campaign)
    work()

    assert [(event.done, event.total, event.state, event.revision) for event, _ in told] == [
        (8, 20, "running", 2),
        (16, 20, "running", 3),
        (20, 20, "done", 4),
    ]
    assert {rooms[0] for _, rooms in told} == {f"campaign:{campaign.pk}"}


def test_other_links_are_asked_anew_and_a_run_that_was_overtaken_ends(alice: Person, web: Web) -> None:
    campaign = campaign_with(alice, *(address(number) for number in range(20)))
    ask(alice, campaign)
    late = Job.objects.get(name=links.JOB)
    claimed = jobs.claim(late.pk)
    assert claimed is not None
    Campaign.objects.for_team(alice.team).filter(pk=campaign.pk).update(body=f"[x]({address('new')})")

    assert ask(alice, campaign) == {"state": "running", "done": 0, "total": 1, "revision": 2}
    LinkCheck.objects.for_team(alice.team).update(addresses_key=b"x" * 32)
    run_job(late, claimed)

    run = LinkCheck.objects.get(pk=campaign.pk)
    assert (run.done, run.revision) == (0, 2)


def test_a_worker_that_lost_its_lease_writes_nothing(alice: Person, web: Web) -> None:
    campaign = campaign_with(alice, address(1))
    ask(alice, campaign)
    job = Job.objects.get(name=links.JOB)
    claimed = jobs.claim(job.pk)
    assert claimed is not None
    Job.objects.filter(pk=job.pk).update(attempts=2)

    with pytest.raises(LeaseLost):
        run_job(job, claimed)

    assert not LinkCheckResult.objects.for_team(alice.team).exists()
    assert LinkCheck.objects.get(pk=campaign.pk).done == 0


def test_a_run_that_died_can_be_begun_again(alice: Person, web: Web) -> None:
    campaign = campaign_with(alice, address(1))
    ask(alice, campaign)

    with time_machine.travel(clock.now() + timedelta(minutes=4), tick=False):
        asked = selectors.get_check_progress(team_id=alice.team.pk, campaign_id=campaign.pk, addresses=[address(1)])

    assert asked.state == "unasked"


def test_a_team_asks_only_so_many_an_hour(alice: Person, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_CHECKS_PER_HOUR", 8)
    campaign = campaign_with(alice, *(address(number) for number in range(12)))

    ask(alice, campaign)
    work()

    assert len(web.asked) == 8
    assert findings(alice, campaign)["linkUnknown"]["values"] == {"count": 4}


def test_links_over_the_limit_do_not_count_towards_it(alice: Person, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_CHECKS_PER_HOUR", 8)
    campaign = campaign_with(alice, *(address(number) for number in range(16)))
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as clocks:
        ask(alice, campaign)
        work()
        # Unknown results expire after ten minutes: the addresses over the limit are unknown again.
        clocks.shift(timedelta(minutes=50))
        ask(alice, campaign)
        work()
        assert web.asked == [address(number) for number in range(8)]
        clocks.shift(timedelta(minutes=11))
        ask(alice, campaign)
        work()

        assert sorted(web.asked) == sorted(address(number) for number in range(16))
        assert "linkUnknown" not in findings(alice, campaign)


def test_a_result_without_a_request_leaves_the_time_of_the_last_one(
    alice: Person, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "MAX_CHECKS_PER_HOUR", 1)
    web.answers = {address("slow"): FetchErrorReason.TOO_SLOW}
    campaign = campaign_with(alice, address("slow"))
    with time_machine.travel("2026-11-21T03:00:00Z", tick=False) as clocks:
        ask(alice, campaign)
        work()
        for minutes in (20, 20):
            clocks.shift(timedelta(minutes=minutes))
            ask(alice, campaign)
            work()
            assert web.asked == [address("slow")]
        clocks.shift(timedelta(minutes=21))
        ask(alice, campaign)
        work()

        assert web.asked == [address("slow")] * 2


def test_only_so_many_of_one_campaign_are_asked(alice: Person, web: Web) -> None:
    campaign = campaign_with(alice, *(address(number) for number in range(120)))

    assert ask(alice, campaign)["total"] == 100
    work()

    assert len(web.asked) == 100
    assert findings(alice, campaign)["linksAnswer"]["values"] == {"count": 100}


def test_old_verdicts_go(alice: Person, web: Web) -> None:
    campaign = campaign_with(alice, address(1))
    old = clock.now() - timedelta(days=8)
    LinkCheckResult.objects.create(team=alice.team, key=b"o" * 32, outcome=LinkOutcome.GONE, at=old)

    ask(alice, campaign)
    work()

    assert [bytes(row.key) for row in LinkCheckResult.objects.for_team(alice.team)] == [selectors.hash_url(address(1))]
