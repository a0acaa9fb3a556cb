"""Schemas of list hygiene."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator

from server.contacts.causes import LABEL_REQUIRED
from server.core.bounded_types import NOT_BOOLEAN, BigId, Flag
from server.core.causes import CauseError
from server.core.schemas import Out, Schema
from server.hygiene.states import SunsetAction, SunsetRunState

MAX_MONTHS = 36
MAX_EMAILS = 100
MAX_DAYS = 90


class FrequencyCapIn(Schema):
    """The maximum number of campaigns per contact within a number of days."""

    mails: Annotated[int, Field(ge=1, le=MAX_EMAILS), NOT_BOOLEAN]
    days: Annotated[int, Field(ge=1, le=MAX_DAYS), NOT_BOOLEAN]


class FrequencyCapOut(Out):
    """The frequency cap: the maximum number of campaigns per contact within a number of days."""

    mails: int
    days: int


class SunsetIn(Schema):
    """Applies to contacts that were sent at least `leastSent` emails in the last `months` months and neither opened nor
    clicked any.

    `act` is the action to apply to them.
    """

    months: Annotated[int, Field(ge=1, le=MAX_MONTHS), NOT_BOOLEAN]
    least_sent: Annotated[int, Field(ge=1, le=MAX_EMAILS), NOT_BOOLEAN]
    act: SunsetAction
    label_id: BigId | None = None

    @model_validator(mode="after")
    def _check_label(self) -> "SunsetIn":
        if self.act == SunsetAction.LABEL and self.label_id is None:
            raise CauseError(LABEL_REQUIRED)
        return self


class SunsetRuleIn(SunsetIn):
    """The sunset rule, and whether it is turned on."""

    enabled: Flag = True


class SunsetRuleOut(Out):
    """The current sunset rule. Until `announced` is true, its next run only counts contacts."""

    enabled: bool
    months: int
    least_sent: int
    act: SunsetAction
    label_id: int | None
    announced: bool
    next_at: datetime
    fullname: str


class SunsetPreviewOut(Out):
    """How many contacts the rule would change now."""

    count: int


class SunsetRunOut(Out):
    """One daily run of the rule. If `isTrial` is true, it only counted. `undoUntil` is null if it can’t be undone."""

    run_id: UUID
    at: datetime
    months: int
    least_sent: int
    act: SunsetAction
    label_id: int | None
    is_trial: bool
    state: SunsetRunState
    found: int
    done: int
    changed: int
    undo_until: datetime | None
    undone_by: str


class HygieneOut(Out):
    """The frequency cap, the sunset rule, and its latest 20 runs, newest first."""

    cap: FrequencyCapOut | None
    sunset: SunsetRuleOut | None
    runs: Sequence[SunsetRunOut]
