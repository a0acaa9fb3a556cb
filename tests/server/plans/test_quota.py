from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest
import structlog
import time_machine
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from server.contacts.errors import ContactLimitExceeded
from server.core import clock
from server.plans import quota
from server.plans.errors import SendLimitExceeded
from server.plans.features import CONTACT, EMAIL_SENT, PlanLimit
from server.plans.models import QuotaUsage, Reservation
from server.plans.services.offered_plans import build_feature_groups
from tests.cast import Person, make_plan, make_team

THREADS = 16


def used(team_id: UUID, limit: PlanLimit) -> tuple[int, int]:
    standing = quota.get_state(team_id=team_id, limit=limit)
    return standing.used, standing.reserved


@pytest.mark.django_db
def test_use_counts_up_to_the_limit_and_refuses_the_next(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=15_000)

    with pytest.raises(ContactLimitExceeded) as refused:
        quota.use(team_id=alice.team.pk, limit=CONTACT)

    assert used(alice.team.pk, CONTACT) == (15_000, 0)
    assert refused.value.body() == {
        "code": "contactLimitExceeded",
        "number": 52,
        "message": "Quota of contact on contactManagement is exceeded",
        "payload": {"feature": "contactManagement", "subfeature": "contact", "limit": 15_000, "left": 0},
    }


@pytest.mark.django_db
def test_given_back_units_can_be_used_again(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=15_000)
    quota.return_units(team_id=alice.team.pk, limit=CONTACT, amount=2)

    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=2)

    assert used(alice.team.pk, CONTACT) == (15_000, 0)


@pytest.mark.django_db
def test_a_return_of_more_units_than_are_counted_is_logged_and_leaves_none(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=2)

    with structlog.testing.capture_logs() as entries:
        quota.return_units(team_id=alice.team.pk, limit=CONTACT, amount=5)
        quota.return_units(team_id=alice.team.pk, limit=CONTACT, amount=1)

    assert used(alice.team.pk, CONTACT) == (0, 0)
    assert [(entry["event"], entry["limit"], entry["counted"], entry["returned"]) for entry in entries] == [
        ("quota.returned_uncounted", "contactManagement.contact", 2, 5),
        ("quota.returned_uncounted", "contactManagement.contact", 0, 1),
    ]


@pytest.mark.django_db
def test_a_hold_is_settled_by_what_happened_and_the_rest_goes_back(alice: Person) -> None:
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=900, reference="campaign-1")
    with pytest.raises(SendLimitExceeded):
        quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=101, reference="campaign-2")

    quota.commit(team_id=alice.team.pk, reference="campaign-1", amount=600)
    assert used(alice.team.pk, EMAIL_SENT) == (600, 300)
    quota.close(team_id=alice.team.pk, reference="campaign-1")
    quota.close(team_id=alice.team.pk, reference="campaign-1")

    assert used(alice.team.pk, EMAIL_SENT) == (600, 0)
    assert Reservation.objects.count() == 1


@pytest.mark.django_db
def test_a_hold_that_grows_over_months_is_settled_oldest_month_first(alice: Person) -> None:
    team_id = alice.team.pk
    with time_machine.travel(datetime(2026, 11, 27, tzinfo=UTC), tick=False):
        quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=300, reference="flow")
        quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=200, reference="flow")
    with time_machine.travel(datetime(2026, 12, 29, tzinfo=UTC), tick=False):
        quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=900, reference="flow")

        with pytest.raises(SendLimitExceeded):
            quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=101, reference="flow")
        quota.commit(team_id=team_id, reference="flow", amount=450)
        quota.release(team_id=team_id, reference="flow", amount=150)
        quota.commit(team_id=team_id, reference="flow", amount=70)

    rows = QuotaUsage.objects.for_team(team_id).filter(area=EMAIL_SENT.area, name=EMAIL_SENT.name).order_by("period")
    assert list(rows.values_list("used", "reserved")) == [(450, 0), (70, 730)]
    holds = Reservation.objects.for_team(team_id).order_by("usage__period")
    assert list(holds.values_list("amount", "settled")) == [(450, 450), (800, 70)]


@pytest.mark.django_db
def test_a_hold_that_has_ended_grows_again_without_what_it_gave_back(alice: Person) -> None:
    quota.extend(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="flow")
    quota.commit(team_id=alice.team.pk, reference="flow", amount=4)
    quota.close(team_id=alice.team.pk, reference="flow")

    quota.extend(team_id=alice.team.pk, limit=EMAIL_SENT, amount=5, reference="flow")

    assert used(alice.team.pk, EMAIL_SENT) == (4, 5)
    assert Reservation.objects.values_list("amount", "settled", "closed_at").get() == (9, 4, None)


@pytest.mark.django_db
def test_a_hold_with_unused_units_is_kept_in_its_second_half(alice: Person) -> None:
    start = datetime(2026, 11, 27, tzinfo=UTC)
    with time_machine.travel(start, tick=False):
        quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="mailing:1")
        quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="mailing:2")
        quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="import:1")
        quota.commit(team_id=alice.team.pk, reference="mailing:2", amount=10)
    with time_machine.travel(start + quota.RESERVATION_LIFETIME / 2, tick=False):
        too_soon = quota.list_ending_reservations("mailing:")
    with time_machine.travel(start + quota.RESERVATION_LIFETIME / 2 + timedelta(seconds=1), tick=False):
        ending = quota.list_ending_reservations("mailing:")
        quota.renew_reservations(ending)

    with time_machine.travel(start + quota.RESERVATION_LIFETIME + timedelta(seconds=1), tick=False):
        quota.close_expired()

    assert (too_soon, ending) == ([], ["mailing:1"])
    assert used(alice.team.pk, EMAIL_SENT) == (10, 10)


@pytest.mark.django_db
def test_the_end_of_one_months_hold_leaves_the_next_months(alice: Person) -> None:
    team_id = alice.team.pk
    with time_machine.travel(datetime(2026, 11, 27, tzinfo=UTC), tick=False):
        quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=300, reference="flow")
        quota.commit(team_id=team_id, reference="flow", amount=300)
    with time_machine.travel(datetime(2026, 12, 29, tzinfo=UTC), tick=False):
        quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=900, reference="flow")
        closed = quota.close_expired()
        quota.commit(team_id=team_id, reference="flow", amount=70)

    rows = QuotaUsage.objects.for_team(team_id).filter(area=EMAIL_SENT.area, name=EMAIL_SENT.name).order_by("period")
    assert list(rows.values_list("used", "reserved")) == [(300, 0), (70, 830)]
    holds = Reservation.objects.for_team(team_id).order_by("usage__period")
    assert [hold.closed_at is None for hold in holds] == [False, True]
    assert closed == 1


@pytest.mark.django_db
def test_months_that_are_used_up_are_left_alone(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    team_id, start = alice.team.pk, datetime(2026, 12, 29, tzinfo=UTC)
    for month in (10, 11):
        with time_machine.travel(start.replace(month=month), tick=False):
            quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=300, reference="flow")
    moved: list[tuple[date | None, int]] = []
    monkeypatch.setattr(quota, "_publish", lambda row, **_: moved.append((row.period, row.used)))
    with time_machine.travel(start, tick=False) as clocks:
        quota.extend(team_id=team_id, limit=EMAIL_SENT, amount=100, reference="flow")
        moved.clear()
        quota.commit(team_id=team_id, reference="flow", amount=300)
        clocks.shift(timedelta(hours=20))
        with CaptureQueriesContext(connection) as queries:
            quota.commit(team_id=team_id, reference="flow", amount=10)
        quota.renew_reservations(["flow"])
        clocks.shift(timedelta(hours=20))
        closed = quota.close_expired()
        quota.close(team_id=team_id, reference="flow")

    rows = QuotaUsage.objects.for_team(team_id).filter(area=EMAIL_SENT.area, name=EMAIL_SENT.name).order_by("period")
    first, second, third = rows.values_list("period", flat=True)
    assert moved == [(first, 300), (second, 10), (second, 10), (third, 0)]
    assert list(rows.values_list("used", "reserved")) == [(300, 0), (10, 0), (0, 0)]
    assert closed == 1
    holds = [query["sql"] for query in queries if 'UPDATE "plans_reservation"' in query["sql"]]
    assert len(holds) == 2  # one for used units, one for held units


@pytest.mark.django_db
def test_a_hold_that_is_renewed_while_the_sweep_runs_stays(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="flow")
    Reservation.objects.update(expires_at=clock.now() - timedelta(seconds=1))
    expired = quota.list_expired_reservations

    def renewed() -> list[tuple[UUID, str]]:
        found = expired()
        quota.renew_reservations(["flow"])
        return found

    monkeypatch.setattr(quota, "list_expired_reservations", renewed)

    assert quota.close_expired() == 0
    assert used(alice.team.pk, EMAIL_SENT) == (0, 10)


@pytest.mark.django_db
def test_holds_are_deleted_some_days_after_their_end(alice: Person) -> None:
    start = datetime(2026, 11, 27, tzinfo=UTC)
    with time_machine.travel(start, tick=False):
        for reference in ("ended", "open"):
            quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference=reference)
        quota.close(team_id=alice.team.pk, reference="ended")

    with time_machine.travel(start + quota.CLOSED_RETENTION, tick=False):
        too_soon = quota.purge_closed_reservations()
    with time_machine.travel(start + quota.CLOSED_RETENTION + timedelta(seconds=1), tick=False):
        purged = quota.purge_closed_reservations()

    assert (too_soon, purged) == (0, 1)
    assert Reservation.objects.get().reference == "open"


@pytest.mark.django_db
def test_settling_more_than_held_counts_no_more_than_was_held(alice: Person) -> None:
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="campaign-1")

    quota.commit(team_id=alice.team.pk, reference="campaign-1", amount=25)

    assert used(alice.team.pk, EMAIL_SENT) == (10, 0)


@pytest.mark.django_db
def test_unlimited_is_never_refused() -> None:
    team = make_team("Big", plan=make_plan("BIG", features=build_feature_groups(unlimited=True)))

    quota.use(team_id=team.pk, limit=CONTACT, amount=10_000_000)

    assert quota.get_state(team_id=team.pk, limit=CONTACT).left == -1


@pytest.mark.django_db
def test_another_teams_use_does_not_count(alice: Person, mallory: Person) -> None:
    quota.use(team_id=mallory.team.pk, limit=CONTACT, amount=15_000)

    quota.use(team_id=alice.team.pk, limit=CONTACT)

    assert used(alice.team.pk, CONTACT) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_a_thousand_who_want_the_last_unit_are_one_success(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=EMAIL_SENT, amount=999)

    def try_one(number: int) -> bool:
        try:
            quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=1, reference=f"try-{number}")
        except SendLimitExceeded:
            return False
        else:
            return True

    def many(first: int) -> int:
        try:
            return sum(try_one(number) for number in range(first, 1000, THREADS))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        successes = sum(pool.map(many, range(THREADS)))

    assert successes == 1
    assert used(alice.team.pk, EMAIL_SENT) == (999, 1)
    assert QuotaUsage.objects.count() == 1


@pytest.mark.parametrize(
    ("began", "now", "start"),
    [
        ("2026-01-10", "2026-03-09", "2026-02-10"),
        ("2026-01-10", "2026-03-10", "2026-03-10"),
        ("2026-01-31", "2026-02-28", "2026-02-28"),
        ("2026-01-31", "2026-02-27", "2026-01-31"),
        ("2025-12-15", "2026-01-02", "2025-12-15"),
    ],
)
def test_monthly_counters_start_on_the_plans_day(began: str, now: str, start: str) -> None:
    def at(day: str) -> datetime:
        return datetime.fromisoformat(day).replace(tzinfo=UTC)

    assert quota.get_period_start(at(began), at(now)) == date.fromisoformat(start)
