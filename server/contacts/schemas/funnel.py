"""The funnel on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from server.contacts.states import Stage
from server.contacts.values import STAGE_NAME_LENGTH, clean_text
from server.core.schemas import Out, Schema
from server.core.wire_types import Integer


class FunnelQuery(Schema):
    """The period of a report: today, by the team's calendar, and the days before it, so many in all."""

    days: Integer = Field(30, ge=1, le=366)


class StageOut(Out):
    """A stage, and what happened to it in the period.

    `name` is the team's own, null for the usual one. `count` contacts are in it now. Moves into it are `came`; those
    out of it `movedOn` to a later stage, `movedBack` to an earlier one, and out of the funnel `left`; half of them had
    been in it for less than `medianSeconds`. Of the contacts that came into it, `entered`, so many had by now gone on
    to a later one: `converted`.
    """

    stage: Stage
    name: str | None
    count: int
    came: int
    moved_on: int
    moved_back: int
    left: int
    median_seconds: int | None
    entered: int
    converted: int


class FunnelOut(Out):
    """The funnel of a team; `contacts` is how many there are, in it or not."""

    days: int
    since: datetime
    contacts: int
    stages: Sequence[StageOut]


class StageNameIn(Schema):
    """What the team calls a stage; empty takes the usual name back."""

    stage: Stage
    name: Annotated[str, Field(max_length=STAGE_NAME_LENGTH), AfterValidator(clean_text)]


class StageNameOut(Out):
    """A stage and what the team calls it; null for the usual name."""

    stage: Stage
    name: str | None
