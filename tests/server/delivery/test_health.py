"""Sending health: when a team is paused, by which limits, and how resuming resets them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils.timezone import now as true_now

from server.contacts.models import Contact
from server.core import clock
from server.core.errors import ActionNotAllowed
from server.core.models import OutboxEvent
from server.delivery.errors import SendingPaused
from server.delivery.health import MAX_FEEDBACK
from server.delivery.models import (
    Batch,
    DestinationMetrics,
    Feedback,
    Mailing,
    MailingCounters,
    MailingMinute,
    MailingState,
    SendingPause,
)
from server.delivery.origins import CONFIRMATION, TEST
from server.delivery.services import bounces, destinations, health, mailings
from server.delivery.services.health import HealthWindow
from server.delivery.states import PauseReason
from server.delivery.tokens import RecipientKey as Token
from server.notifications.models import Notification
from server.teams.models import Team
from server.teams.time_zones import parse_zone
from tests.cast import Person, make_team
from tests.server.contacts.factories import make_contact
from tests.server.delivery.bounces.test_bounces import HARD, sent_to
from tests.server.delivery.mailing_factory import make_mailing

pytestmark = pytest.mark.django_db
PATH = "sending-health"


def window(**counted: int) -> HealthWindow:
    figures = {"handed": 1_000, "delivered": 1_000, "hard_bounced": 0, "complained": 0} | counted
    return HealthWindow(since=true_now(), **figures)


@pytest.mark.parametrize(
    ("counted", "reason"),
    [
        ({}, None),
        ({"hard_bounced": 49}, None),
        ({"hard_bounced": 50}, PauseReason.BOUNCES),
        ({"complained": 2}, None),
        ({"complained": 3}, PauseReason.COMPLAINTS),
        ({"complained": 5, "delivered": 10_000, "handed": 10_000}, None),
        # Few emails prove nothing, however bad the rates are.
        ({"hard_bounced": 499, "complained": 499, "handed": 499, "delivered": 499}, None),
        ({"hard_bounced": 25, "handed": 500, "delivered": 475}, PauseReason.BOUNCES),
        ({"complained": 2, "handed": 500, "delivered": 500}, None),
        # Complaints come first.
        ({"hard_bounced": 500, "complained": 500}, PauseReason.COMPLAINTS),
    ],
)
def test_a_team_is_stopped_from_a_rate_and_a_number_on(counted: dict[str, int], reason: PauseReason | None) -> None:
    found = health.find_exceeded_limit(window(**counted))
    assert (found[0] if found else None) == reason


def test_a_limit_of_none_stops_nobody(settings: Any) -> None:
    settings.PAUSE_BOUNCE_RATE = settings.PAUSE_COMPLAINT_RATE = 0.0
    assert health.find_exceeded_limit(window(hard_bounced=1_000, complained=1_000)) is None


def campaign(team: Team, figures: Mapping[str, int], *, ago: timedelta = timedelta(hours=2)) -> Mailing:
    """A mailing that is being sent, with these counters some time ago."""
    mailing = make_mailing(team)
    at = clock.now() - ago
    Mailing.objects.for_team(team).filter(pk=mailing.pk).update(
        state=MailingState.SENDING, started_at=at, recipients=10_000
    )
    MailingCounters.objects.filter(pk=mailing.pk).update(**figures)
    MailingMinute.objects.bulk_create(
        MailingMinute(mailing_id=mailing.pk, minute=at, what=what, team_id=team.pk, count=count)
        for what, count in figures.items()
    )
    mailing.refresh_from_db()
    return mailing


BAD = {"sent": 900, "failed": 100, "hard_bounced": 60}


def test_bounces_stop_marketing_mail_and_say_why(alice: Person) -> None:
    first, second = campaign(alice.team, BAD), campaign(alice.team, {"sent": 10})
    test = make_mailing(alice.team, origin=TEST)
    mailings.send_rows(mailing=test, rows=[(None, "ayu@example.com", {})])
    other = campaign(make_team("Teh"), {"sent": 1_000})

    assert health.evaluate(alice.team.pk) is True

    states = dict(Mailing.objects.values_list("pk", "state"))
    assert states == {first.pk: "paused", second.pk: "paused", test.pk: "sending", other.pk: "sending"}
    held = SendingPause.objects.for_team(alice.team).get()
    assert (held.reason, held.sent, held.counted, held.threshold, held.campaigns) == ("bounces", 1_010, 60, 0.05, 2)
    assert held.resumed_at is None
    kept = [row.payload for row in OutboxEvent.objects.filter(name="delivery.sending.held")]
    assert kept == [{"paused": True, "reason": "bounces"}]
    told = Notification.objects.get(kind="sending.bounces")
    assert told.params == {"counted": 60, "sent": 1_010, "limit": "5", "campaigns": 2}
    # The second check finds it paused already.
    assert health.evaluate(alice.team.pk) is False
    assert SendingPause.objects.for_team(alice.team).count() == 1


def test_what_slipped_through_is_stopped_by_the_next_look(alice: Person) -> None:
    campaign(alice.team, BAD)
    late = make_mailing(alice.team)
    health.evaluate(alice.team.pk)
    Mailing.objects.for_team(alice.team).filter(pk=late.pk).update(state=MailingState.SENDING, started_at=clock.now())
    health.evaluate_all()
    late.refresh_from_db()
    assert late.state == MailingState.PAUSED


def test_while_stopped_nothing_is_begun_or_gone_on_with(alice: Person) -> None:
    waiting = make_mailing(alice.team)
    held = campaign(alice.team, BAD)
    health.evaluate(alice.team.pk)
    with pytest.raises(SendingPaused) as refused:
        make_mailing(alice.team)
    assert refused.value.payload == {"reason": "bounces"}
    with pytest.raises(SendingPaused):
        mailings.resume(mailing=held)
    contact = make_contact(alice.team, "ayu@example.com")
    rows = Contact.objects.for_team(alice.team).filter(pk=contact.pk).values_list("pk", "email", "custom_field")
    assert mailings.start(mailing=waiting, recipients=rows, held=True) == 1
    waiting.refresh_from_db()
    held.refresh_from_db()
    assert (waiting.state, held.state) == ("paused", "paused")
    # Tests and system emails continue.
    make_mailing(alice.team, origin=TEST)


def test_going_on_begins_a_fresh_window(alice: Person) -> None:
    mailing = campaign(alice.team, BAD)
    Batch.objects.create(mailing=mailing, size=1, due_at=clock.now())
    health.evaluate(alice.team.pk)
    assert health.resume(team_id=alice.team.pk, fullname="Alice") is True
    assert health.resume(team_id=alice.team.pk, fullname="Alice") is False
    fresh = health.get_window(alice.team.pk)
    assert (fresh.handed, fresh.hard_bounced, fresh.complained) == (0, 0, 0)
    mailings.resume(mailing=mailing)
    assert health.evaluate(alice.team.pk) is False
    mailing.refresh_from_db()
    assert mailing.state == MailingState.SENDING
    # Only new results count.
    at = clock.now() + timedelta(minutes=5)
    with time_machine.travel(at + timedelta(minutes=5), tick=False):
        MailingMinute.objects.bulk_create(
            MailingMinute(mailing_id=mailing.pk, minute=at, what=what, team_id=alice.team.pk, count=count)
            for what, count in BAD.items()
        )
        assert health.evaluate(alice.team.pk) is True
    assert SendingPause.objects.for_team(alice.team).count() == 2


def test_what_is_said_of_mail_from_before_does_not_count_again(alice: Person) -> None:
    people = [make_contact(alice.team, f"{name}@example.com") for name in ("ayu", "budi", "citra")]
    with time_machine.travel(true_now() - timedelta(hours=3), tick=False):
        old = sent_to(people)
    with time_machine.travel(true_now() - timedelta(hours=2), tick=False):
        SendingPause.objects.create(
            team=alice.team,
            at=clock.now(),
            reason="complaints",
            sent=1,
            counted=1,
            threshold=0.003,
            resumed_at=clock.now(),
        )
    with time_machine.travel(true_now() - timedelta(hours=1), tick=False):
        new = sent_to(people)
    for mailing in (old, new):
        bounces.record_bounce(Token(mailing.pk, 0), HARD)
        bounces.record_complaint(Token(mailing.pk, 1))
    found = health.get_window(alice.team.pk)
    assert (found.handed, found.delivered, found.hard_bounced, found.complained) == (3, 2, 1, 1)


def test_what_is_older_than_the_window_does_not_count(alice: Person, settings: Any) -> None:
    campaign(alice.team, BAD, ago=timedelta(days=settings.PAUSE_DAYS, minutes=2))
    assert health.get_window(alice.team.pk).handed == 0
    assert health.evaluate(alice.team.pk) is False


def test_complaints_stop_a_team_at_once(alice: Person, settings: Any) -> None:
    settings.PAUSE_MIN_SENT = 3
    people = [make_contact(alice.team, f"{name}@example.com") for name in ("ayu", "budi", "citra")]
    mailing = sent_to(people)
    for position in range(3):
        assert SendingPause.objects.for_team(alice.team).count() == 0
        bounces.record_complaint(Token(mailing.pk, position))
        health.evaluate(alice.team.pk)
    held = SendingPause.objects.for_team(alice.team).get()
    assert (held.reason, held.sent, held.counted, held.threshold) == ("complaints", 3, 3, 0.003)


def test_a_campaign_that_ended_meanwhile_is_no_obstacle(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign(alice.team, BAD)

    def ended(**_: object) -> None:
        raise ActionNotAllowed

    monkeypatch.setattr(mailings, "pause", ended)
    assert health.evaluate(alice.team.pk) is True
    assert SendingPause.objects.for_team(alice.team).get().campaigns == 0


# --- destinations ----------------------------------------------------------------------------------------------------


def figures_of(team: Team) -> list[tuple[Any, ...]]:
    rows = DestinationMetrics.objects.for_team(team).order_by("domain")
    return list(rows.values_list("domain", "delivered", "hard_bounced", "soft_bounced", "blocked", "complained"))


def test_destinations_are_counted_from_the_log_and_again_when_it_moves(alice: Person) -> None:
    people = [make_contact(alice.team, each) for each in ("ayu@a.example", "budi@a.example", "citra@b.example")]
    mailing = sent_to(people, states="ssf")
    assert destinations.refresh_stale_mailings() == 1
    assert figures_of(alice.team) == [("a.example", 2, 0, 0, 0, 0), ("b.example", 0, 1, 0, 0, 0)]
    assert destinations.refresh_stale_mailings() == 0
    bounces.record_bounce(Token(mailing.pk, 0), HARD)
    bounces.record_complaint(Token(mailing.pk, 1))
    assert destinations.refresh_stale_mailings() == 1
    assert figures_of(alice.team) == [("a.example", 1, 1, 0, 0, 1), ("b.example", 0, 1, 0, 0, 0)]


def test_a_mailing_that_statistics_do_not_know_is_counted_without_nested_loops(alice: Person) -> None:
    sent_to([make_contact(alice.team, "ayu@a.example")])
    plans: list[str] = []

    def explain(execute: Any, statement: str, values: Any, many: bool, context: Any) -> Any:
        if "INSERT INTO delivery_destinationmetrics" in statement:
            rows = connection.connection.execute(f"EXPLAIN {statement}", values).fetchall()
            plans.append("\n".join(line for (line,) in rows))
        return execute(statement, values, many, context)

    with connection.execute_wrapper(explain):
        assert destinations.refresh_stale_mailings() == 1

    [plan] = plans
    assert "Hash" in plan
    assert "Nested Loop" not in plan


def test_small_destinations_are_one_line(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(destinations, "MAX_LISTED_DESTINATIONS", 1)
    people = [make_contact(alice.team, each) for each in ("a@b.example", "a@a.example", "b@a.example")]
    sent_to(people)
    destinations.refresh_stale_mailings()
    assert figures_of(alice.team) == [("", 1, 0, 0, 0, 0), ("a.example", 2, 0, 0, 0, 0)]


# --- operations
# --------------------------------------------------------------------------------------------------------


def test_the_health_of_a_team_that_sends_nothing(alice: Person) -> None:
    told = alice.api.get(f"{PATH}?days=7").json()
    assert told["paused"] is None
    assert told["limits"] == {
        "bounceRate": 0.05,
        "complaintRate": 0.003,
        "leastSent": 500,
        "leastComplaints": 3,
        "days": 7,
    }
    assert [day["handed"] for day in told["days"]] == [0] * 7
    today = clock.now().astimezone(parse_zone(alice.team.timezone)).date()
    assert told["days"][-1]["day"] == today.isoformat()
    assert (told["destinations"], told["returns"], told["pauses"]) == ([], [], [])
    assert told["window"]["bounceRate"] == 0


@pytest.mark.parametrize(
    ("timezone", "days"),
    [
        ("(GMT+07:00) Asia/Jakarta", {"2026-03-10": 5, "2026-03-11": 2}),
        ("(GMT-05:00) America/Bogota", {"2026-03-09": 3, "2026-03-10": 4}),
        ("(GMT+05:45) Asia/Kathmandu", {"2026-03-10": 7}),
    ],
)
def test_the_days_of_the_health_are_those_of_the_team(alice: Person, timezone: str, days: dict[str, int]) -> None:
    Team.objects.filter(pk=alice.team.pk).update(timezone=timezone)
    with time_machine.travel(datetime(2026, 3, 10, 18, tzinfo=UTC), tick=False):
        campaign(alice.team, {"sent": 3}, ago=timedelta(hours=14))
        campaign(alice.team, {"sent": 2}, ago=timedelta(minutes=45))
        campaign(alice.team, {"sent": 2}, ago=timedelta(hours=1, minutes=15))

        told = alice.api.get(f"{PATH}?days=7").json()

    assert {day["day"]: day["handed"] for day in told["days"] if day["handed"]} == days
    last = "2026-03-11" if timezone.endswith("Jakarta") else "2026-03-10"
    assert (len(told["days"]), told["days"][-1]["day"]) == (7, last)


def test_the_health_tells_figures_destinations_and_what_came_back(alice: Person) -> None:
    people = [make_contact(alice.team, each) for each in ("ayu@a.example", "budi@a.example", "citra@b.example")]
    mailing = sent_to(people, states="ssf")
    bounces.record_bounce(Token(mailing.pk, 0), HARD)
    bounces.record_complaint(Token(mailing.pk, 1))
    destinations.refresh_stale_mailings()
    theirs = make_team("Teh")
    sent_to([make_contact(theirs, "a@teh.example")], states="f")
    destinations.refresh_stale_mailings()

    told = alice.api.get(PATH).json()

    assert {name: sum(day[name] for day in told["days"]) for name in told["days"][0] if name != "day"} == {
        "handed": 3,
        "delivered": 1,
        "hardBounced": 2,
        "softBounced": 0,
        "blocked": 0,
        "complained": 1,
    }
    assert [row["domain"] for row in told["destinations"]] == ["a.example", "b.example"]
    assert [(row["kind"], row["domain"], row["reply"], row["contactId"]) for row in told["returns"]] == [
        ("complaint", "a.example", "", people[1].pk),
        ("bounce", "a.example", "550 5.1.1 user unknown", people[0].pk),
    ]
    assert {row["campaignId"] for row in told["returns"]} == {str(mailing.origin_id)}


def test_a_bounced_confirmation_of_an_import_is_not_listed(alice: Person) -> None:
    people = [make_contact(alice.team, f"r{number}@a.example") for number in range(MAX_FEEDBACK + 1)]
    of_campaign = sent_to(people[:1], states="s")
    bounces.record_bounce(Token(of_campaign.pk, 0), HARD)
    of_import = sent_to(people[1:], origin=CONFIRMATION, states="s" * MAX_FEEDBACK)
    for position in range(MAX_FEEDBACK):
        bounces.record_bounce(Token(of_import.pk, position), HARD)

    returns = alice.api.get(PATH).json()["returns"]

    assert [row["campaignId"] for row in returns] == [str(of_campaign.origin_id)]


def test_the_health_asks_as_often_for_many_as_for_one(alice: Person, django_assert_max_num_queries: Any) -> None:
    for _ in range(4):
        mailing = sent_to([make_contact(alice.team, f"r{_}{n}@a{n}.example") for n in range(3)])
        for position in range(3):
            bounces.record_bounce(Token(mailing.pk, position), HARD)
    destinations.refresh_stale_mailings()
    assert Feedback.objects.for_team(alice.team).count() == 12
    with django_assert_max_num_queries(16):
        assert len(alice.api.get(PATH).json()["returns"]) == 12


def test_an_admin_who_read_the_advice_lets_mail_go_on(alice: Person) -> None:
    campaign(alice.team, BAD)
    health.evaluate(alice.team.pk)
    assert alice.api.get(f"{PATH}/state").json() == {"paused": True, "reason": "bounces"}
    refused = alice.api.post(f"{PATH}/resume", {"adviceRead": False})
    assert refused.status_code == 400
    assert SendingPause.objects.for_team(alice.team).filter(resumed_at__isnull=True).exists()

    assert alice.api.post(f"{PATH}/resume", {"adviceRead": True}).json() == {"changed": True}
    assert alice.api.post(f"{PATH}/resume", {"adviceRead": True}).json() == {"changed": False}

    told = alice.api.get(PATH).json()
    assert told["paused"] is None
    [before] = told["pauses"]
    assert (before["resumedBy"], before["byOperator"]) == (alice.user.fullname, False)
    assert alice.api.get(f"{PATH}/state").json() == {"paused": False, "reason": None}
    kept = [row.payload["paused"] for row in OutboxEvent.objects.filter(name="delivery.sending.held").order_by("pk")]
    assert kept == [True, False]


def test_a_member_sees_it_and_does_not_let_it_go_on(alice: Person, bob: Person) -> None:
    campaign(alice.team, BAD)
    health.evaluate(alice.team.pk)
    assert bob.api.get(PATH).status_code == 200
    assert bob.api.post(f"{PATH}/resume", {"adviceRead": True}).status_code == 403
    assert SendingPause.objects.for_team(alice.team).get().resumed_at is None
