"""The report of a campaign: metrics, links, devices, time and recipients."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.campaigns.models import Campaign
from server.campaigns.services import sending
from server.delivery.models import Batch, MailingState
from server.plans.models import Plan
from server.segments.models import Segment
from tests.cast import Person, sign_in
from tests.server.campaigns.conftest import make_campaign
from tests.server.reports.history import Deed, act, count, finish, log, mailing_of, send_campaign
from tests.server.segments.calls import RULES

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
STATES = [("sent", "")] * 6 + [("failed", "hard"), ("failed", "soft"), ("suppressed", ""), ("inDoubt", "")]
DEEDS = [
    Deed(0, "open", 1),
    Deed(0, "open", 2),
    Deed(0, "click", 2, link=1),
    Deed(0, "click", 3, link=1),
    Deed(1, "open", 1, machine=True),
    Deed(1, "open", 5, device="desktop", os="Windows", browser="Outlook"),
    Deed(2, "click", 5, link=2, device="desktop", os="Windows", browser="Outlook"),
    Deed(2, "click", 6, link=1, device="desktop", os="Windows", browser="Outlook"),
    Deed(3, "open", 7, machine=True),
    Deed(4, "unsubscribe", 8),
    Deed(5, "complaint", 9),
]


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def campaign(alice: Person, traveller: time_machine.Traveller) -> Campaign:
    """An ended campaign with ten recipients, sent ten minutes ago."""
    made = send_campaign(alice)
    log(made, STATES, minutes=0.5)
    act(made, DEEDS)
    count(made)
    finish(made)
    traveller.shift(timedelta(minutes=10))
    return made


def make_segment(person: Person, name: str) -> Segment:
    return Segment.objects.create(team=person.team, name=name, rules=RULES, created_at=START, updated_at=START)


def report(person: Person, campaign: Campaign, part: str, query: str = "") -> Any:
    return person.api.get(f"email-marketing/reports/{part}?id={campaign.pk}{query}")


def test_basic_has_all_figures_with_their_rates(alice: Person, campaign: Campaign) -> None:
    body = report(alice, campaign, "basic").json()

    revision = body["figures"].pop("revision")
    assert revision >= 1
    assert body["figures"] == {
        "recipients": 10,
        "sent": 6,
        "delivered": 6,
        "failed": 2,
        "hardBounced": 1,
        "softBounced": 1,
        "suppressed": 1,
        "skipped": 0,
        "inDoubt": 1,
        "deferred": 0,
        "waiting": 0,
        "retried": 0,
        "pending": 0,
        "opened": 3,  # includes r2, because a click implies an open
        "opens": 3,
        "machineOpened": 2,
        "machineOpens": 2,
        "clicked": 2,
        "clicks": 4,
        "machineClicks": 0,
        "anyOpened": 4,
        "anyClicked": 2,
        "unsubscribed": 1,
        "complained": 1,
        "rates": {
            "delivered": 0.666667,
            "bounced": 0.222222,
            "opened": 0.5,
            "clicked": 0.333333,
            "clickedOfOpened": 0.666667,
            "unsubscribed": 0.166667,
            "complained": 0.166667,
        },
    }
    assert body["bounces"] == [{"bounce": "hard", "count": 1}, {"bounce": "soft", "count": 1}]
    assert body["reasons"] == []
    assert body["labels"] == ["Label of May news"]
    assert (body["toAll"], body["pace"]) == (False, None)
    assert (body["campaign"]["name"], body["campaign"]["status"]) == ("May news", "SENT")
    assert body["campaign"]["sender"]["email"] == "news@kopi.example"
    assert body["campaign"]["figures"] == {"recipients": 10, "sent": 6, "delivered": 6, "opened": 3, "clicked": 2}


def test_basic_says_to_whom_it_went(alice: Person, campaign: Campaign) -> None:
    ids = [make_segment(alice, name).pk for name in ("Who bought", "Active")]
    rows = Campaign.objects.for_team(alice.team).filter(pk=campaign.pk)
    rows.update(label_ids=[], segment_ids=[*ids, 10**6])
    of_segments = report(alice, campaign, "basic").json()
    rows.update(segment_ids=[], unopened_of=campaign.pk)

    of_unopened = report(alice, campaign, "basic").json()

    assert (of_segments["labels"], of_segments["segments"], of_segments["unopenedOf"]) == (
        [],
        ["Active", "Who bought"],
        None,
    )
    assert of_unopened["unopenedOf"] == {"id": str(campaign.pk), "name": "May news"}


def test_the_list_shows_the_same_figures(alice: Person, campaign: Campaign) -> None:
    row = alice.api.get("email-marketing").json()["items"][0]

    assert row["figures"] == {"recipients": 10, "sent": 6, "delivered": 6, "opened": 3, "clicked": 2}


def test_while_it_is_being_sent_who_asks_in_the_same_second_gets_the_same(
    alice: Person, mallory: Person, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.reports.response_cache.CACHE_SECONDS", 1.0)
    made = send_campaign(alice)
    log(made, [("sent", "")] * 4)
    count(made)
    assert report(alice, made, "basic").json()["figures"]["opens"] == 0

    act(made, DEEDS[:1])
    count(made)

    assert report(alice, made, "basic").json()["figures"]["opens"] == 0
    assert report(alice, made, "basic", "&machines=include").json()["figures"]["opens"] == 1
    assert report(mallory, made, "basic").status_code == 404
    traveller.shift(timedelta(seconds=1.1))
    assert report(alice, made, "basic").json()["figures"]["opens"] == 1


LIVE_PARTS = ("basic", "compare", "peak", "link", "device", "browser", "location", "domain", "bounce", "leaving")


@pytest.mark.parametrize("machines", ["exclude", "include"])
def test_many_parts_are_asked_for_at_once(alice: Person, campaign: Campaign, machines: str) -> None:
    own = {"peak": "&start=2026-11-21T03:00:00Z&end=2026-11-21T03:05:00Z"}
    own |= dict.fromkeys(("device", "browser", "location"), "&of=clicks")
    shared = f"&machines={machines}"
    wanted = "".join(f"&parts={part}" for part in LIVE_PARTS)

    whole = report(alice, campaign, "live", f"{wanted}{own['peak']}&of=clicks{shared}").json()
    some = report(alice, campaign, "live", f"&parts=link&parts=bounce{shared}").json()

    single = {part: report(alice, campaign, part, own.get(part, "") + shared).json() for part in LIVE_PARTS}
    assert whole == single
    assert some == dict.fromkeys(LIVE_PARTS) | {"link": single["link"], "bounce": single["bounce"]}


@pytest.mark.parametrize(
    ("parts", "code"),
    [("", "requiredFieldsNotSet"), ("&parts=recipient", "invalidData"), ("&parts=link" * 11, "invalidData")],
)
def test_parts_that_there_are_not_are_refused(alice: Person, campaign: Campaign, parts: str, code: str) -> None:
    answer = report(alice, campaign, "live", parts)

    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_of_what_is_kept_only_the_right_to_it_is_asked_again(
    alice: Person, mallory: Person, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.reports.response_cache.CACHE_SECONDS", 1.0)
    made = send_campaign(alice)
    parts = "&parts=basic&parts=link"
    first = report(alice, made, "live", parts).json()

    with CaptureQueriesContext(connection) as asked:
        again = report(alice, made, "live", parts).json()

    assert again == first
    # The caller and the campaign.
    assert len(asked) == 2
    assert report(mallory, made, "live", parts).status_code == 404


def test_what_somebody_does_to_a_campaign_is_in_its_report_at_once(
    alice: Person, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.reports.response_cache.CACHE_SECONDS", 1.0)
    made = send_campaign(alice)
    assert report(alice, made, "basic").json()["campaign"]["status"] == "SENDING"

    sending.pause(team_id=alice.team.pk, campaign_id=made.pk, by=alice.caller)

    assert report(alice, made, "basic").json()["campaign"]["status"] == "PAUSED"


def test_while_sending_it_says_what_waits_and_how_fast_it_goes(
    alice: Person, traveller: time_machine.Traveller
) -> None:
    made = send_campaign(alice)
    log(made, [("sent", "")] * 4, minutes=0.5)
    count(made)
    Batch.objects.create(mailing=mailing_of(made), size=2, positions=[4, 5], parent_id=1, due_at=START)
    traveller.shift(timedelta(seconds=40))

    body = report(alice, made, "basic").json()

    figures = body["figures"]
    assert (figures["sent"], figures["waiting"], figures["retried"], figures["pending"]) == (4, 6, 2, 4)
    assert body["pace"] == {"perSecond": 0.1, "secondsLeft": 60}
    traveller.shift(timedelta(minutes=5))
    assert report(alice, made, "basic").json()["pace"] is None


def test_before_a_job_has_frozen_them_the_recipients_are_known(
    alice: Person, traveller: time_machine.Traveller
) -> None:
    made = send_campaign(alice)
    mailing = mailing_of(made)
    type(mailing).objects.for_team(alice.team).update(state=MailingState.PREPARING, recipients=0, started_at=None)

    figures = report(alice, made, "basic").json()["figures"]

    assert (figures["recipients"], figures["pending"]) == (10, 10)
    assert report(alice, made, "recipient").status_code == 200


def test_links_are_by_clickers_with_their_share(alice: Person, campaign: Campaign) -> None:
    body = report(alice, campaign, "link").json()

    assert body["clicked"] == 2
    assert [(row["address"], row["clicks"], row["clicked"], row["share"]) for row in body["items"]] == [
        ("https://shop.example/a", 3, 2, 1.0),
        ("https://shop.example/b", 1, 1, 0.5),
        ("https://shop.example/c", 0, 0, 0.0),
    ]


def test_devices_and_browsers_are_of_human_opens(alice: Person, campaign: Campaign) -> None:
    device, browser = report(alice, campaign, "device").json(), report(alice, campaign, "browser").json()

    assert device == {
        "items": [
            {"name": "phone", "count": 2, "share": 0.666667},
            {"name": "desktop", "count": 1, "share": 0.333333},
        ],
        "total": 3,
    }
    assert [(row["name"], row["count"]) for row in browser["items"]] == [("Mail", 2), ("Outlook", 1)]
    assert [(row["name"], row["count"]) for row in browser["systems"]] == [("iOS", 2), ("Windows", 1)]


def test_the_time_is_by_minute_and_names_the_busiest(alice: Person, campaign: Campaign) -> None:
    body = report(alice, campaign, "peak").json()

    assert (body["unit"], body["start"]) == ("minute", "2026-11-21T03:00:00Z")
    columns = ("sent", "opened", "clicked", "machineOpens")
    found = {row["at"][11:16]: tuple(row[column] for column in columns) for row in body["items"]}
    assert {minute: row for minute, row in found.items() if any(row)} == {
        "03:00": (6, 0, 0, 0),
        "03:01": (0, 1, 0, 1),
        "03:02": (0, 0, 1, 0),
        "03:05": (0, 2, 1, 0),
        "03:07": (0, 0, 0, 1),
    }
    assert body["busiest"]["at"] == "2026-11-21T03:05:00Z"


@pytest.mark.parametrize(
    ("days", "unit", "first"),
    [(1, "hour", "2026-11-21T03:00:00Z"), (30, "day", "2026-11-20T17:00:00Z")],
)
def test_a_longer_time_is_by_hour_and_by_the_teams_days(
    alice: Person, traveller: time_machine.Traveller, days: int, unit: str, first: str
) -> None:
    made = send_campaign(alice)
    log(made, STATES)
    act(made, [Deed(0, "open", 1), Deed(1, "open", days * 24 * 60 - 5)])
    count(made)
    finish(made)
    traveller.shift(timedelta(days=days))

    body = report(sign_in(alice.user, alice.team), made, "peak").json()

    assert body["unit"] == unit
    assert (body["items"][0]["at"], body["items"][0]["sent"], body["items"][0]["opened"]) == (first, 6, 1)
    assert len(body["items"]) == 2


def test_a_period_narrows_the_time(alice: Person, campaign: Campaign) -> None:
    query = "&start=2026-11-21T03:04:00Z&end=2026-11-21T03:06:00Z"

    body = report(alice, campaign, "peak", query).json()

    assert [row["at"] for row in body["items"] if row["opened"]] == ["2026-11-21T03:05:00Z"]
    wrong = report(alice, campaign, "peak", "&start=2026-11-21T03:06:00Z&end=2026-11-21T03:04:00Z")
    assert (wrong.status_code, wrong.json()["payload"]["field"]) == (400, "end")


def test_counts_are_those_of_the_tabs(alice: Person, campaign: Campaign) -> None:
    assert report(alice, campaign, "count").json() == {
        "recipients": 10,
        "sent": 6,
        "failed": 2,
        "suppressed": 1,
        "skipped": 0,
        "inDoubt": 1,
        "waiting": 0,
        "delivered": 6,
        "bounced": 2,
        "opened": 3,
        "notOpened": 3,
        "clicked": 2,
        "unsubscribed": 1,
        "complained": 1,
        "links": 3,
        "domains": 1,
    }


def test_recipients_come_in_pages_with_what_became_of_each(alice: Person, campaign: Campaign) -> None:
    body = report(alice, campaign, "recipient", "&size=3&page=3").json()

    assert (body["total"], body["totalIsExact"], body["page"], body["size"]) == (10, True, 3, 3)
    assert [(row["email"], row["state"], row["bounce"], row["reply"]) for row in body["items"]] == [
        ("r6@x.example", "failed", "hard", "550 5.1.1 No such user"),
        ("r7@x.example", "failed", "soft", "550 5.1.1 No such user"),
        ("r8@x.example", "suppressed", "", ""),
    ]
    first = report(alice, campaign, "recipient", "&size=1").json()["items"][0]
    assert (first["opens"], first["clicks"], first["machineOpens"]) == (2, 2, 0)
    assert first["firstOpenedAt"] == "2026-11-21T03:01:00Z"
    assert first["contactId"] is not None


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("sent", [0, 1, 2, 3, 4, 5]),
        ("failed", [6, 7]),
        ("suppressed", [8]),
        ("inDoubt", [9]),
        ("waiting", []),
        ("opened", [0, 1, 2]),
        ("clicked", [0, 2]),
        ("unsubscribed", [4]),
    ],
)
def test_each_state_lists_as_many_as_its_figure_says(
    alice: Person, campaign: Campaign, state: str, expected: list[int]
) -> None:
    body = report(alice, campaign, "recipient", f"&state={state}").json()

    assert [row["position"] for row in body["items"]] == expected
    assert body["total"] == len(expected)


def test_a_search_is_the_beginning_of_an_address(alice: Person, campaign: Campaign) -> None:
    found = report(alice, campaign, "recipient", "&search=R7").json()
    wild = report(alice, campaign, "recipient", "&search=%25").json()

    assert ([row["email"] for row in found["items"]], found["total"]) == (["r7@x.example"], 1)
    assert (wild["items"], wild["total"]) == ([], 0)


def test_those_a_stopped_campaign_did_not_reach_are_cancelled(alice: Person, traveller: time_machine.Traveller) -> None:
    made = send_campaign(alice, recipients=2)
    log(made, [("sent", "")])
    count(made)
    alice.api.post(f"email-marketing/{made.pk}/stop")

    items = report(alice, made, "recipient").json()["items"]

    assert [row["state"] for row in items] == ["sent", "cancelled"]


@pytest.mark.parametrize("part", ["basic", "link", "device", "browser", "peak", "count", "recipient"])
def test_who_may_not_see_it_gets_nothing(alice: Person, mallory: Person, campaign: Campaign, part: str) -> None:
    theirs = report(mallory, campaign, part)
    draft = report(alice, make_campaign(alice.team), part)

    assert (theirs.status_code, theirs.json()["code"]) == (404, "noEntity")
    assert (draft.status_code, draft.json()["code"]) == (409, "reportNotStarted")


def limit_retention(days: int) -> None:
    plan = Plan.objects.get(code="SAMPLE")
    for group in plan.features:
        for sub in group["subFeatures"]:
            if sub["name"] == "retentionDays":
                sub["limit"] = days
    plan.save()


@pytest.mark.parametrize(("limit", "kept"), [(7, 7), (0, 30)])
def test_a_report_older_than_the_plan_keeps_is_not_shown(
    alice: Person, campaign: Campaign, traveller: time_machine.Traveller, limit: int, kept: int
) -> None:
    limit_retention(limit)
    traveller.move_to(START + timedelta(days=kept))
    later = sign_in(alice.user, alice.team)
    young = report(later, campaign, "basic")
    traveller.shift(timedelta(seconds=1))

    old = report(later, campaign, "basic")

    assert young.status_code == 200
    assert (old.status_code, old.json()["code"], old.json()["payload"]) == (403, "reportPastRetention", {"days": kept})


def test_the_report_takes_as_many_queries_for_more_recipients(alice: Person, traveller: time_machine.Traveller) -> None:
    small, large = send_campaign(alice, recipients=1), send_campaign(alice, recipients=30, name="Big", domain="y")
    log(large, [("sent", "")] * 30)
    act(large, [Deed(n, "open", n) for n in range(30)])
    count(large)
    seen = []
    for made in (small, large):
        for part in ("basic", "link", "device", "browser", "peak", "count", "recipient"):
            with CaptureQueriesContext(connection) as queries:
                report(alice, made, part)
            seen.append(len(queries))

    assert seen[:7] == seen[7:]
