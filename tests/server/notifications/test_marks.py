"""Thresholds of a counter or of the end of a plan: one notification, at the right time."""

from datetime import timedelta

import pytest

from server.contacts.errors import ContactLimitExceeded
from server.core import clock
from server.core.models import OutboxEvent
from server.notifications.models import Notification
from server.notifications.services import expiries
from server.plans import quota
from server.plans.features import CONTACT, SENDER
from server.plans.models import Subscription
from tests.cast import Person
from tests.server.notifications.acts import NOW, _nobody_is_woken

__all__ = ["_nobody_is_woken"]

pytestmark = pytest.mark.django_db(transaction=True)


def reached() -> list[tuple[str, int]]:
    rows = OutboxEvent.objects.filter(name="plans.quota.reached").order_by("id")
    return [(row.payload["mark"], row.payload["used"] + row.payload["reserved"]) for row in rows]


def test_a_counter_tells_of_its_marks_when_it_passes_them_and_never_between(alice: Person) -> None:
    for amount in (11_999, 1, 2_999, 1):
        quota.use(team_id=alice.team.pk, limit=CONTACT, amount=amount)

    assert reached() == [("near", 12_000), ("out", 15_000)]


def test_what_is_held_counts_and_what_is_refused_tells_nothing(alice: Person) -> None:
    quota.reserve(team_id=alice.team.pk, limit=CONTACT, amount=12_000, reference="import:1")
    with pytest.raises(ContactLimitExceeded):
        quota.use(team_id=alice.team.pk, limit=CONTACT, amount=3_001)

    assert reached() == [("near", 12_000)]


def test_to_and_fro_at_a_mark_is_told_once_a_day(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=15_000)
    for _ in range(3):
        quota.return_units(team_id=alice.team.pk, limit=CONTACT)
        quota.use(team_id=alice.team.pk, limit=CONTACT)

    assert Notification.objects.for_team(alice.team).filter(kind="quota.out").count() == 1


def test_a_small_counter_that_is_filled_on_purpose_is_no_news(alice: Person) -> None:
    quota.use(team_id=alice.team.pk, limit=SENDER, amount=5)

    assert reached() == [("out", 5)]
    assert Notification.objects.for_team(alice.team).count() == 0


def test_a_plan_is_told_of_once_a_week_before_and_once_a_day_before(
    alice: Person, bob: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends_at = NOW + timedelta(days=8)
    Subscription.objects.for_team(alice.team).update(expires_at=ends_at)
    for hours in (0, 24, 25, 48, 168, 169, 191, 192, 193):
        monkeypatch.setattr(clock, "now", lambda hours=hours: NOW + timedelta(hours=hours))
        expiries.notify_expiring()

    rows = Notification.objects.order_by("created_at").values_list("kind", "user_id", "created_at")
    assert list(rows) == [
        ("plan.expiring", alice.user.pk, NOW + timedelta(hours=24)),
        ("plan.last-day", alice.user.pk, NOW + timedelta(hours=168)),
    ]
