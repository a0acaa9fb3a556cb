"""The allowed transitions of states and actions."""

from enum import StrEnum

import pytest

from server.core.errors import ActionNotAllowed
from server.core.transitions import Actions, Transition, Transitions


class Door(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"


class Act(StrEnum):
    CLOSE = "close"
    LOCK = "lock"


DOORS = Transitions(
    {Door.OPEN: {Door.CLOSED}, Door.CLOSED: {Door.OPEN, Door.LOCKED}, Door.LOCKED: {Door.CLOSED}},
)
ACTS = Actions(
    {
        Act.CLOSE: Transition(frozenset({Door.OPEN, Door.LOCKED}), Door.CLOSED),
        Act.LOCK: Transition(frozenset({Door.CLOSED}), Door.LOCKED),
    }
)


@pytest.mark.parametrize("old", list(Door))
@pytest.mark.parametrize("new", list(Door))
def test_a_state_follows_where_the_table_says(old: Door, new: Door) -> None:
    allowed = {("open", "closed"), ("closed", "open"), ("closed", "locked"), ("locked", "closed")}
    assert DOORS.allows(old.value, new) is ((old, new) in allowed)
    if (old, new) in allowed:
        DOORS.require(old.value, new)
        return

    with pytest.raises(ActionNotAllowed) as refused:
        DOORS.require(old.value, new)

    assert refused.value.payload == {"from": old.value, "to": new.value}


def test_the_states_before_one_are_found() -> None:
    assert DOORS.sources(Door.CLOSED) == ["open", "locked"]


def test_an_action_is_possible_where_the_table_says() -> None:
    assert (ACTS.after(Act.LOCK, "closed"), ACTS.end_of(Act.LOCK)) == (Door.LOCKED, Door.LOCKED)

    with pytest.raises(ActionNotAllowed) as refused:
        ACTS.after(Act.LOCK, "open")

    assert refused.value.payload == {"action": "lock", "status": "open"}


def test_a_table_has_every_state_and_every_action() -> None:
    with pytest.raises(ValueError, match="locked"):
        Transitions({Door.OPEN: {Door.CLOSED}, Door.CLOSED: {Door.OPEN}})
    with pytest.raises(ValueError, match="lock"):
        Actions({Act.CLOSE: Transition(frozenset({Door.OPEN}), Door.CLOSED)})
    with pytest.raises(ValueError, match="all"):
        Transitions[Door]({})
