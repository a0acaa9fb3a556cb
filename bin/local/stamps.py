"""Stamps: a step that takes long is skipped when what it was made from has not changed."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def of(files: Iterable[Path]) -> str:
    """A hash over the names and contents of the files; the order they are given in does not matter."""
    digest = hashlib.sha256()
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"{file.name}\0{file.parent}\0{content}\n".encode())
    return digest.hexdigest()


def of_tree(folder: Path, *, leave_out: frozenset[str]) -> str:
    """A hash over every file below the folder, except below folders of these names."""
    return of(_files(folder, leave_out))


def _files(folder: Path, leave_out: frozenset[str]) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        # Not entered at all: node_modules holds some forty thousand files.
        folders[:] = [name for name in folders if name not in leave_out]
        yield from (file for name in names if (file := Path(parent, name)).is_file())


def is_fresh(stamp: Path, value: str) -> bool:
    """Whether the step whose stamp lies there was done with this value."""
    return stamp.is_file() and stamp.read_text() == value


def write(stamp: Path, value: str) -> None:
    """Notes that the step is done. Called last, so that a broken-off step is done again."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value)
