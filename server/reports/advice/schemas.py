"""Advice on the wire."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from server.core.schemas import Out, Schema
from server.reports.advice.states import AdviceLevel, AdvicePlace, AdviceState, Unit


class AdviceQuery(Schema):
    """All of the team, or what is about one campaign."""

    campaign_id: UUID | None = None


class AdviceFigureOut(Out):
    """A figure, and of how many it is."""

    value: float
    base: int


class TeamAdviceOut(Out):
    """One row with a problem. `value` and `asked` are in `unit`; `before` and `after` are told once it was followed.

    `act` is what following does: turns on the sunset rule, sets a frequency cap, leaves a label out of what has not
    begun; null where a person does it. The name is that of the row, `params` what its sentence names besides.
    """

    id: int
    rule: str
    place: AdvicePlace
    level: AdviceLevel
    state: AdviceState
    unit: Unit
    act: str | None
    subject: str
    name: str
    campaign_id: UUID | None
    value: float
    asked: float
    base: int
    params: Mapping[str, str | int | float]
    found_at: datetime
    decided_at: datetime | None
    decided_by: str
    before: AdviceFigureOut | None
    after: AdviceFigureOut | None


class AdviceListOut(Out):
    """The worst first, at most 200. `lookedAt` is null before the first look."""

    items: Sequence[TeamAdviceOut]
    looked_at: datetime | None
