"""Stamps: a slow step is skipped if its inputs have not changed."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path


def hash_files(files: Iterable[Path]) -> str:
    """Of the paths and contents; the order of the files does not matter."""
    digest = hashlib.sha256()
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"{file.name}\0{file.parent}\0{content}\n".encode())
    return digest.hexdigest()


def hash_tree(folder: Path, *, leave_out: frozenset[str]) -> str:
    """Skips folders with the names in `leave_out`."""
    return hash_files(_iter_files(folder, leave_out))


def _iter_files(folder: Path, leave_out: frozenset[str]) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        # Never entered: node_modules has some forty thousand files.
        folders[:] = [name for name in folders if name not in leave_out]
        yield from (file for name in names if (file := Path(parent, name)).is_file())


def is_fresh(stamp: Path, value: str) -> bool:
    return stamp.is_file() and stamp.read_text() == value


def write(stamp: Path, value: str) -> None:
    """Called last, so that an interrupted step is repeated."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value)
