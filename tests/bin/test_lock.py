from pathlib import Path

import pytest

from bin.local import lock
from bin.local.places import State


@pytest.fixture
def state(tmp_path: Path) -> State:
    made = State(tmp_path / "state")
    made.make()
    return made


def test_a_second_start_is_refused_and_told_who_runs(state: State) -> None:
    with (
        lock.hold(state, command="bin/start"),
        pytest.raises(lock.AlreadyRunning, match="already running here: bin/start, process "),
        lock.hold(state, command="bin/manage"),
    ):
        pass


def test_a_lock_is_held_for_the_time_of_the_block(state: State) -> None:
    assert not lock.is_held(state.lock)

    with lock.hold(state, command="bin/start"):
        assert lock.is_held(state.lock)

    assert not lock.is_held(state.lock)


def test_the_folder_is_closed_to_others(state: State) -> None:
    assert state.folder.stat().st_mode & 0o777 == 0o700
    assert state.secrets.stat().st_mode & 0o777 == 0o700
