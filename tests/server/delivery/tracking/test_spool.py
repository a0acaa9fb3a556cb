"""The spool on disk: added events survive any crash."""

import fcntl
import os
from pathlib import Path
from uuid import UUID

import pytest

from server.delivery.tracking import spool as module
from server.delivery.tracking.spool import Spool, SpoolSegment, is_expired


def pop_segment(spool: Spool) -> SpoolSegment:
    segment = spool.pop()
    assert segment is not None
    return segment


def files(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.iterdir())


def test_lines_come_back_as_one_batch_named_by_its_file(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "own", hold=0)

    began = [spool.add(b"a\n"), spool.add(b"b\n")]
    segment = pop_segment(spool)

    assert began == [True, False]
    assert spool.read(segment) == b"a\nb\n"
    assert UUID(segment.path.stem) == segment.batch_id
    spool.drop(segment)
    assert (spool.is_empty, files(tmp_path / "own")) == (True, [])
    assert spool.add(b"c\n")


def test_a_segment_is_held_and_amended_until_it_is_taken(tmp_path: Path) -> None:
    spool = Spool(tmp_path, hold=60)
    spool.add(b"a\n")
    assert spool.pop() is None
    spool.amend(b"scan\n")
    spool.hold = 0
    segment = pop_segment(spool)
    spool.add(b"b\n")
    spool.amend(b"later\n")

    assert spool.read(segment) == b"a\nscan\n"
    assert spool.read(pop_segment(spool)) == b"b\nlater\n"


def test_a_full_segment_gives_way_to_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SEGMENT_LINES", 2)
    monkeypatch.setattr(module, "MAX_OPEN_FILES", 2)
    spool = Spool(tmp_path, hold=0)

    for number in range(9):
        spool.add(b"%d\n" % number)

    batches = [pop_segment(spool) for _ in range(5)]
    assert [spool.read(batch) for batch in batches] == [b"0\n1\n", b"2\n3\n", b"4\n5\n", b"6\n7\n", b"8\n"]
    # The oldest were closed: another process might adopt them, and both can ingest them.
    assert [batch.file is None for batch in batches] == [True, True, True, False, False]


def test_what_a_killed_process_left_is_adopted_and_what_a_living_one_writes_is_not(tmp_path: Path) -> None:
    dead, living, heir = Spool(tmp_path, hold=60), Spool(tmp_path, hold=60), Spool(tmp_path, hold=60)
    dead.add(b"whole\n")
    assert dead._current is not None
    os.write(dead._current.file or 0, b"half a li")
    dead.close()
    living.add(b"mine\n")
    (tmp_path / "0198c0de-0000-7000-8000-000000000000.new").touch()

    assert (heir.adopt(), heir.adopt()) == (1, 0)

    segment = pop_segment(heir)
    assert heir.read(segment) == b"whole\n"
    assert (heir.pop(), files(tmp_path)) == (None, [".events", ".events"])
    heir.drop(segment)
    living.hold = 0
    assert living.read(pop_segment(living)) == b"mine\n"


def test_a_segment_that_another_has_landed_is_empty(tmp_path: Path) -> None:
    first, second = Spool(tmp_path, hold=0), Spool(tmp_path, hold=0)
    first.add(b"a\n")
    first.close()
    assert second.adopt() == 1
    segment = pop_segment(second)
    segment.path.unlink()

    assert second.read(segment) == b""
    second.drop(segment)


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spool, write = Spool(tmp_path, hold=0), os.write
    spool.add(b"a\n")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda file, data: write(file, data[:2]))
        with pytest.raises(OSError, match="full"):
            spool.add(b"too long\n")
    spool.add(b"b\n")

    assert spool.read(pop_segment(spool)) == b"a\nb\n"


def test_what_is_put_aside_is_not_adopted_again(tmp_path: Path) -> None:
    spool = Spool(tmp_path, hold=0)
    spool.add(b"a\n")
    spool.put_aside(pop_segment(spool))

    assert (files(tmp_path), spool.adopt()) == ([".refused"], 0)


def test_an_old_segment_is_late(tmp_path: Path) -> None:
    spool = Spool(tmp_path, hold=0)
    spool.add(b"a\n")
    segment = pop_segment(spool)
    assert not is_expired(segment)

    os.utime(segment.path, (0, 0))

    assert is_expired(segment)


def test_a_segment_is_locked_while_it_is_written(tmp_path: Path) -> None:
    spool = Spool(tmp_path, hold=0)
    spool.add(b"a\n")
    segment = pop_segment(spool)

    with segment.path.open("rb") as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.parametrize("is_let_go", [False, True], ids=["while it looks", "after it has looked"])
def test_a_file_that_another_takes_for_left_behind_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_let_go: bool
) -> None:
    locked: list[int] = []
    lock = fcntl.flock

    def after_the_other(file: int, how: int) -> None:
        if not locked:
            [new] = tmp_path.glob("*.new")
            other = os.open(new, os.O_WRONLY)
            locked.append(other)
            lock(other, how)
            new.unlink()
            if is_let_go:
                os.close(other)
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", after_the_other)
    spool = Spool(tmp_path, hold=0.0)

    assert spool.add(b"one\n")

    monkeypatch.undo()
    [path] = tmp_path.iterdir()
    segment = spool.pop()
    assert segment is not None
    assert (segment.path, path.suffix, spool.read(segment)) == (path, ".events", b"one\n")
    if not is_let_go:
        os.close(locked[0])
