"""The choice of a Python for the virtual environment: the fastest of those that can create one."""

import os
import sys
from pathlib import Path

import pytest

from bin.local import paths, venv
from bin.local.venv import NoPython

NAME = f"python{venv.PYTHON[0]}.{venv.PYTHON[1]}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where environments are created; PATH has the folders `first` and `second`, and no Python runs this."""
    monkeypatch.setattr(paths, "VENV", tmp_path / "venv")
    monkeypatch.setattr(sys, "version_info", (3, 9, 0))
    monkeypatch.setenv("PATH", f"{tmp_path / 'first'}:{tmp_path / 'second'}:/usr/bin:/bin")
    monkeypatch.setattr(os, "get_exec_path", lambda: [str(tmp_path / "first"), str(tmp_path / "second")])
    return tmp_path


def write_python(folder: Path, *, seconds: str, creates: bool = True) -> str:
    """A program that reports this time for the calculation, and creates an environment that names its folder."""
    folder.mkdir()
    program = folder / NAME
    make = f'mkdir -p "$3" && echo {folder.name} > "$3/made-by"' if creates else 'mkdir -p "$3" && exit 1'
    program.write_text(f'#!/bin/sh\ncase "$1" in -m) {make} ;; *) echo {seconds} ;; esac\n')
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(
    ("first", "second", "chosen"),
    [("1.0", "0.7", "second"), ("1.0", "0.9", "first"), ("broken", "0.7", "second"), ("0.7", "broken", "first")],
)
def test_a_much_faster_python_is_preferred(folder: Path, first: str, second: str, chosen: str) -> None:
    write_python(folder / "first", seconds=first)
    write_python(folder / "second", seconds=second)

    venv._create()

    assert (folder / "venv" / "made-by").read_text() == f"{chosen}\n"


def test_a_python_that_cannot_create_environments_is_passed_over(folder: Path) -> None:
    write_python(folder / "first", seconds="0.5", creates=False)
    write_python(folder / "second", seconds="1.0")

    venv._create()

    assert (folder / "venv" / "made-by").read_text() == "second\n"


def test_a_program_reached_by_two_folders_is_listed_once(folder: Path) -> None:
    program = write_python(folder / "first", seconds="1.0")
    (folder / "second").symlink_to(folder / "first")

    assert venv._list_interpreters() == [program]


def test_without_the_right_version_the_error_names_it(folder: Path) -> None:
    assert venv.PYTHON == (3, 11)
    with pytest.raises(NoPython, match=r"This needs Python 3\.11 \(python3\.11 on PATH\)"):
        venv._list_interpreters()
