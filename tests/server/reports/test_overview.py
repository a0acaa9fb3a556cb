"""The overview of a period: sorting, totals, categories, time series and files."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import openpyxl
import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.campaigns.models import Campaign
from server.delivery.models import Mailing
from server.plans.models import Plan
from server.reports.overview import selectors
from server.reports.sql import overview as sql
from server.reports.states import BotMode
from server.stats.services import closing
from tests.cast import Person, sign_in
from tests.server.reports.sent import add_mailing, happen, make_sent

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 10, 5, 0, tzinfo=UTC)
DAY = timedelta(days=1)
SPRING = {
    "recipients": 1_100,
    "sent": 1_000,
    "failed": 90,
    "in_doubt": 10,
    "returned": 50,
    "hard_bounced": 30,
    "soft_bounced": 80,
    "opened": 380,
    "opens": 500,
    "machine_opened": 200,
    "machine_opens": 300,
    "clicked": 95,
    "clicks": 120,
    "any_opened": 475,
    "any_clicked": 100,
    "unsubscribed": 19,
    "complained": 1,
}


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as made:
        yield made


@pytest.fixture
def three(alice: Person) -> list[Campaign]:
    """Three campaigns, two of them in a category, one with the highest open rate."""
    return [
        make_sent(alice.team, at=NOW - 20 * DAY, name="Spring", category="News", figures=SPRING),
        make_sent(alice.team, at=NOW - 5 * DAY, name="=Sale", category="Promo", figures={"sent": 10, "opened": 8}),
        make_sent(alice.team, at=NOW - 1 * DAY, name="May", category="News", figures={"sent": 100, "opened": 10}),
    ]


def overview(person: Person, query: str = "") -> Any:
    return sign_in(person.user, person.team).api.get(f"reports/overview?{query}").json()


def names(person: Person, query: str) -> list[str]:
    return [row["name"] for row in overview(person, query)["items"]]


def test_a_row_has_every_figure_with_its_rates(alice: Person, three: list[Campaign]) -> None:
    [row] = overview(alice, "search=spr")["items"]

    assert row["figures"] == {
        "recipients": 1100,
        "sent": 1000,
        "delivered": 950,
        "failed": 90,
        "inDoubt": 10,
        "hardBounced": 30,
        "softBounced": 80,
        "suppressed": 0,
        "opened": 380,
        "opens": 500,
        "machineOpened": 200,
        "machineOpens": 300,
        "clicked": 95,
        "clicks": 120,
        "machineClicks": 0,
        "anyOpened": 475,
        "anyClicked": 100,
        "unsubscribed": 19,
        "complained": 1,
        "rates": {
            "delivered": 0.863636,
            "bounced": 0.1,
            "opened": 0.4,
            "clicked": 0.1,
            "clickedOfOpened": 0.25,
            "unsubscribed": 0.02,
            "complained": 0.001053,
        },
    }
    assert (row["id"], row["category"], row["status"]) == (str(three[0].pk), "News", "SENT")


def test_sums_are_of_all_pages(alice: Person, three: list[Campaign]) -> None:
    body = overview(alice, "size=1&page=2&sort=startedAt")

    assert [row["name"] for row in body["items"]] == ["=Sale"]
    assert (body["total"], body["sums"]["sent"], body["sums"]["recipients"]) == (3, 1110, 1210)
    assert body["sums"]["rates"]["opened"] == round(398 / 1060, 6)


def test_categories_are_added_up_the_largest_first(alice: Person, three: list[Campaign]) -> None:
    make_sent(alice.team, at=NOW - DAY, figures={"sent": 1})
    body = overview(alice)

    told = [(row["category"], row["campaigns"], row["figures"]["sent"]) for row in body["categories"]]
    assert told == [("News", 2, 1100), ("Promo", 1, 10), ("", 1, 1)]


def test_it_is_narrowed_by_category_and_text_and_period(alice: Person, three: list[Campaign]) -> None:
    assert names(alice, "category=News&sort=name") == ["May", "Spring"]
    assert names(alice, "search=%25") == []
    assert names(alice, "start=2026-03-04T17:00:00Z&end=2026-03-05T17:00:00Z") == ["=Sale"]


def test_every_order_agrees_with_the_definition_of_its_rate(alice: Person, three: list[Campaign]) -> None:
    wanted = sql.OverviewFilter(NOW - 90 * DAY, NOW)
    plain = {"name", "startedAt", "recipients", "sent"}
    of = {"clickedOfOpened": "clicked_of_opened"}
    for sort in sql.SORTS.keys() - plain:
        rows = sql.list_page(alice.team.pk, wanted, sort=sort, is_descending=True, offset=0, size=10)
        rates = [
            getattr(selectors.metrics_out(row.figures, row.recipients, BotMode.EXCLUDE).rates, of.get(sort, sort))
            for row in rows
        ]
        assert rates == sorted(rates, reverse=True), sort
        assert len(rates) == 3
    assert names(alice, "sort=-opened") == ["=Sale", "Spring", "May"]
    assert names(alice, "sort=-sent") == ["Spring", "May", "=Sale"]
    assert names(alice, "") == ["May", "=Sale", "Spring"]


def test_one_control_counts_what_machines_did_everywhere(alice: Person, three: list[Campaign]) -> None:
    mailing = Mailing.objects.for_team(alice.team).get(origin_id=three[0].pk)
    happen(mailing, NOW, opened=2, any_opened=5, clicked=1, any_clicked=3)

    body = overview(alice, "machines=include&search=spring")

    [row] = body["items"]
    rates = row["figures"]["rates"]
    assert (rates["opened"], rates["clicked"], rates["clickedOfOpened"]) == (
        0.5,
        round(100 / 950, 6),
        round(100 / 475, 6),
    )
    assert (row["figures"]["opened"], row["figures"]["anyOpened"]) == (380, 475)
    assert body["sums"]["rates"]["opened"] == 0.5
    assert [(point["opened"], point["clicked"]) for point in body["series"]] == [(5, 3)]
    assert names(alice, "machines=include&sort=-opened") == ["Spring", "May", "=Sale"]


def test_an_order_that_there_is_not_is_refused(alice: Person) -> None:
    body = overview(alice, "sort=body")

    assert (body["number"], body["payload"]["field"]) == (123, "sort")


@pytest.mark.parametrize("query", ["start=2026-03-12T00:00:00Z", "end=2026-03-12T00:00:00Z"])
def test_a_period_after_today_is_refused(alice: Person, query: str) -> None:
    assert overview(alice, query)["number"] == 123


def test_the_mails_of_one_campaign_are_added_up(alice: Person) -> None:
    campaign = make_sent(alice.team, at=NOW - DAY, name="May", figures={"sent": 10, "opened": 4, "recipients": 40})
    add_mailing(campaign, {"sent": 30, "opened": 8}, variant=1)

    body = overview(alice)

    [row], [category] = body["items"], body["categories"]
    for figures in (row["figures"], body["sums"], category["figures"]):
        assert (figures["sent"], figures["opened"], figures["recipients"]) == (40, 12, 40)
    assert (body["total"], category["campaigns"]) == (1, 1)


def test_what_happened_is_by_day_from_the_first_mail_on(alice: Person, three: list[Campaign]) -> None:
    mailing = Mailing.objects.for_team(alice.team).get(origin_id=three[0].pk)
    happen(mailing, NOW - 19 * DAY, sent=1000, opened=7)
    happen(mailing, NOW, opened=2)
    closing.close_days(team_id=alice.team.pk)

    body = overview(alice)

    assert (body["unit"], body["start"], body["total"]) == ("day", "2026-02-19T05:00:00Z", 3)
    told = [(row["at"], row["sent"], row["opened"]) for row in body["series"]]
    assert told == [("2026-02-18T17:00:00Z", 1000, 7), ("2026-03-09T17:00:00Z", 0, 2)]


def test_it_ends_where_the_plan_ends(alice: Person, three: list[Campaign]) -> None:
    plan = Plan.objects.get(code="SAMPLE")
    limits = {sub["name"]: sub for group in plan.features for sub in group["subFeatures"]}
    limits["retentionDays"]["limit"] = 10
    plan.save()

    body = overview(alice, "start=2026-01-01T00:00:00Z")

    assert ([row["name"] for row in body["items"]], body["retentionDays"]) == (["May", "=Sale"], 10)


def test_other_teams_are_not_in_it(alice: Person, mallory: Person, three: list[Campaign]) -> None:
    body = overview(mallory)

    assert (body["items"], body["total"], body["categories"], body["series"]) == ([], 0, [], [])


def test_a_csv_has_the_sums_last_and_nothing_that_runs(alice: Person, three: list[Campaign]) -> None:
    answer = alice.api.get("reports/overview/export?format=csv&sort=-sent&size=1")

    assert answer["Content-Disposition"] == 'attachment; filename="campaigns.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row[0] for row in rows] == ["Campaign", "Spring", "May", "'=Sale", "All"]
    assert rows[1][:7] == ["Spring", "Hello {{ firstname }}", "News", "2026-02-18 12:00", "1100", "1000", "950"]
    assert dict(zip(rows[0], rows[4], strict=True))["Open rate"] == str(round(398 / 1060, 6))


def test_a_workbook_holds_the_same(alice: Person, three: list[Campaign]) -> None:
    answer = alice.api.get("reports/overview/export?format=xlsx&category=Promo")

    rows = list(openpyxl.load_workbook(io.BytesIO(answer.content)).active.values)
    assert [row[0] for row in rows] == ["Campaign", "=Sale", "All"]
    assert (rows[1][5], rows[1][-7]) == (10, 1)


def test_it_takes_as_many_queries_for_more_campaigns(alice: Person, three: list[Campaign]) -> None:
    sign_in(alice.user, alice.team).api.get("reports/overview")
    with CaptureQueriesContext(connection) as few:
        alice.api.get("reports/overview?size=100")
    for number in range(20):
        make_sent(alice.team, at=NOW - DAY, name=f"N{number}", category=f"C{number}", figures={"sent": 1})

    with CaptureQueriesContext(connection) as many:
        body = alice.api.get("reports/overview?size=100").json()

    assert (len(many), len(body["items"])) == (len(few), 23)
