"""State machines of records."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from django.db.models import TextChoices

from server.core.errors import ActionNotAllowed

State = TypeVar("State", bound="StrEnum | TextChoices")
Action = TypeVar("Action", bound="StrEnum | TextChoices")


class Transitions(Generic[State]):
    """The allowed transitions between states. Stored states are texts, so the old state is a text."""

    def __init__(self, allowed: Mapping[State, Collection[State]]) -> None:
        """Raises ValueError unless each state of the enum is a key."""
        _check_complete(allowed)
        self._allowed = {str(old): frozenset(new) for old, new in allowed.items()}

    def allows(self, old: str, new: State) -> bool:
        return new in self._allowed[old]

    def require(self, old: str, new: State) -> None:
        if not self.allows(old, new):
            raise ActionNotAllowed(payload={"from": old, "to": str(new)})

    def sources(self, new: State) -> list[str]:
        return [old for old, following in self._allowed.items() if new in following]


@dataclass(frozen=True, slots=True)
class Transition(Generic[State]):
    """The states in which an action is possible, and its resulting state."""

    start: frozenset[State]
    end: State


class Actions(Generic[Action, State]):
    """The possible actions on a record in each state."""

    def __init__(self, steps: Mapping[Action, Transition[State]]) -> None:
        """Raises ValueError unless each action of the enum is a key."""
        _check_complete(steps)
        self._steps = dict(steps)

    def end_of(self, action: Action) -> State:
        return self._steps[action].end

    def after(self, action: Action, state: str) -> State:
        """The state that results from the action in this state. Raises ActionNotAllowed if it is not possible."""
        step = self._steps[action]
        if state not in step.start:
            raise ActionNotAllowed(payload={"action": str(action), "status": state})
        return step.end


def _check_complete(table: Mapping[Any, object]) -> None:
    members: set[Any] = {member for key in table for member in type(key)}
    missing = sorted(map(str, members - table.keys())) if members else ["all"]
    if missing:
        raise ValueError(f"No entry for {missing}")
