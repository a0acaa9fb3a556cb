"""Reads the row of the authentication query."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from server.accounts.states import EndReason
from server.core import clock, permissions
from server.core.callers import Caller, FeatureState, TokenKind, TokenState
from server.identity import sql

TOUCH_EVERY = timedelta(minutes=1)  # a write for every call would cost more than it tells
IDLE = timedelta(hours=24)  # SESS-94: a session ends after a day without use


class IdentityResolver:
    """Fills core's slot (server.core.callers.Resolver)."""

    sql = sql.AUTHENTICATE

    def caller(self, row: Mapping[str, Any]) -> Caller:
        """The caller of a row of the authentication query."""
        return Caller(
            session_id=row["session_id"],
            kind=TokenKind(row["kind"]),
            token_state=token_state(row, clock.now()),
            user_id=row["user_id"],
            email=row["email"],
            fullname=" ".join(part for part in (row["firstname"], row["lastname"]) if part) or row["email"],
            language=row["language"],
            is_operator=row["is_operator"] and row["validated_at"] is not None,
            locked=row["locked_at"] is not None,
            validated=row["validated_at"] is not None,
            team_id=row["team_id"],
            team_name=row["team_name"],
            role=row["role"] or "",
            permissions=permissions_of(row),
            suspended=row["suspended_at"] is not None,
            plan_expired=row["plan_expires_at"] is not None and row["plan_expires_at"] < clock.now(),
            features=feature_states(row["features"], row["switched_off"]),
            team_locked=row["team_locked_at"] is not None,
            last_seen_at=row["last_seen_at"],
        )

    def touch(self, caller: Caller) -> None:
        """Moves last_seen_at on, once a minute; of two calls at once one finds it moved."""
        before = clock.now() - TOUCH_EVERY
        if caller.last_seen_at is not None and caller.last_seen_at < before:
            sql.touch_session(caller.session_id, now=clock.now(), before=before)


def token_state(row: Mapping[str, Any], now: datetime) -> TokenState:
    """Whether the session still opens anything: ended, idle for a day, over its 30 days, or out of the team."""
    if row["ended_at"] is not None:
        return TokenState.FORCED_OUT if row["end_reason"] == EndReason.FORCED_OUT else TokenState.SIGNED_OUT
    if row["expires_at"] <= now or row["last_seen_at"] + IDLE <= now:
        return TokenState.EXPIRED
    return TokenState.GOOD if row["member_active"] else TokenState.SIGNED_OUT


def permissions_of(row: Mapping[str, Any]) -> frozenset[str]:
    """What the member's role holds (TEAM-73)."""
    if row["role"] == "admin":
        return permissions.everything()
    if row["role"] == "member":
        return permissions.of_member()
    return frozenset(row["permissions"] or ())


def feature_states(
    groups: str | list[dict[str, Any]] | None, switched_off: list[str]
) -> dict[str, dict[str, FeatureState]]:
    """PLAN-20 to 22 for every area ('') and sub-feature of the team's plan."""
    off = frozenset(switched_off)

    def state(name: str, *, enabled: bool) -> FeatureState:
        if not enabled:
            return FeatureState.DISABLED
        return FeatureState.UNDETERMINED if name in off else FeatureState.ENABLED

    listed = json.loads(groups) if isinstance(groups, str) else groups or []
    return {
        group["name"]: {"": state(group["name"], enabled=group["enable"])}
        | {sub["name"]: state(f"{group['name']}.{sub['name']}", enabled=sub["enable"]) for sub in group["subFeatures"]}
        for group in listed
    }
