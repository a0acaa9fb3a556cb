"""Schemas of the funnel."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from server.contacts.states import Stage
from server.contacts.values import MAX_STAGE_NAME_LENGTH, clean_text
from server.core.bounded_types import Integer
from server.core.schemas import Out, Schema


class FunnelQuery(Schema):
    """Length of the report in days, including today, in the team’s time zone."""

    days: Integer = Field(30, ge=1, le=366)


class StageOut(Out):
    """A stage with its changes in the period. `name` is null for the default name.

    `count` is the number of contacts in the stage now. `came` counts moves into it; `movedOn`, `movedBack` and `left`
    count moves to a later stage, to an earlier stage and out of the funnel. `medianSeconds` is the median time in the
    stage before such a move. `entered` is the number of distinct contacts that moved in; `converted` of them have since
    reached a later stage.
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
    """The funnel of a team. `contacts` is the number of all contacts, including those outside the funnel."""

    days: int
    since: datetime
    contacts: int
    stages: Sequence[StageOut]


class StageNameIn(Schema):
    """A custom name for a stage. Empty restores the default name."""

    stage: Stage
    name: Annotated[str, Field(max_length=MAX_STAGE_NAME_LENGTH), AfterValidator(clean_text)]


class StageNameOut(Out):
    """A stage and its custom name. Null for the default name."""

    stage: Stage
    name: str | None
