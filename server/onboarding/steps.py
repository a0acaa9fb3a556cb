"""The steps of the onboarding mission. Each app that can tell whether one is done registers it."""

from collections.abc import Callable
from dataclasses import dataclass

from server.core.callers import Caller, FeatureState
from server.core.registry import Registry


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. `is_done` looks at what the team really has, each time; nothing is ticked off by hand.

    `place` orders the steps. Who lacks the permission or the plan feature is not asked to do it.
    """

    name: str
    place: int
    is_done: Callable[[Caller], bool]
    permission: str | None = None
    area: str | None = None

    def is_for(self, caller: Caller) -> bool:
        """Whether the caller could do it."""
        allowed = self.permission is None or caller.may(self.permission)
        return allowed and (self.area is None or caller.feature(self.area, "") is FeatureState.ENABLED)


STEPS = Registry[str, Step]("step")


def register(step: Step) -> None:
    """Adds a step. Raises ValueError for a name or a place that is taken."""
    taken = next((other for other in STEPS.values() if other.place == step.place and other != step), None)
    if taken is not None:
        raise ValueError(f"The steps {step.name} and {taken.name} are both at {step.place}")
    STEPS.add(step.name, step)


def everything() -> list[Step]:
    """Every registered step in its order."""
    return sorted(STEPS.values(), key=lambda step: step.place)
