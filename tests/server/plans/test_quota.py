from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from django.db import connections

from server.contacts.errors import ContactLimitExceeded
from server.plans import quota
from server.plans.errors import SendLimitExceeded
from server.plans.features import CONTACT, EMAIL_SENT, Limit
from server.plans.models import QuotaUsage, Reservation
from server.plans.services.packages import feature_groups
from tests.cast import Person, make_plan, make_team

THREADS = 16


def used(team_id: UUID, limit: Limit) -> tuple[int, int]:
    standing = quota.standing(team_id=team_id, limit=limit)
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
    quota.give_back(team_id=alice.team.pk, limit=CONTACT, amount=2)

    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=2)

    assert used(alice.team.pk, CONTACT) == (15_000, 0)


@pytest.mark.django_db
def test_a_hold_is_settled_by_what_happened_and_the_rest_goes_back(alice: Person) -> None:
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=900, reference="campaign-1")
    with pytest.raises(SendLimitExceeded):
        quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=101, reference="campaign-2")

    quota.settle(team_id=alice.team.pk, reference="campaign-1", amount=600)
    assert used(alice.team.pk, EMAIL_SENT) == (600, 300)
    quota.close(team_id=alice.team.pk, reference="campaign-1")
    quota.close(team_id=alice.team.pk, reference="campaign-1")

    assert used(alice.team.pk, EMAIL_SENT) == (600, 0)
    assert Reservation.objects.count() == 1


@pytest.mark.django_db
def test_settling_more_than_held_counts_no_more_than_was_held(alice: Person) -> None:
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="campaign-1")

    quota.settle(team_id=alice.team.pk, reference="campaign-1", amount=25)

    assert used(alice.team.pk, EMAIL_SENT) == (10, 0)


@pytest.mark.django_db
def test_unlimited_is_never_refused() -> None:
    team = make_team("Big", plan=make_plan("BIG", features=feature_groups(unlimited=True)))

    quota.use(team_id=team.pk, limit=CONTACT, amount=10_000_000)

    assert quota.standing(team_id=team.pk, limit=CONTACT).left == -1


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

    assert quota.period_start(at(began), at(now)) == date.fromisoformat(start)
