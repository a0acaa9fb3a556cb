"""The steps of the onboarding checklist. Each app registers the steps that it can check."""

from collections.abc import Callable
from dataclasses import dataclass

from server.core.callers import Caller, FeatureState
from server.core.registry import Registry, sort_entries


@dataclass(frozen=True, slots=True)
class OnboardingStep:
    """One step. `is_done` checks the team's data each time; steps are never marked as done by hand.

    It directly follows the step `after`, if it names one. The step is hidden from users without the permission or the
    plan feature.
    """

    name: str
    is_done: Callable[[Caller], bool]
    permission: str | None = None
    area: str | None = None
    after: str | None = None

    def is_for(self, caller: Caller) -> bool:
        allowed = self.permission is None or caller.may(self.permission)
        return allowed and (self.area is None or caller.feature(self.area, "") is FeatureState.ENABLED)


STEPS = Registry[str, OnboardingStep]("step")


def register(step: OnboardingStep) -> None:
    """Raises ValueError for a duplicate name."""
    STEPS.add(step.name, step)


def list_steps() -> list[OnboardingStep]:
    return sort_entries(STEPS.values())
