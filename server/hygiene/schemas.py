"""The hygiene of lists on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator

from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN, BigId, Flag
from server.hygiene.states import RunState, SunsetAct

MOST_MONTHS = 36
MOST_MAILS = 100
MOST_DAYS = 90


class CapIn(Schema):
    """At most so many campaigns in so many days to each contact."""

    mails: Annotated[int, Field(ge=1, le=MOST_MAILS), NOT_BOOLEAN]
    days: Annotated[int, Field(ge=1, le=MOST_DAYS), NOT_BOOLEAN]


class CapOut(Out):
    """The frequency cap."""

    mails: int
    days: int


class SunsetIn(Schema):
    """Who was sent so many mails in the last months, and has opened and clicked none of any; and what is done then."""

    months: Annotated[int, Field(ge=1, le=MOST_MONTHS), NOT_BOOLEAN]
    least_sent: Annotated[int, Field(ge=1, le=MOST_MAILS), NOT_BOOLEAN]
    act: SunsetAct
    label_id: BigId | None = None

    @model_validator(mode="after")
    def _names_a_label(self) -> "SunsetIn":
        if self.act == SunsetAct.LABEL and self.label_id is None:
            raise ValueError("Choose a label.")
        return self


class SunsetRuleIn(SunsetIn):
    """The rule, and whether it acts."""

    enabled: Flag = True


class SunsetOut(Out):
    """The rule as it stands. Until it is `announced` its next run only counts."""

    enabled: bool
    months: int
    least_sent: int
    act: SunsetAct
    label_id: int | None
    announced: bool
    next_at: datetime
    fullname: str


class SunsetPreviewOut(Out):
    """How many contacts the rule would change now."""

    count: int


class SunsetRunOut(Out):
    """One day's work of the rule; with `isTrial` it only counted. `undoUntil` is null for what can't be undone."""

    run_id: UUID
    at: datetime
    months: int
    least_sent: int
    act: SunsetAct
    label_id: int | None
    is_trial: bool
    state: RunState
    found: int
    done: int
    changed: int
    undo_until: datetime | None
    undone_by: str


class HygieneOut(Out):
    """All of it; the runs with the newest first, at most 20."""

    cap: CapOut | None
    sunset: SunsetOut | None
    runs: Sequence[SunsetRunOut]
