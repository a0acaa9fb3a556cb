"""The interface of advice rules.

A rule reports nothing below its minimum sample. Each rule is a module of `rules/` with its thresholds as constants,
registered in `registry.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

from server.reports.advice.facts import TeamFacts
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit


@dataclass(frozen=True, slots=True)
class AdviceFinding:
    """An issue: its value, the sample size `base` and the target `asked`.

    `name` is the name of the affected record. `act` is the action that follows the advice (`actions.py`), None if a
    user must act.
    """

    subject: str
    level: AdviceLevel
    value: float
    asked: float
    base: int
    name: str = ""
    campaign_id: UUID | None = None
    params: Mapping[str, str | int | float] = field(default_factory=dict)
    act: str | None = None


@dataclass(frozen=True, slots=True)
class Measurement:
    """A later value of the same metric."""

    value: float
    base: int


class AdviceRule(Protocol):
    """An advice rule. `title` is its name in the audit log."""

    @property
    def code(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def place(self) -> AdviceSubjectKind: ...

    @property
    def unit(self) -> Unit: ...

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        """Yields the issues, the worst first."""
        ...

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        """Returns the value since then, or None if the sample is too small."""
        ...
