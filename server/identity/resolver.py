"""Builds a Caller from the row of the authentication query."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any

from django.conf import settings

from server.accounts.states import EndReason
from server.core import clock, permissions
from server.core.callers import Caller, FeatureState, TokenKind, TokenState
from server.identity import sql
from server.vendors.catalogue import get_vendor

TOUCH_INTERVAL = timedelta(minutes=1)  # a write for every call would cost more than its precision is worth
MAX_IDLE = timedelta(hours=24)  # SESS-94: a session ends after a day without use


class IdentityResolver:
    """Implements core's port (server.core.callers.Resolver)."""

    sql = sql.AUTHENTICATE

    def caller(self, row: Mapping[str, Any]) -> Caller:
        return Caller(
            session_id=row["session_id"],
            kind=TokenKind(row["kind"]),
            token_state=get_token_state(row, clock.now()),
            user_id=row["user_id"],
            email=row["email"],
            fullname=" ".join(part for part in (row["firstname"], row["lastname"]) if part) or row["email"],
            language=row["language"],
            is_operator=has_operator_role(row) and has_second_factor(row),
            is_operator_without_factor=has_operator_role(row) and not has_second_factor(row),
            locked=row["locked_at"] is not None,
            validated=row["validated_at"] is not None,
            team_id=row["team_id"],
            team_name=row["team_name"],
            role=row["role"] or "",
            permissions=get_permissions(row),
            suspended=row["suspended_at"] is not None,
            plan_expired=row["plan_expires_at"] is not None and row["plan_expires_at"] < clock.now(),
            features=build_plan_features(row["features"], row["switched_off"]),
            team_locked=row["team_locked_at"] is not None,
            last_seen_at=row["last_seen_at"],
            is_internal=is_internal(row),
            payment_only=row["payment_only"],
            blocked_areas=frozenset(get_vendor(row["vendor"]).blocked),
        )

    def touch(self, caller: Caller) -> None:
        """Updates last_seen_at, at most once a minute. Of two parallel calls only one writes."""
        before = clock.now() - TOUCH_INTERVAL
        if caller.last_seen_at is not None and caller.last_seen_at < before:
            sql.touch_session(caller.session_id, now=clock.now(), before=before)


# There are few plans and few roles, so thousands of sockets share one object per distinct value.
MAX_SHARED_OBJECTS = 512


class PlanFeatures(Mapping[str, Mapping[str, FeatureState]]):
    """The features of a plan, parsed on first use: most calls need one of them or none. Compares by identity."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, groups: str | None, switched_off: Sequence[str]) -> None:
        self._groups = groups
        self._switched_off = switched_off

    @cached_property
    def _states(self) -> dict[str, dict[str, FeatureState]]:
        return build_feature_states(self._groups, self._switched_off)

    def __getitem__(self, area: str) -> Mapping[str, FeatureState]:
        return self._states[area]

    def __iter__(self) -> Iterator[str]:
        return iter(self._states)

    def __len__(self) -> int:
        return len(self._states)


def build_plan_features(groups: str | list[dict[str, Any]] | None, switched_off: Sequence[str]) -> PlanFeatures:
    """Callers with equal plan features share one object."""
    text = groups if groups is None or isinstance(groups, str) else json.dumps(groups)
    return _share_features(text, tuple(switched_off))


@lru_cache(maxsize=MAX_SHARED_OBJECTS)
def _share_features(groups: str | None, switched_off: tuple[str, ...]) -> PlanFeatures:
    return PlanFeatures(groups, switched_off)


@lru_cache(maxsize=MAX_SHARED_OBJECTS)
def _share_permissions(held: frozenset[str]) -> frozenset[str]:
    return held


def get_token_state(row: Mapping[str, Any], now: datetime) -> TokenState:
    """Whether the session still gives access. It does not if it has ended, was idle for a day, is over 30 days old, or
    its user has left the team."""
    if row["ended_at"] is not None:
        return TokenState.FORCED_OUT if row["end_reason"] == EndReason.FORCED_OUT else TokenState.SIGNED_OUT
    if row["expires_at"] <= now or row["last_seen_at"] + MAX_IDLE <= now:
        return TokenState.EXPIRED
    return TokenState.GOOD if row["member_active"] else TokenState.SIGNED_OUT


def has_operator_role(row: Mapping[str, Any]) -> bool:
    """TEAM-87, TEAM-184: the configured developer, or a user with the role; both need a validated address."""
    developer = bool(settings.DEVELOPER_EMAIL) and row["email"] == settings.DEVELOPER_EMAIL
    return row["validated_at"] is not None and (row["is_operator"] or developer)


def has_second_factor(row: Mapping[str, Any]) -> bool:
    return row["has_app"] and row["passed_at"] is not None


def is_internal(row: Mapping[str, Any]) -> bool:
    """TEAM-88, TEAM-185: whether the validated address is in one of the operator's own email domains."""
    domain = row["email"].rpartition("@")[2]
    return row["validated_at"] is not None and domain in settings.INTERNAL_DOMAINS


def get_permissions(row: Mapping[str, Any]) -> frozenset[str]:
    """The permissions of the member's role (TEAM-73)."""
    if row["role"] == "admin":
        held = permissions.list_all_permissions()
    elif row["role"] == "member":
        held = permissions.list_member_permissions()
    else:
        held = frozenset(row["permissions"] or ())
    return _share_permissions(held)


def build_feature_states(groups: str | None, switched_off: Sequence[str]) -> dict[str, dict[str, FeatureState]]:
    """PLAN-20 to 22 for every area ('') and sub-feature of the team's plan."""
    off = frozenset(switched_off)

    def state(name: str, *, enabled: bool) -> FeatureState:
        if not enabled:
            return FeatureState.DISABLED
        return FeatureState.UNDETERMINED if name in off else FeatureState.ENABLED

    listed: list[dict[str, Any]] = json.loads(groups) if groups else []
    return {
        group["name"]: {"": state(group["name"], enabled=group["enable"])}
        | {sub["name"]: state(f"{group['name']}.{sub['name']}", enabled=sub["enable"]) for sub in group["subFeatures"]}
        for group in listed
    }
