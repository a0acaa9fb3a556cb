"""What a rule of advice is.

A rule says nothing below its floor: of a few mails one is a lot. Each is a module of `rules/`, with its figures and
floors as constants, and stands in `registry.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

from server.reports.advice.facts import Facts
from server.reports.advice.states import AdviceLevel, AdvicePlace, Unit


@dataclass(frozen=True, slots=True)
class Finding:
    """A row with a problem: its value, of how many, and what is asked for.

    `name` is what the row is called; `act` is what follows it at a click (`acts.py`), None where a person does it.
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
class Measure:
    """The same figure later."""

    value: float
    base: int


class Rule(Protocol):
    """One rule. `title` names it in the record of who did what."""

    @property
    def code(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def place(self) -> AdvicePlace: ...

    @property
    def unit(self) -> Unit: ...

    def findings(self, facts: Facts) -> Iterable[Finding]:
        """The rows with the problem, the worst first."""
        ...

    def after(self, facts: Facts, *, subject: str, since: datetime) -> Measure | None:
        """What the figure has become since then; None while too little has happened to say so."""
        ...
