"""Report parts: bots, locations, domains, bounce responses, hours and previous campaigns."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.campaigns.models import Campaign
from server.delivery.models import Event, MailingDomain, MailingMinute, MailingQuarter, SendLog
from server.delivery.sql.recounting import recount
from server.delivery.tracking import geo
from server.delivery.tracking.clients import detect_client
from server.reports.selectors import recipients
from server.reports.services import click_maps
from tests.cast import Person, sign_in
from tests.server.campaigns.ab.making import make_test, sent_test
from tests.server.reports.history import Deed, act, count, finish, log, mailing_of, send_campaign
from tests.server.reports.sent import make_sent

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)  # a Saturday, 10:00 in Jakarta
STATES = [("sent", "")] * 6 + [("failed", "hard"), ("failed", "soft")]
DEEDS = [
    Deed(0, "open", 1, browser="Gmail", os="Other"),
    Deed(0, "click", 2, link=1),
    Deed(1, "open", 1, machine=True),
    Deed(1, "click", 1, link=1, machine=True),
    Deed(1, "click", 1, link=2, machine=True),
    Deed(2, "open", 70, browser="Outlook", os="Windows"),
    Deed(3, "unsubscribe", 80),
    Deed(4, "complaint", 90),
]


@pytest.fixture
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def campaign(alice: Person, traveller: time_machine.Traveller) -> Campaign:
    """An ended campaign with eight recipients, sent two hours ago."""
    made = send_campaign(alice, recipients=8)
    log(made, STATES)
    act(made, DEEDS)
    count(made)
    finish(made)
    traveller.shift(timedelta(hours=2))
    return made


def part(person: Person, campaign: Campaign, name: str, query: str = "") -> Any:
    answer = person.api.get(f"email-marketing/reports/{name}?id={campaign.pk}{query}")
    assert answer.status_code == 200, answer.json()
    return answer.json()


def test_machines_are_left_out_of_every_rate_or_counted_in_every_one(alice: Person, campaign: Campaign) -> None:
    without, with_them = (part(alice, campaign, "basic", f"&machines={said}") for said in ("exclude", "include"))

    assert {name: without["figures"][name] for name in ("opened", "anyOpened", "clicked", "anyClicked")} == {
        "opened": 2,
        "anyOpened": 3,
        "clicked": 1,
        "anyClicked": 2,
    }
    assert (without["figures"]["rates"]["opened"], without["figures"]["rates"]["clicked"]) == (0.333333, 0.166667)
    assert (with_them["figures"]["rates"]["opened"], with_them["figures"]["rates"]["clicked"]) == (0.5, 0.333333)
    assert with_them["figures"]["opened"] == 2  # the metric itself does not change
    assert with_them["machines"] == "include"


def test_links_count_machines_apart_and_by_the_switch(alice: Person, campaign: Campaign) -> None:
    without, with_them = (part(alice, campaign, "link", f"&machines={said}") for said in ("exclude", "include"))

    columns = ("number", "clicks", "clicked", "machineClicks", "anyClicked", "share")
    assert [tuple(row[name] for name in columns) for row in without["items"]] == [
        (1, 1, 1, 1, 2, 1.0),
        (2, 0, 0, 1, 1, 0.0),
        (3, 0, 0, 0, 0, 0.0),
    ]
    assert [row["share"] for row in with_them["items"]] == [1.0, 0.5, 0.0]
    assert (without["clicked"], with_them["clicked"]) == (1, 2)


def test_programs_are_mail_clients(alice: Person, campaign: Campaign) -> None:
    body = part(alice, campaign, "browser")

    assert [(row["name"], row["count"]) for row in body["clients"]] == [("Gmail", 1), ("Outlook", 1)]
    clicks = part(alice, campaign, "browser", "&of=clicks")
    assert [(row["name"], row["count"]) for row in clicks["clients"]] == [("Apple Mail", 1)]
    machines = part(alice, campaign, "device", "&machines=include")
    assert (machines["total"], part(alice, campaign, "device")["total"]) == (3, 2)


@pytest.mark.parametrize(
    ("browser", "os", "client"),
    [
        ("Gmail", "Other", "Gmail"),
        ("Yahoo Mail", "Other", "Yahoo Mail"),
        ("Apple Mail", "Mac OS X", "Apple Mail"),
        ("Mobile Safari UI/WKWebView", "iOS", "Apple Mail"),
        ("Outlook", "Windows", "Outlook"),
        ("Thunderbird", "Linux", "Thunderbird"),
        ("Chrome", "Windows", "webmail"),
        ("Chrome Mobile WebView", "Android", "webmail"),
        ("Other", "Other", "other"),
    ],
)
def test_a_client_is_known_by_browser_and_system(browser: str, os: str, client: str) -> None:
    assert detect_client(browser, os) == client


def test_domains_have_their_own_rates(alice: Person, traveller: time_machine.Traveller) -> None:
    made = send_campaign(alice, recipients=3, domain="a")
    log(made, [("sent", ""), ("sent", ""), ("failed", "hard")])
    act(made, [Deed(0, "open", 1), Deed(1, "open", 1, machine=True), Deed(1, "complaint", 2)])
    count(made)
    finish(made)
    traveller.shift(timedelta(minutes=5))

    body = part(alice, made, "domain")

    assert (body["domains"], body["others"]) == (1, None)
    [row] = body["items"]
    rates = row.pop("rates")
    assert row == {
        "domain": "a.example",
        "sent": 2,
        "failed": 1,
        "delivered": 2,
        "hardBounced": 1,
        "softBounced": 0,
        "opened": 1,
        "clicked": 0,
        "unsubscribed": 0,
        "complained": 1,
        "hasLowOpens": False,
    }
    assert (rates["delivered"], rates["bounced"], rates["opened"], rates["complained"]) == (
        0.666667,
        0.333333,
        0.5,
        0.5,
    )
    assert part(alice, made, "domain", "&machines=include")["items"][0]["opened"] == 2


def with_domains(person: Person, *, finished_at: datetime | None, **domains: tuple[int, int]) -> Campaign:
    """Creates a campaign started at START with deliveries and opens by domain."""
    made = make_sent(person.team, at=START, figures={"sent": sum(delivered for delivered, _ in domains.values())})
    mailing = mailing_of(made)
    for name, (delivered, opened) in domains.items():
        MailingDomain.objects.create(
            mailing_id=mailing.pk, team_id=person.team.pk, domain=f"{name}.example", sent=delivered, opened=opened
        )
    mailing.finished_at, mailing.state = finished_at, "done" if finished_at else "sending"
    mailing.save(update_fields=["finished_at", "state"])
    return made


def low_opens(body: Any) -> list[str]:
    return [row["domain"].removesuffix(".example") for row in body["items"] if row["hasLowOpens"]]


@pytest.mark.parametrize(
    ("domains", "low"),
    [
        ({"most": (1_000, 200), "none": (489, 0)}, ["none"]),
        # 8% of 50 compared with 20%: chance produces that about once in twenty cases, and two more domains are
        # compared.
        ({"most": (1_000, 200), "more": (400, 80), "few": (50, 4)}, []),
        ({"most": (1_000, 200), "tiny": (49, 0)}, []),
        ({"most": (1_000, 200), "less": (800, 110)}, []),
        # One open in 489 emails is no basis for comparison.
        ({"most": (300, 1), "second": (100, 0), "third": (89, 0)}, []),
        ({"only": (500, 0)}, []),
    ],
)
def test_a_domain_with_low_opens_is_told_where_chance_does_not_explain_it(
    alice: Person, traveller: time_machine.Traveller, domains: dict[str, tuple[int, int]], low: list[str]
) -> None:
    made = with_domains(alice, finished_at=START, **domains)
    traveller.shift(timedelta(hours=24))

    body = part(alice, made, "domain")

    assert (body["areOpensCompared"], body["opensComparedFrom"]) == (True, "2026-11-22T03:00:00Z")
    assert low_opens(body) == low


def test_opens_of_domains_are_compared_a_day_after_the_last_email(
    alice: Person, traveller: time_machine.Traveller
) -> None:
    domains = {"most": (1_000, 200), "none": (489, 0)}
    sending = with_domains(alice, finished_at=None, **domains)
    finished = with_domains(alice, finished_at=START + timedelta(hours=6), **domains)

    traveller.shift(timedelta(hours=29))
    early, running = part(alice, finished, "domain"), part(alice, sending, "domain")
    traveller.shift(timedelta(hours=1))
    late = part(alice, finished, "domain")

    assert [low_opens(body) for body in (early, running, late)] == [[], [], ["none"]]
    assert [body["areOpensCompared"] for body in (early, running, late)] == [False, False, True]
    assert early["opensComparedFrom"] == "2026-11-22T09:00:00Z"
    assert running["opensComparedFrom"] is None


def test_refusals_are_grouped_by_what_servers_said(alice: Person, campaign: Campaign) -> None:
    replies = {
        6: "550 5.1.1 <r6@x.example>: no such user here, id 4f2a-77 (see https://x.example/help)",
        7: "550 5.1.1 <r7@x.example>: no such user here, id 91b3-12 (see https://x.example/help)",
    }
    rows = SendLog.objects.for_team(alice.team)
    for position, reply in replies.items():
        rows.filter(position=position).update(reply=reply, code=550, enhanced="5.1.1", bounce="hard")
    count(campaign)

    body = part(alice, campaign, "bounce")

    assert body == {
        "classes": [{"bounce": "hard", "count": 2}],
        "replies": [
            {
                "bounce": "hard",
                "code": 550,
                "enhanced": "5.1.1",
                "words": "…: no such user here, id … (see https://x.example/help)",
                "count": 2,
            }
        ],
        "others": 0,
        "total": 2,
    }


def test_who_left_says_why_or_not(alice: Person, campaign: Campaign) -> None:
    assert part(alice, campaign, "leaving") == {"unsubscribed": 1, "complained": 1, "reasons": [], "untold": 1}
    Event.objects.for_team(alice.team).filter(kind="unsubscribe").update(why="tooMany")
    assert part(alice, campaign, "leaving") == {
        "unsubscribed": 1,
        "complained": 1,
        "reasons": [{"reason": "tooMany", "count": 1}],
        "untold": 0,
    }


def test_hours_are_those_of_the_teams_week(alice: Person, campaign: Campaign) -> None:
    body = part(alice, campaign, "peak")

    assert body["zone"] == "Asia/Jakarta"
    assert body["hours"] == [
        {"weekday": 6, "hour": 10, "opens": 1, "clicks": 1},
        {"weekday": 6, "hour": 11, "opens": 1, "clicks": 0},
    ]
    assert body["busiestHour"] == {"weekday": 6, "hour": 10, "opens": 1, "clicks": 1}
    with_machines = part(alice, campaign, "peak", "&machines=include")
    assert with_machines["hours"][0] == {"weekday": 6, "hour": 10, "opens": 2, "clicks": 3}
    first = next(point for point in with_machines["items"] if point["at"] == "2026-11-21T03:01:00Z")
    assert (first["opened"], first["clicked"]) == (2, 1)


def test_quarters_follow_minutes_however_they_change(alice: Person, campaign: Campaign) -> None:
    def sums(rows: Any) -> dict[str, int]:
        found: dict[str, int] = {}
        for what, amount in rows.for_team(alice.team).values_list("what", "count"):
            found[what] = found.get(what, 0) + amount
        return found

    minutes = MailingMinute.objects.for_team(alice.team)
    minutes.filter(what="opens", minute=START + timedelta(minutes=1)).update(count=7)
    minutes.filter(what="sent").delete()

    assert sums(MailingQuarter.objects) == sums(MailingMinute.objects)
    quarters = MailingQuarter.objects.for_team(alice.team)
    assert {row.quarter.minute % 15 for row in quarters} == {0}
    assert quarters.get(what="opens", quarter=START).count == 7
    assert not quarters.filter(what="sent").exists()


def test_without_a_database_of_places_the_call_says_so(alice: Person, campaign: Campaign) -> None:
    assert part(alice, campaign, "location") == {"available": False, "countries": [], "total": 0, "unknown": 0}


def test_places_are_countries_with_their_cities(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(geo, "is_available", lambda: True)
    Event.objects.for_team(alice.team).filter(position=2).update(country="ID", city="Bandung")
    Event.objects.for_team(alice.team).filter(position=1, kind="open").update(country="US", city="Ashburn")
    count(campaign)

    assert part(alice, campaign, "location") == {
        "available": True,
        "countries": [
            {
                "code": "ID",
                "count": 1,
                "share": 1.0,
                "cities": [{"name": "Bandung", "count": 1, "share": 1.0}],
            }
        ],
        "total": 1,
        "unknown": 1,
    }
    with_machines = part(alice, campaign, "location", "&machines=include")
    assert [(row["code"], row["share"]) for row in with_machines["countries"]] == [("ID", 0.5), ("US", 0.5)]


def test_former_campaigns_are_beside_it(alice: Person, traveller: time_machine.Traveller) -> None:
    for number, opened in enumerate((1, 2, 4)):
        before = send_campaign(alice, recipients=4, name=f"Number {number}", domain=f"d{number}")
        log(before, [("sent", "")] * 4)
        act(before, [Deed(position, "open", 1) for position in range(opened)])
        count(before)
        finish(before)
        traveller.shift(timedelta(days=1))
    made = send_campaign(alice, recipients=4, name="Last", domain="last")
    log(made, [("sent", "")] * 4)
    act(made, [Deed(0, "open", 1)])
    count(made)
    finish(made)

    body = part(sign_in(alice.user, alice.team), made, "compare")

    assert [row["name"] for row in body["former"]] == ["Number 2", "Number 1", "Number 0"]
    found = {row["rate"]: row for row in body["items"]}
    assert found["opened"] == {"rate": "opened", "own": 0.25, "median": 0.5, "lowest": 0.25, "highest": 1.0}
    assert "clickedOfOpened" in found


def test_the_first_campaign_has_none_beside_it(alice: Person, campaign: Campaign) -> None:
    assert part(alice, campaign, "compare") == {"items": [], "former": []}


@pytest.mark.parametrize(
    ("query", "positions"),
    [
        ("&state=delivered", [0, 1, 2, 3, 4, 5]),
        ("&state=bounced", [6, 7]),
        ("&state=notOpened", [1, 3, 4, 5]),
        ("&state=notOpened&machines=include", [3, 4, 5]),
        ("&state=opened&machines=include", [0, 1, 2]),
        ("&state=clicked&machines=include", [0, 1]),
        ("&state=complained", [4]),
        ("&link=1", [0]),
        ("&link=1&machines=include", [0, 1]),
        ("&link=2", []),
        ("&search=r4", [4]),
        ("&state=opened&search=r2", [2]),
    ],
)
def test_recipients_of_every_outcome_are_listed(
    alice: Person, campaign: Campaign, query: str, positions: list[int]
) -> None:
    body = part(alice, campaign, "recipient", query)

    assert [row["position"] for row in body["items"]] == positions
    assert body["total"] == len(positions)


@pytest.mark.parametrize(("most", "total", "is_exact"), [(1, 1, False), (2, 2, True)])
def test_a_total_of_clickers_with_a_state_is_exact_up_to_a_number(
    alice: Person, campaign: Campaign, monkeypatch: pytest.MonkeyPatch, most: int, total: int, is_exact: bool
) -> None:
    monkeypatch.setattr(recipients, "MAX_EXACT_TOTAL", most)

    body = part(alice, campaign, "recipient", "&state=delivered&link=1&machines=include&size=1")

    assert ([row["position"] for row in body["items"]], body["total"], body["totalIsExact"]) == ([0], total, is_exact)


def test_a_link_that_there_is_not_is_not_found(alice: Person, campaign: Campaign) -> None:
    answer = alice.api.get(f"email-marketing/reports/recipient?id={campaign.pk}&link=9")

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


def test_the_click_map_marks_links_and_leads_nowhere(alice: Person, campaign: Campaign) -> None:
    body = part(alice, campaign, "click-map")

    assert body["htmlUrl"].startswith("http://127.0.0.1:8000/preview/clicks/")
    assert body["expiresAt"] == "2026-11-21T05:15:00Z"
    assert [row["number"] for row in body["items"]] == [1, 2, 3]
    html = click_maps.render_page(body["htmlUrl"].rpartition("/")[2].replace("%3A", ":"))
    assert 'data-link="1" data-heat="4"><span class="click-badge">1</span>' in html
    assert 'data-link="2" data-heat="0"><span class="click-badge">0</span>' in html
    assert "/c/" not in html
    assert "nobodys-click-map" not in html


def test_a_forged_click_map_is_not_found(client: Any, alice: Person, campaign: Campaign) -> None:
    address = part(alice, campaign, "click-map")["htmlUrl"].removeprefix("http://127.0.0.1:8000")

    found = client.get(address, HTTP_HOST="127.0.0.1:8000")
    forged = client.get(address[:-3] + "xyz", HTTP_HOST="127.0.0.1:8000")

    assert (found.status_code, forged.status_code) == (200, 404)
    assert found["Content-Security-Policy"].startswith("sandbox")


def test_a_campaign_is_no_ab_test(alice: Person, campaign: Campaign) -> None:
    answer = alice.api.get(f"ab-test/reports/basic?id={campaign.pk}")

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


@pytest.mark.parametrize(
    "name",
    [
        *("basic", "compare", "link", "click-map", "device", "browser", "location", "domain", "bounce", "leaving"),
        *("peak", "count", "recipient", "files", "live"),
    ],
)
def test_every_part_is_the_teams_own_and_asks_little(
    alice: Person, mallory: Person, campaign: Campaign, name: str
) -> None:
    query = "&parts=basic&parts=peak&parts=link" if name == "live" else ""
    with CaptureQueriesContext(connection) as asked:
        part(alice, campaign, name, query)

    assert len(asked) <= 14
    answer = mallory.api.get(f"email-marketing/reports/{name}?id={campaign.pk}{query}")
    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


def test_a_recount_changes_nothing(alice: Person, campaign: Campaign) -> None:
    names = ("basic", "link", "browser", "domain", "bounce", "peak", "count")
    before = [part(alice, campaign, name) for name in names]
    before[0]["figures"].pop("revision")

    recount(alice.team.pk, mailing_id=mailing_of(campaign).pk)

    after = [part(alice, campaign, name) for name in names]
    after[0]["figures"].pop("revision")
    assert after == before


def test_an_ab_test_is_reported_with_all_its_mails(alice: Person, traveller: time_machine.Traveller) -> None:
    campaign = make_test(alice.team, people=20)
    first, second, rest = sent_test(alice, campaign)
    for mailing, deeds in ((first, ["open"]), (second, ["open", "open"]), (rest, [])):
        for position, kind in enumerate(deeds):
            Event.objects.create(
                pk=mailing.pk * 10_000 + position,
                team_id=alice.team.pk,
                mailing_id=mailing.pk,
                position=position,
                at=START + timedelta(minutes=1),
                kind=kind,
            )
        recount(alice.team.pk, mailing_id=mailing.pk)
    traveller.shift(timedelta(minutes=5))
    address = f"ab-test/reports/{{}}?id={campaign.pk}"

    body = alice.api.get(address.format("basic")).json()

    assert (body["figures"]["recipients"], body["figures"]["opened"]) == (20, 3)
    assert [(row["variant"], row["figures"]["opened"]) for row in body["parts"]] == [(0, 1), (1, 2), (None, 0)]
    listed = alice.api.get(address.format("recipient") + "&size=50").json()
    assert (listed["total"], len(listed["items"]), len({row["key"] for row in listed["items"]})) == (20, 20, 20)
    assert alice.api.get(address.format("recipient") + "&state=opened&size=2&page=2").json()["total"] == 3
    points = alice.api.get(address.format("peak")).json()["items"]
    assert sum(point["opened"] for point in points) == 3
    assert alice.api.get(address.format("click-map") + "&variant=1").json()["variant"] == 1
    assert alice.api.get(f"email-marketing/reports/basic?id={campaign.pk}").status_code == 404
