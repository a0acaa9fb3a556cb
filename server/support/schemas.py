"""The support console on the wire."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.support.kinds import ActKind

LEAST_REASON, MOST_REASON = 3, 500
LONGEST_ACTIVITY = 200
# What asks a person for a code: their app, a team of theirs, or nothing.
TwoFactor = Literal["app", "team", "none"]
TeamState = Literal["normal", "suspended", "locked", "expired"]


class ReasonIn(Schema):
    """Why it is done: it goes into the record."""

    reason: Annotated[
        str, StringConstraints(strip_whitespace=True), Field(min_length=LEAST_REASON, max_length=MOST_REASON)
    ]


class TeamQuery(PageQuery):
    state: TeamState | None = None


class UserQuery(PageQuery):
    state: Literal["locked", "operator", "unvalidated"] | None = None


class ActQuery(PageQuery):
    """The record's filters; `since` is included, `until` is not."""

    team: UUID | None = None
    user: UUID | None = None
    operator: UUID | None = None
    kind: ActKind | None = None
    since: datetime | None = None
    until: datetime | None = None


class SupportActivityQuery(Schema):
    size: int = Field(20, ge=1, le=LONGEST_ACTIVITY)


class AdminTeamOut(Out):
    """A team as a list of the console shows it."""

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
    """One counter of the plan; a limit of -1 is none."""

    feature: str
    name: str
    used: int
    reserved: int
    limit: int


class AdminTeamDetailOut(AdminTeamOut):
    """A team's page. `people` have a live session in it; `own` is the team that the operator's session is in."""

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
    """A live session. `current` is the operator's own."""

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
    """What somebody of the team did. The names of contacts are the team's and stay there: `name` is empty for them."""

    id: int
    reference: str
    action: str
    name: str
    fullname: str
    created_at: datetime


class AdminActivityListOut(Out):
    """The newest first; `total` counts to 10,000."""

    items: list[AdminActivityOut]
    total: int


class AdminUserOut(Out):
    """A person as a list of the console shows them."""

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
    """A person's page. `own` is the operator who asks; `wrongCodes` were entered in a row at sign-in."""

    language: str
    phone: str
    locked_at: datetime | None
    two_factor: TwoFactor
    wrong_codes: int
    own: bool
    memberships: list[MembershipOut]


class ActOut(Out):
    """One act of the record."""

    act_id: UUID
    at: datetime
    kind: ActKind
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
    """What was ended just now; 0 when there was nothing left to end."""

    sessions: int


class AdminChangedOut(Out):
    """False when it was so already: nothing was done, and nothing recorded."""

    changed: bool
