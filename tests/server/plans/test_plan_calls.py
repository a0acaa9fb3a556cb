from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.core import clock, outbox
from server.plans import quota
from server.plans.features import CONTACT, EMAIL_SENT, LIMITS
from server.plans.models import FeatureSwitch, Plan, Reservation, Subscription
from server.plans.services import offered_plans
from server.teams.models import Member
from tests.cast import Person, make_person

pytestmark = pytest.mark.django_db


def features_of(person: Person) -> dict[str, Any]:
    plan = person.api.get("companies/plan").json()
    return {group["name"]: group for group in plan["features"]}


def limit_of(plan: Plan, name: str) -> int:
    return next(int(sub["limit"]) for group in plan.features for sub in group["subFeatures"] if sub["name"] == name)


def test_the_plan_tells_three_states_of_a_feature(alice: Person) -> None:
    FeatureSwitch.objects.create(name="contactManagement.export", enabled=False)

    features = features_of(alice)

    subs = {sub["name"]: sub for sub in features["contactManagement"]["subFeatures"]}
    assert features["contactManagement"]["enable"] is True
    assert subs["create"]["enable"] is True
    assert subs["export"]["enable"] is None
    assert features["whatsapp"]["enable"] is False
    assert subs["contact"] == {"name": "contact", "text": "contact", "limit": 15000, "enable": True}


def test_usage_names_every_counter(alice: Person) -> None:
    Subscription.objects.update(starts_at=datetime(2026, 1, 31, tzinfo=UTC))
    quota.use(team_id=alice.team.pk, limit=CONTACT, amount=3)
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=100, reference="campaign")

    counters = {row["name"]: row for row in alice.api.get("companies/usage").json()["counters"]}

    assert len(counters) == len(LIMITS)
    named = {"contactUsed", "storageUsed", "publishPageUsed", "submitFormUsed", "senderUsed", "automationUsed"}
    assert named | {"memberUsed", "extraEmailUsed", "extraPageUsed", "extraFormUsed"} <= set(counters)
    contact = counters["contactUsed"]
    assert (contact["used"], contact["limit"], contact["left"], contact["resetsAt"]) == (3, 15000, 14997, None)
    sent = counters["emailSentUsed"]
    assert (sent["used"], sent["reserved"], sent["left"]) == (0, 100, 900)
    assert sent["resetsAt"] is not None


def test_usage_counts_the_members_of_the_team(alice: Person, mallory: Person) -> None:
    bob = make_person("Bob", alice.team)

    def members(person: Person) -> tuple[int, int, int]:
        counters = {row["name"]: row for row in person.api.get("companies/usage").json()["counters"]}
        member = counters["memberUsed"]
        return member["used"], member["limit"], member["left"]

    assert (members(alice), members(mallory)) == ((2, 3, 1), (1, 3, 2))

    Member.objects.for_team(alice.team).filter(user=bob.user).update(active=False)

    assert members(alice) == (1, 3, 2)


@pytest.mark.parametrize(
    ("now", "reset"),
    [
        ("2026-01-31", "2026-02-28"),
        ("2026-02-28", "2026-03-31"),
        ("2026-12-31", "2027-01-31"),
        ("2026-03-30", "2026-03-31"),
    ],
)
def test_monthly_counters_reset_on_the_day_of_the_plan(now: str, reset: str) -> None:
    starts_at = datetime(2026, 1, 31, tzinfo=UTC)

    found = quota.get_next_reset(starts_at=starts_at, now=datetime.fromisoformat(now).replace(tzinfo=UTC))

    assert found.isoformat() == reset


def test_the_emails_of_the_plan_are_told_on_their_own(alice: Person) -> None:
    """TEAM-140."""
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="campaign")
    quota.commit(team_id=alice.team.pk, reference="campaign", amount=4)

    told = alice.api.get("companies/email-limit").json()

    assert (told["used"], told["reserved"], told["limit"], told["left"]) == (4, 6, 1000, 990)
    assert told in alice.api.get("companies/usage").json()["counters"]


def test_the_paid_plans_multiply_the_sample() -> None:
    offered_plans.seed_plans()

    plans = {plan.code: plan for plan in Plan.objects.filter(code__in=["FREE", "GROWTH", "SCALE"])}

    assert [limit_of(plans[code], "contact") for code in ("FREE", "GROWTH", "SCALE")] == [15_000, 75_000, 375_000]
    assert [limit_of(plans[code], "campaign") for code in plans] == [-1, -1, -1]


def test_seeding_twice_changes_nothing() -> None:
    offered_plans.seed_plans()
    Plan.objects.filter(code="GROWTH").update(price=1)

    offered_plans.seed_plans()

    assert Plan.objects.get(code="GROWTH").price == 1
    assert Plan.objects.filter(code__in=["FREE", "GROWTH", "SCALE"]).count() == 3


def test_a_change_of_quota_is_told_as_it_stands(
    alice: Person, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[outbox.EphemeralEvent] = []
    monkeypatch.setattr(outbox, "send_ephemeral", told.append)

    with django_capture_on_commit_callbacks(execute=True):
        quota.use(team_id=alice.team.pk, limit=CONTACT, amount=5)
        quota.return_units(team_id=alice.team.pk, limit=CONTACT, amount=2)
        quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="campaign")
        quota.commit(team_id=alice.team.pk, reference="campaign", amount=4)
        quota.close(team_id=alice.team.pk, reference="campaign")

    assert [(event.payload["used"], event.payload["reserved"]) for event in told] == [
        (5, 0),
        (3, 0),
        (0, 10),
        (4, 6),
        (4, 0),
    ]
    assert told[0].rooms == (f"team:{alice.team.pk}",)
    assert told[0].key == "plans.quota.changed:contactManagement.contact"
    assert told[2].payload["limit"] == 1000
    assert [event.payload["revision"] for event in told] == sorted(event.payload["revision"] for event in told)


def test_the_sweep_gives_back_what_a_crash_left_held(alice: Person) -> None:
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=10, reference="dead")
    quota.reserve(team_id=alice.team.pk, limit=EMAIL_SENT, amount=20, reference="alive")
    Reservation.objects.filter(reference="dead").update(expires_at=clock.now() - timedelta(seconds=1))

    closed = quota.close_expired()

    assert closed == 1
    assert quota.get_state(team_id=alice.team.pk, limit=EMAIL_SENT).reserved == 20
    assert quota.close_expired() == 0
