"""Schemas of the support console."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from server.core.bounded_types import Integer, UtcDateTime
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.support.kinds import AuditEntryKind

MIN_REASON_CHARACTERS, MAX_REASON_CHARACTERS = 3, 500
MAX_ACTIVITY_ITEMS = 200
# The source of the user's two-factor requirement: their app, a team, or none.
TwoFactor = Literal["app", "team", "none"]
TeamState = Literal["normal", "suspended", "locked", "expired"]


class ReasonIn(Schema):
    """The reason for the action, stored in the audit log."""

    reason: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        Field(min_length=MIN_REASON_CHARACTERS, max_length=MAX_REASON_CHARACTERS),
    ]


class TeamQuery(PageQuery):
    state: TeamState | None = None


class UserQuery(PageQuery):
    state: Literal["locked", "operator", "unvalidated"] | None = None


class AuditEntryQuery(PageQuery):
    """Filters for audit entries. `since` is inclusive, `until` is exclusive."""

    team: UUID | None = None
    user: UUID | None = None
    operator: UUID | None = None
    kind: AuditEntryKind | None = None
    since: UtcDateTime | None = None
    until: UtcDateTime | None = None


class SupportActivityQuery(Schema):
    size: Integer = Field(20, ge=1, le=MAX_ACTIVITY_ITEMS)


class AdminTeamOut(Out):
    """A team in the list of the console."""

    company_id: UUID
    name: str
    slug: str
    vendor: str
    state: TeamState
    plan: str
    expired_date: datetime | None
    members: int
    sessions: int
    created_at: datetime


class CounterOut(Out):
    """Usage of one quota. A limit of -1 means unlimited."""

    feature: str
    name: str
    used: int
    reserved: int
    limit: int


class AdminTeamDetailOut(AdminTeamOut):
    """A team.

    `people` is the number of users with an active session; `own` is true if the operator’s session is in this team.
    """

    country: str
    timezone: str
    language: str
    multi_login: str
    enable_2fa: bool = Field(serialization_alias="enable2FA")
    suspended_at: datetime | None
    locked_at: datetime | None
    sending_paused_at: datetime | None
    people: int
    own: bool
    quota: list[CounterOut]


class AdminMemberOut(Out):
    user_id: UUID
    fullname: str
    email: str
    role: str
    owner: bool
    active: bool
    locked: bool
    sessions: int
    joined_at: datetime | None


class AdminSessionOut(Out):
    """An active session. `current` is true for the operator’s own."""

    session_id: UUID
    user_id: UUID
    fullname: str
    email: str
    company_id: UUID
    company: str
    kind: str
    device: str
    address: str | None
    created_at: datetime
    last_seen_at: datetime
    current: bool


class AdminActivityOut(Out):
    """An activity of a member. `name` is empty for contacts because their names are private to the team."""

    id: int
    reference: str
    action: str
    name: str
    fullname: str
    created_at: datetime


class AdminActivityListOut(Out):
    """Newest first. `total` counts up to 10,000."""

    items: list[AdminActivityOut]
    total: int


class AdminUserOut(Out):
    """A user in the list of the console."""

    user_id: UUID
    fullname: str
    email: str
    validated: bool
    locked: bool
    operator: bool
    teams: int
    sessions: int
    last_seen_at: datetime | None
    created_at: datetime


class MembershipOut(Out):
    company_id: UUID
    name: str
    slug: str
    role: str
    owner: bool
    active: bool
    default: bool
    suspend: bool


class AdminUserDetailOut(AdminUserOut):
    """A user. `own` is true for the operator’s own account.

    `wrongCodes` is the number of consecutive wrong sign-in codes.
    """

    language: str
    phone: str
    locked_at: datetime | None
    two_factor: TwoFactor
    wrong_codes: int
    own: bool
    memberships: list[MembershipOut]


class AuditEntryOut(Out):
    """An audit entry."""

    act_id: UUID
    at: datetime
    kind: AuditEntryKind
    operator_id: UUID | None
    operator_email: str
    address: str | None
    team_id: UUID | None
    team_name: str
    user_id: UUID | None
    user_email: str
    session_id: UUID | None
    device: str
    sessions: int | None
    subject: str
    reason: str


class OperatorOut(Out):
    user_id: UUID
    fullname: str
    email: str


class AdminEndedOut(Out):
    """Number of sessions ended. 0 if there were none."""

    sessions: int


class AdminChangedOut(Out):
    """False if nothing changed; nothing is recorded in that case."""

    changed: bool
