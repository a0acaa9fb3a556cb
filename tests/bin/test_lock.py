from pathlib import Path

import pytest

from bin.local import lock
from bin.local.paths import ProductState


@pytest.fixture
def state(tmp_path: Path) -> ProductState:
    made = ProductState(tmp_path / "state")
    made.make()
    return made


def test_a_second_start_is_refused_and_told_who_runs(state: ProductState) -> None:
    with (
        lock.acquire(state, command="bin/start"),
        pytest.raises(lock.AlreadyRunning, match="already running here: bin/start, process "),
        lock.acquire(state, command="bin/manage"),
    ):
        pass


def test_a_lock_is_held_for_the_time_of_the_block(state: ProductState) -> None:
    assert not lock.is_locked(state.lock)

    with lock.acquire(state, command="bin/start"):
        assert lock.is_locked(state.lock)

    assert not lock.is_locked(state.lock)


def test_the_folder_is_closed_to_others(state: ProductState) -> None:
    assert state.folder.stat().st_mode & 0o777 == 0o700
    assert state.secrets.stat().st_mode & 0o777 == 0o700
