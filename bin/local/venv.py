"""The virtual environment of the project: created on first use from the locked requirements."""

import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

from bin.local import paths, stamps, stopwatch

PYTHON = (3, 11)
LOCK = paths.ROOT / "requirements-dev.txt"
# Takes a few hundredths of a second. Prints the CPU time of the best of five rounds.
_SPEED_TEST = """
import time
def measure():
    began = time.process_time()
    for number in range(20_000):
        len(str({"number": number}["number"]))
    return time.process_time() - began
print(min(measure() for _ in range(5)))
"""
# Builds without profile-guided optimization take 1.4 times as long or longer; smaller differences can be chance.
_MIN_SPEEDUP = 1.2


class NoPython(SystemExit):
    """There is no Python of the version that the locked requirements were made for."""


def get_packages_folder() -> Path:
    return paths.VENV / "lib" / f"python{PYTHON[0]}.{PYTHON[1]}" / "site-packages"


def get_python() -> Path:
    return paths.VENV / "bin" / "python"


def activate() -> None:
    """Creates the environment if needed and replaces this process with its Python. The process id stays.

    An environment that is a link belongs to another checkout and is used as it is.
    """
    if not paths.VENV.is_symlink():
        _install()
    if Path(sys.prefix).resolve() != paths.VENV.resolve():
        stopwatch.export_state()
        os.execv(get_python(), [str(get_python()), *sys.argv])  # noqa: S606


def _install() -> None:
    stamp = paths.VENV / "installed"
    wanted = stamps.hash_files([LOCK])
    if stamps.is_fresh(stamp, wanted):
        return
    if not get_python().exists():
        print("Making the virtual environment in .local/venv", flush=True)
        paths.LOCAL.mkdir(exist_ok=True)
        _create()
    print("Installing the locked Python requirements (the first time this takes a few minutes)", flush=True)
    install = [str(get_python()), "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", str(LOCK)]
    with stopwatch.measure_packages():
        failed = subprocess.run(install, check=False).returncode
    if failed:
        raise SystemExit("The Python requirements couldn't be installed. See pip's message above.")
    stamps.write(stamp, wanted)


def _create() -> None:
    """Creates the environment with the fastest Python that can: some systems ship Python without `venv`."""
    interpreters = _list_by_speed(_list_interpreters())
    for last, interpreter in zip([*[False] * (len(interpreters) - 1), True], interpreters, strict=True):
        shutil.rmtree(paths.VENV, ignore_errors=True)
        created = subprocess.run([interpreter, "-m", "venv", str(paths.VENV)], check=last, capture_output=not last)
        if created.returncode == 0:
            return


def _list_interpreters() -> list[str]:
    """The Python that runs this, if it has the right version, and all others of that version on PATH."""
    name = f"python{PYTHON[0]}.{PYTHON[1]}"
    found = [sys.executable] if sys.version_info[:2] == PYTHON else []
    for folder in os.get_exec_path():
        interpreter = shutil.which(name, path=folder)
        if interpreter is not None and not any(Path(interpreter).samefile(other) for other in found):
            found.append(interpreter)
    if not found:
        raise NoPython(
            f"This needs Python {PYTHON[0]}.{PYTHON[1]} ({name} on PATH); found only {sys.version.split()[0]}."
        )
    return found


def _list_by_speed(interpreters: list[str]) -> list[str]:
    """The first one, and before it each that is much faster, the fastest first. All others follow in their order."""
    seconds = {interpreter: _measure_seconds(interpreter) for interpreter in interpreters}
    limit = seconds[interpreters[0]] / _MIN_SPEEDUP
    return sorted(interpreters, key=lambda interpreter: min(seconds[interpreter], limit))


def _measure_seconds(interpreter: str) -> float:
    """The CPU seconds of a short calculation; infinite if the interpreter cannot run it."""
    try:
        measured = subprocess.run(
            [interpreter, "-I", "-S", "-c", _SPEED_TEST], capture_output=True, check=True, timeout=10
        )
        return float(measured.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return math.inf
