"""Schemas of advice."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from server.core.schemas import Out, Schema
from server.reports.advice.states import AdviceLevel, AdviceState, AdviceSubjectKind, Unit


class AdviceQuery(Schema):
    """Advice for the whole team, or for one campaign."""

    campaign_id: UUID | None = None


class AdviceMeasurementOut(Out):
    """A value, and the number it is based on."""

    value: float
    base: int


class TeamAdviceOut(Out):
    """One problem and its advice.

    `value` and its target `asked` are in `unit`; `before` and `after` are set once the advice has been followed.
    `act` is the change made when it is followed: turn on the sunset rule, set a frequency cap, or exclude a label from
    campaigns that have not started. It is null if a user must act. `name` is the affected record; `params` are the
    other placeholders of the text.
    """

    id: int
    rule: str
    place: AdviceSubjectKind
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
    before: AdviceMeasurementOut | None
    after: AdviceMeasurementOut | None


class AdviceListOut(Out):
    """Most severe first, at most 200. `lookedAt` is null before the first check."""

    items: Sequence[TeamAdviceOut]
    looked_at: datetime | None
