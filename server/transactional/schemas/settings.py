"""Schemas of a team's settings."""

from typing import Annotated

from pydantic import Field

from server.core.bounded_types import NOT_BOOLEAN, Flag, Integer
from server.core.schemas import Out, Schema
from server.transactional.lengths import MAX_BODY_DAYS, MAX_QUARANTINE_ABOVE_PER_HOUR


class TrxSettingsPut(Schema):
    """`bodyDays` is how many days message content is stored; 0 deletes it when the message is finished.

    With `holdAll`, each message waits until a user releases it. With `holdAbove`, so do messages beyond this number per
    key and clock hour; null means no limit.
    """

    body_days: Integer = Field(ge=0, le=MAX_BODY_DAYS)
    hold_all: Flag = False
    hold_above: Annotated[int, Field(ge=1, le=MAX_QUARANTINE_ABOVE_PER_HOUR), NOT_BOOLEAN] | None = None


class TrxSettingsOut(Out):
    body_days: int
    hold_all: bool
    hold_above: int | None
    most_body_days: int = MAX_BODY_DAYS
