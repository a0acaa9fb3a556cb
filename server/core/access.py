"""What an operation requires of its callers. An operation without a declaration fails the caller matrix.

    @router.get("", auth=Access(permission="contact.view", feature=Feature("contactManagement")))

The checks run in this order, and the first failure is the response: token, kind of token, locked user, operator and
second factor, suspended team, locked team, expired plan, vendor area, role permission, plan feature. A payment-only
session counts as one more kind of token.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from django.http import HttpRequest

from server.core import callers
from server.core.accepted_tokens import accepted_tokens
from server.core.callers import Caller, FeatureState, TokenKind, TokenState
from server.core.errors import (
    AccessTokenMissing,
    ActionNotAllowed,
    ApiError,
    FeatureDisabled,
    ForcedOut,
    NotAuthorized,
    SecondFactorMissing,
    TokenInvalid,
    UserExpired,
    UserLocked,
    UserSuspended,
)
from server.core.rate_limits import counters

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
POLLING = "interval"  # HTTP-16: the call is made by a timer, not by a person


@dataclass(frozen=True, slots=True)
class Feature:
    """A plan feature: an area such as `contactManagement`, or an action in it such as `export`."""

    area: str
    action: str = ""


@dataclass(frozen=True, slots=True)
class Quota:
    """A plan limit. The service reserves it in its own transaction."""

    area: str
    name: str


class AuthenticatedRequest(HttpRequest):
    auth: Caller


if TYPE_CHECKING:
    CallerRequest = AuthenticatedRequest
else:
    CallerRequest = HttpRequest


@dataclass(frozen=True, slots=True)
class Access:
    """The requirements for calling an operation. Ninja calls it as `auth`: it returns the Caller or raises."""

    # Ninja writes this into the OpenAPI contract.
    openapi_security_schema: ClassVar[Mapping[str, str]] = {"type": "http", "scheme": "bearer"}

    permission: str | None = None
    feature: Feature | None = None
    quota: Quota | None = None
    kinds: frozenset[TokenKind] = frozenset({TokenKind.NORMAL})
    operator: bool = False
    while_suspended: bool = False
    # A locked team is read-only (TEAM-63). True for operations that leave or restore such a team.
    while_locked: bool = False
    # A session opened by a payment link can call only these operations (TEAM-62).
    while_payment: bool = False
    # None: after the plan has expired, reading is allowed and writing is not.
    while_expired: bool | None = None
    # The permission depends on the record. The service checks it after the rules declared here.
    by_thing: bool = False
    # A product area that some vendors lack (TEAM-183).
    vendor_area: str | None = None

    def __call__(self, request: HttpRequest) -> Caller:
        token = get_bearer_token(request)
        if token is None:
            raise AccessTokenMissing
        caller = callers.resolve(token)
        if caller is None:
            raise TokenInvalid
        self.check(caller, method=request.method or "GET")
        accepted_tokens.add(token)
        if request.headers.get("X-Requested-With") != POLLING:
            callers.touch(caller)
        return caller

    def errors(self, *, method: str) -> set[type[ApiError]]:
        found: set[type[ApiError]] = {AccessTokenMissing, TokenInvalid, ForcedOut, NotAuthorized, UserLocked}
        reads = method in SAFE_METHODS
        if self.operator:
            found.add(SecondFactorMissing)
        if not self.while_suspended:
            found.add(UserSuspended)
        if not self.while_locked and not reads:
            found.add(ActionNotAllowed)
        if not (reads if self.while_expired is None else self.while_expired):
            found.add(UserExpired)
        if self.feature:
            found.add(FeatureDisabled)
        return found

    def check(self, caller: Caller, *, method: str) -> None:
        check_token(caller)
        if caller.kind not in self.kinds or (caller.payment_only and not self.while_payment):
            raise NotAuthorized
        if caller.locked:
            raise UserLocked
        if self.operator and caller.is_operator_without_factor:
            raise SecondFactorMissing
        if self.operator and not caller.is_operator:
            raise NotAuthorized
        if caller.suspended and not self.while_suspended:
            raise UserSuspended
        if caller.team_locked and not self.while_locked and method not in SAFE_METHODS:
            raise ActionNotAllowed
        writes_after_expiry = method in SAFE_METHODS if self.while_expired is None else self.while_expired
        if caller.plan_expired and not writes_after_expiry:
            raise UserExpired
        if self.vendor_area in caller.blocked_areas:
            raise NotAuthorized
        if self.permission is not None and not caller.may(self.permission):
            raise NotAuthorized
        if self.feature and caller.feature(self.feature.area, self.feature.action) is not FeatureState.ENABLED:
            raise FeatureDisabled(payload={"feature": self.feature.area, "subfeature": self.feature.action})


@dataclass(frozen=True, slots=True)
class Public:
    """An operation that takes no token (HTTP-23). `why` says what prevents abuse.

    `per_minute` limits the calls of one network. None means no limit.
    """

    why: str
    per_minute: int | None = None

    def __call__(self, request: HttpRequest) -> bool:
        if self.per_minute is not None:
            counters.check_operation(request, per_minute=self.per_minute)
        return True


def get_bearer_token(request: HttpRequest) -> str | None:
    return parse_bearer_token(request.headers.get("Authorization", ""))


def parse_bearer_token(authorization: str) -> str | None:
    """The bearer token of an Authorization header (RFC 6750, 2.1), or None."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def check_token(caller: Caller) -> None:
    if caller.token_state is TokenState.FORCED_OUT:
        raise ForcedOut
    if caller.token_state is not TokenState.GOOD:
        raise TokenInvalid
