"""The operations of sign-in and account, by method and path (SESS-62 to 88)."""

import pytest

from tests.operations import ALL

CALLS = [
    "POST signin",
    "POST register",
    "POST signin-token",
    "POST signin-jwt",
    "POST signin-current",
    "POST auth-otp",
    "POST checkToken-2FA",
    "POST logout",
    "POST forget-password",
    "POST reset-password",
    "GET me",
    "GET ping",
    "POST ping",
    "GET users/profile",
    "PUT users/profile",
    "GET users/detail",
    "PUT users/change-email",
    "PUT users/change-password",
    "POST users/validate",
    "POST users/revalidate",
    "PUT users/tours",
    "PUT users/hints",
    "PUT users/policy-version",
    "PUT users/new-release",
    "PUT users/toggle",
    "POST user/firebase-token",
    "POST user/activate/affiliate",
    "PUT companies/settings/enable-2FA",
]


@pytest.mark.parametrize("call", CALLS)
def test_the_call_exists_by_this_method(call: str) -> None:
    assert call in {str(operation) for operation in ALL}
