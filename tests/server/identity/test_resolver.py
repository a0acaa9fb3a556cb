from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.accounts.states import EndReason
from server.core import callers, clock
from server.core.callers import FeatureState, TokenState
from server.plans.models import FeatureSwitch
from server.teams.models import Member, Role
from tests.cast import Person

pytestmark = pytest.mark.django_db


def test_one_query_tells_everything(alice: Person) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        caller = callers.resolve(alice.token)

    assert len(queries) == 1
    assert caller is not None
    assert (caller.user_id, caller.team_id, caller.role) == (alice.user.pk, alice.team.pk, "admin")
    assert caller.feature("contactManagement", "contact") is FeatureState.ENABLED
    assert caller.feature("whatsapp") is FeatureState.DISABLED


def test_what_the_team_s_vendor_does_not_have_is_blocked(alice: Person) -> None:
    assert alice.caller.blocked_areas == frozenset()

    type(alice.team).objects.filter(pk=alice.team.pk).update(vendor="jatis")

    assert alice.caller.blocked_areas == {"billing", "ticket", "notification", "whatsapp"}


def test_a_token_that_was_never_given_out_is_nobody() -> None:
    assert callers.resolve("x" * 43) is None


def test_a_feature_switched_off_for_all_is_undetermined(alice: Person) -> None:
    FeatureSwitch.objects.create(name="contactManagement.export", enabled=False)
    FeatureSwitch.objects.create(name="whatsapp", enabled=False)

    caller = alice.caller

    assert caller.feature("contactManagement", "export") is FeatureState.UNDETERMINED
    assert caller.feature("contactManagement", "create") is FeatureState.ENABLED
    assert caller.feature("whatsapp") is FeatureState.DISABLED


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({"end_reason": EndReason.FORCED_OUT, "ended_at": "now"}, TokenState.FORCED_OUT),
        ({"end_reason": EndReason.SIGNED_OUT, "ended_at": "now"}, TokenState.SIGNED_OUT),
        ({"last_seen_at": timedelta(hours=-24)}, TokenState.EXPIRED),
        ({"last_seen_at": timedelta(hours=-23)}, TokenState.GOOD),
        ({"expires_at": timedelta(seconds=0)}, TokenState.EXPIRED),
    ],
)
def test_a_session_ends(alice: Person, change: dict[str, object], state: TokenState) -> None:
    for name, value in change.items():
        moment = clock.now() + value if isinstance(value, timedelta) else value
        setattr(alice.session, name, clock.now() if moment == "now" else moment)
    alice.session.save()

    assert alice.caller.token_state is state


def test_who_left_the_team_is_signed_out(alice: Person, bob: Person) -> None:
    Member.objects.filter(user=bob.user).delete()

    assert bob.caller.token_state is TokenState.SIGNED_OUT
    assert alice.caller.token_state is TokenState.GOOD


def test_a_custom_role_holds_what_was_chosen(bob: Person) -> None:
    role = Role.objects.create(team=bob.team, name="Reader", permissions=["contact.view"])
    Member.objects.filter(user=bob.user).update(role="custom", custom_role=role)

    assert bob.caller.permissions == {"contact.view"}
    assert not bob.caller.may("contact.edit")


def test_callers_alike_hold_the_same_features_and_permissions(alice: Person, bob: Person, mallory: Person) -> None:
    one, other = alice.caller, mallory.caller

    assert one.features is other.features
    assert one.permissions is other.permissions
    assert bob.caller.permissions != one.permissions

    FeatureSwitch.objects.create(name="contactManagement.export", enabled=False)
    assert alice.caller.features is not one.features
    assert alice.caller.feature("contactManagement", "export") is FeatureState.UNDETERMINED
