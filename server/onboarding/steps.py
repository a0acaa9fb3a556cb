"""The steps of the onboarding mission. Each app that can tell whether one is done registers it."""

from collections.abc import Callable
from dataclasses import dataclass

from server.core.callers import Caller, FeatureState


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


_steps: dict[str, Step] = {}


def register(step: Step) -> None:
    """Adds a step. Raises ValueError for a name or a place that is taken."""
    other = next((one for one in _steps.values() if step.name == one.name or step.place == one.place), None)
    if other is not None and other.is_done is not step.is_done:
        raise ValueError(f"The step {step.name} at {step.place} meets {other.name}")
    _steps[step.name] = step


def everything() -> list[Step]:
    """Every registered step in its order."""
    return sorted(_steps.values(), key=lambda step: step.place)
