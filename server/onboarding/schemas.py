"""Schemas of the onboarding checklist."""

from server.core.bounded_types import Flag
from server.core.schemas import Out, Schema


class StepOut(Out):
    """A step and whether it is done."""

    # SHELL-154

    name: str
    done: bool


class MissionOut(Out):
    """The onboarding checklist.

    `percentage` is `done` of `total` as a whole number; it is 100 only if all steps are done.
    """

    features: list[StepOut]
    done: int
    total: int
    percentage: int
    dismissed: bool


class MissionIn(Schema):
    dismissed: Flag
