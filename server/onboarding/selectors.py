"""Reads of the onboarding checklist."""

from dataclasses import dataclass

from server.core.callers import Caller
from server.onboarding import steps
from server.onboarding.models import MissionDismissal


@dataclass(frozen=True, slots=True)
class StepProgress:
    """A step and its current state."""

    name: str
    done: bool


@dataclass(frozen=True, slots=True)
class Mission:
    """The caller's checklist for the team."""

    features: list[StepProgress]
    dismissed: bool

    @property
    def done(self) -> int:
        return sum(step.done for step in self.features)

    @property
    def total(self) -> int:
        return len(self.features)

    @property
    def percentage(self) -> int:
        """Rounded down, so that 100 means all steps."""
        return self.done * 100 // self.total if self.total else 100


def get_mission(*, by: Caller) -> Mission:
    features = [StepProgress(step.name, step.is_done(by)) for step in steps.list_steps() if step.is_for(by)]
    return Mission(features, MissionDismissal.objects.for_team(by).filter(user_id=by.user_id).exists())
