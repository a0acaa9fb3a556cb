"""The steps of the onboarding mission. Each app that can tell whether one is done registers it."""

from collections.abc import Callable
from dataclasses import dataclass

from server.core.callers import Caller, FeatureState
from server.core.registry import Registry, in_order


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. `is_done` looks at what the team really has, each time; nothing is ticked off by hand.

    It directly follows the step `after`, if it names one. Who lacks the permission or the plan feature is not asked to
    do it.
    """

    name: str
    is_done: Callable[[Caller], bool]
    permission: str | None = None
    area: str | None = None
    after: str | None = None

    def is_for(self, caller: Caller) -> bool:
        """Whether the caller could do it."""
        allowed = self.permission is None or caller.may(self.permission)
        return allowed and (self.area is None or caller.feature(self.area, "") is FeatureState.ENABLED)


STEPS = Registry[str, Step]("step")


def register(step: Step) -> None:
    """Adds a step. Raises ValueError for a name that is taken."""
    STEPS.add(step.name, step)


def everything() -> list[Step]:
    """Every registered step in its order."""
    return in_order(STEPS.values())
