"""Daily metrics of a team equal those by minute, also with closed days and late activity."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.campaigns.origins import CAMPAIGN
from server.delivery.models import Mailing, MailingMinute
from server.delivery.origins import TEST
from server.stats import selectors
from server.stats.models import LateDay, TeamClock, TeamDay
from server.stats.services import closing
from server.stats.sql import days as sql
from server.teams.models import Team
from tests.cast import Person
from tests.server.reports.sent import happen, make_sent

pytestmark = pytest.mark.django_db

# Noon in Jakarta (UTC+07:00), the team's zone. Its day starts at 17:00 UTC of the previous day.
NOW = datetime(2026, 3, 10, 5, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as made:
        yield made


def mailing_of(team: Team, origin: str = CAMPAIGN) -> Mailing:
    campaign = make_sent(team, at=NOW - 9 * DAY, figures={"sent": 10})
    mailing = Mailing.objects.for_team(team).get(origin_id=campaign.pk)
    Mailing.objects.for_team(team).filter(pk=mailing.pk).update(origin=origin)
    return mailing


def by_day(team: Team, start: datetime = NOW - 9 * DAY, end: datetime = NOW + DAY) -> list[tuple[str, str, int]]:
    rows = selectors.list_buckets(team=team, unit="day", start=start, end=end)
    return [(at.astimezone(UTC).isoformat()[:16], what, count) for at, what, count in rows]


@pytest.fixture
def mailing(alice: Person) -> Mailing:
    """Activity on three days of the team: the 7th, the 8th and today."""
    made = mailing_of(alice.team)
    happen(made, datetime(2026, 3, 6, 17, 0, tzinfo=UTC), sent=5)
    happen(made, datetime(2026, 3, 7, 16, 59, tzinfo=UTC), sent=4, opened=2)
    happen(made, datetime(2026, 3, 7, 17, 0, tzinfo=UTC), opened=1)
    happen(made, datetime(2026, 3, 9, 17, 30, tzinfo=UTC), opened=3)
    return made


DAYS = [
    ("2026-03-06T17:00", "opened", 2),
    ("2026-03-06T17:00", "sent", 9),
    ("2026-03-07T17:00", "opened", 1),
    ("2026-03-09T17:00", "opened", 3),
]


def test_what_is_not_closed_is_read_by_minute(alice: Person, mailing: Mailing) -> None:
    assert by_day(alice.team) == DAYS
    assert not TeamDay.objects.for_team(alice.team).exists()


def test_closed_days_and_the_minutes_since_say_the_same(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)

    closed = TeamDay.objects.for_team(alice.team).order_by("day", "what").values_list("day", "what", "count")
    assert list(closed) == [
        (date(2026, 3, 7), "opened", 2),
        (date(2026, 3, 7), "sent", 9),
        (date(2026, 3, 8), "opened", 1),
    ]
    assert by_day(alice.team) == DAYS
    # A period that starts and ends within closed days reads those parts by minute.
    noon = datetime(2026, 3, 7, 5, 0, tzinfo=UTC)
    assert by_day(alice.team, noon, noon + DAY) == [
        ("2026-03-06T17:00", "opened", 2),
        ("2026-03-06T17:00", "sent", 4),
        ("2026-03-07T17:00", "opened", 1),
    ]


def test_the_first_day_is_that_of_any_origin(alice: Person) -> None:
    happen(mailing_of(alice.team, "journey"), datetime(2026, 3, 6, 17, 0, tzinfo=UTC), sent=5)

    closing.close_days(team_id=alice.team.pk)

    closed = TeamDay.objects.for_team(alice.team).values_list("origin", "day", "what", "count")
    assert list(closed) == [("journey", date(2026, 3, 7), "sent", 5)]


def test_closed_days_are_read_and_not_their_minutes(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)
    with connection.cursor() as cursor:  # bypasses the trigger
        cursor.execute("UPDATE stats_teamday SET count = 90 WHERE what = 'sent'")

    assert by_day(alice.team)[1] == ("2026-03-06T17:00", "sent", 90)


def test_the_next_day_is_closed_a_quarter_of_an_hour_after_its_end(
    alice: Person, mailing: Mailing, traveller: time_machine.Traveller
) -> None:
    closing.close_days(team_id=alice.team.pk)
    traveller.move_to(datetime(2026, 3, 10, 17, 14, tzinfo=UTC))

    early = closing.close_due_days()
    traveller.shift(timedelta(minutes=1))
    late = closing.close_due_days()

    assert (early, late) == (0, 1)
    assert TeamClock.objects.for_team(alice.team).get().through == datetime(2026, 3, 10, 17, 0, tzinfo=UTC)
    assert TeamDay.objects.for_team(alice.team).get(day=date(2026, 3, 10)).count == 3
    assert by_day(alice.team) == DAYS


def test_what_is_counted_in_a_closed_day_is_folded_in(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)
    happen(mailing, datetime(2026, 3, 7, 18, 0, tzinfo=UTC), opened=4)
    MailingMinute.objects.for_team(alice.team).filter(what="sent", count=5).delete()
    MailingMinute.objects.for_team(alice.team).filter(what="sent").update(count=6)

    assert closing.close_due_days() == 1

    assert not LateDay.objects.for_team(alice.team).exists()
    assert by_day(alice.team) == [
        ("2026-03-06T17:00", "opened", 2),
        ("2026-03-06T17:00", "sent", 6),
        ("2026-03-07T17:00", "opened", 5),
        ("2026-03-09T17:00", "opened", 3),
    ]
    assert closing.close_due_days() == 0


def test_what_is_counted_today_is_not_late(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)

    happen(mailing, NOW, clicked=1)

    assert not LateDay.objects.for_team(alice.team).exists()


def test_a_changed_timezone_begins_the_days_anew(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)
    Team.objects.filter(pk=alice.team.pk).update(timezone="(GMT+00:00) UTC")
    alice.team.refresh_from_db()
    moved = [
        ("2026-03-06T00:00", "sent", 5),
        ("2026-03-07T00:00", "opened", 3),
        ("2026-03-07T00:00", "sent", 4),
        ("2026-03-09T00:00", "opened", 3),
    ]

    before = by_day(alice.team)
    done = closing.close_due_days()

    assert (before, done) == (moved, 1)
    assert by_day(alice.team) == moved
    assert TeamDay.objects.for_team(alice.team).count() == 4


def test_a_day_of_25_hours_is_one_day(alice: Person, traveller: time_machine.Traveller) -> None:
    Team.objects.filter(pk=alice.team.pk).update(timezone="(GMT+01:00) Europe/Berlin")
    alice.team.refresh_from_db()
    made = mailing_of(alice.team)
    for hour in (21, 22, 23):  # 25 October starts at 22:00 UTC and ends at 23:00 UTC of the next day
        happen(made, datetime(2025, 10, 24 if hour != 23 else 25, hour, 30, tzinfo=UTC), opened=1)
    happen(made, datetime(2025, 10, 26, 22, 30, tzinfo=UTC), opened=10)
    expected = [
        ("2025-10-23T22:00", "opened", 1),
        ("2025-10-24T22:00", "opened", 1),
        ("2025-10-25T22:00", "opened", 11),
    ]
    start = datetime(2025, 10, 20, tzinfo=UTC)

    before = by_day(alice.team, start)
    closing.close_days(team_id=alice.team.pk)

    assert before == expected
    assert by_day(alice.team, start) == expected


def test_hours_of_the_day_are_by_the_teams_clock(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)

    hours = selectors.count_by_hour(team=alice.team, what="opened", days=90)

    assert {hour: count for hour, count in enumerate(hours) if count} == {23: 2, 0: 1}


def test_other_mail_and_other_teams_are_not_in_it(alice: Person, mallory: Person, mailing: Mailing) -> None:
    happen(mailing_of(mallory.team), NOW - 3 * DAY, sent=100)
    happen(mailing_of(alice.team, TEST), NOW - 3 * DAY, sent=1_000)
    for team in (alice.team, mallory.team):
        closing.close_days(team_id=team.pk)

    assert by_day(alice.team) == DAYS
    assert selectors.find_first_activity(team=alice.team) == datetime(2026, 3, 6, 17, 0, tzinfo=UTC)
    assert selectors.find_first_activity(team=mallory.team) == NOW - 3 * DAY


def test_a_team_without_mail_is_not_closed(alice: Person) -> None:
    assert closing.close_due_days() == 0
    assert selectors.find_first_activity(team=alice.team) is None
    assert not TeamClock.objects.for_team(alice.team).exists()


def test_many_closed_days_take_one_query(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)

    with CaptureQueriesContext(connection) as asked:
        selectors.list_buckets(team=alice.team, unit="day", start=NOW - 365 * DAY, end=NOW)

    assert len(asked) == 2  # the end of closed days, and the metrics


def test_the_schedule_names_no_team_twice(alice: Person, mailing: Mailing) -> None:
    closing.close_days(team_id=alice.team.pk)
    for hour in range(3):
        happen(mailing, datetime(2026, 3, 7, 18 + hour, 0, tzinfo=UTC), clicked=1)

    assert LateDay.objects.for_team(alice.team).count() == 3
    assert sql.list_teams_with_late_days(limit=10) == [alice.team.pk]
