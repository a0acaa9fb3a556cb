"""Detects changed Python files, for bin/dev."""

import time
from collections.abc import Iterable
from pathlib import Path

CHECK_INTERVAL_SECONDS = 0.7


class SourceWatcher:
    """Watches the Python files below some folders, with at least CHECK_INTERVAL_SECONDS between two checks."""

    def __init__(self, root: Path, folders: Iterable[str]) -> None:
        self._root = root
        self._folders = tuple(folders)
        self._seen = self._read_times()
        self._checked_at = time.monotonic()

    def changed(self) -> str | None:
        """The name of a file that was added, removed or changed since the last call."""
        if time.monotonic() - self._checked_at < CHECK_INTERVAL_SECONDS:
            return None
        self._checked_at = time.monotonic()
        now = self._read_times()
        different = sorted(dict(now.items() ^ self._seen.items()))
        self._seen = now
        return str(different[0].relative_to(self._root)) if different else None

    def _read_times(self) -> dict[Path, int]:
        seen = {}
        for folder in self._folders:
            for file in (self._root / folder).rglob("*.py"):
                try:
                    seen[file] = file.stat().st_mtime_ns
                except FileNotFoundError:  # deleted during the check
                    continue
        return seen
