from dataclasses import replace
from uuid import UUID

import pytest

from server.core.access import Access, Feature
from server.core.callers import Caller, FeatureState, TokenKind, TokenState
from server.core.errors import ApiError, SecondFactorMissing

ALICE = Caller(
    session_id=UUID(int=1),
    kind=TokenKind.NORMAL,
    token_state=TokenState.GOOD,
    user_id=UUID(int=2),
    email="alice@kopi.example",
    fullname="Alice Tan",
    language="en",
    is_operator=False,
    locked=False,
    validated=True,
    team_id=UUID(int=3),
    team_name="Kopi",
    role="member",
    permissions=frozenset({"contact.view"}),
    suspended=False,
    plan_expired=False,
    features={"contactManagement": {"": FeatureState.ENABLED, "export": FeatureState.DISABLED}},
)
VIEW = Access(permission="contact.view", feature=Feature("contactManagement"))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"token_state": TokenState.FORCED_OUT}, "forceOutException"),
        ({"token_state": TokenState.SIGNED_OUT}, "tokenException"),
        ({"token_state": TokenState.EXPIRED}, "tokenException"),
        ({"kind": TokenKind.TWO_FACTOR}, "notAuthorized"),
        ({"kind": TokenKind.TRX}, "notAuthorized"),
        ({"kind": TokenKind.LANDING}, "notAuthorized"),
        ({"kind": TokenKind.FORM}, "notAuthorized"),
        ({"payment_only": True}, "notAuthorized"),
        ({"locked": True}, "userLocked"),
        ({"suspended": True}, "userSuspended"),
        ({"permissions": frozenset()}, "notAuthorized"),
        ({"features": {}}, "featureDisabled"),
        ({"features": {"contactManagement": {"": FeatureState.UNDETERMINED}}}, "featureDisabled"),
        # The first failing rule determines the error.
        ({"token_state": TokenState.FORCED_OUT, "locked": True, "suspended": True}, "forceOutException"),
        ({"locked": True, "suspended": True}, "userLocked"),
    ],
)
def test_a_caller_is_kept_out(change: dict[str, object], code: str) -> None:
    with pytest.raises(ApiError) as refused:
        VIEW.check(replace(ALICE, **change), method="GET")  # type: ignore[arg-type]

    assert refused.value.code == code


def test_after_the_plan_has_run_out_reading_goes_on_and_writing_does_not() -> None:
    expired = replace(ALICE, plan_expired=True)

    VIEW.check(expired, method="GET")
    with pytest.raises(ApiError) as refused:
        VIEW.check(expired, method="POST")

    assert refused.value.code == "userExpired"
    replace(VIEW, while_expired=True).check(expired, method="POST")


def test_an_action_is_never_more_enabled_than_its_area() -> None:
    features = {"contactManagement": {"": FeatureState.DISABLED, "export": FeatureState.ENABLED}}

    assert ALICE.feature("contactManagement", "export") is FeatureState.DISABLED
    assert ALICE.feature("contactManagement", "create") is FeatureState.ENABLED
    assert replace(ALICE, features=features).feature("contactManagement", "export") is FeatureState.DISABLED


def test_only_an_operator_passes_an_operators_rule() -> None:
    console = Access(operator=True)

    with pytest.raises(ApiError):
        console.check(replace(ALICE, role="admin"), method="GET")
    with pytest.raises(SecondFactorMissing):
        console.check(replace(ALICE, is_operator_without_factor=True), method="GET")
    console.check(replace(ALICE, is_operator=True), method="GET")
