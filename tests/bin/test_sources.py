from pathlib import Path

import pytest

from bin.local import sources


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sources.SourceWatcher:
    monkeypatch.setattr(sources, "CHECK_INTERVAL_SECONDS", 0)
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "old.py").write_text("1")
    return sources.SourceWatcher(tmp_path, ("server", "not_there"))


def test_nothing_is_reported_while_nothing_changes(watch: sources.SourceWatcher) -> None:
    assert watch.changed() is None


def test_a_new_file_is_reported_once(watch: sources.SourceWatcher, tmp_path: Path) -> None:
    (tmp_path / "server" / "new.py").write_text("1")

    assert watch.changed() == "server/new.py"
    assert watch.changed() is None


def test_a_removed_file_is_reported(watch: sources.SourceWatcher, tmp_path: Path) -> None:
    (tmp_path / "server" / "old.py").unlink()

    assert watch.changed() == "server/old.py"


def test_other_files_are_left_alone(watch: sources.SourceWatcher, tmp_path: Path) -> None:
    (tmp_path / "server" / "note.txt").write_text("1")

    assert watch.changed() is None
