"""The virtual environment of the project: created on first use from the locked requirements."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from bin.local import paths, stamps, stopwatch

PYTHON = (3, 11)
LOCK = paths.ROOT / "requirements-dev.txt"


class NoPython(SystemExit):
    """There is no Python of the version that the locked requirements were made for."""


def get_packages_folder() -> Path:
    """The folder of the installed packages."""
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
        shutil.rmtree(paths.VENV, ignore_errors=True)
        subprocess.run([_system_python(), "-m", "venv", str(paths.VENV)], check=True)
    print("Installing the locked Python requirements (the first time this takes a few minutes)", flush=True)
    install = [str(get_python()), "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", str(LOCK)]
    with stopwatch.measure_packages():
        failed = subprocess.run(install, check=False).returncode
    if failed:
        raise SystemExit("The Python requirements could not be installed; pip's message above says why.")
    stamps.write(stamp, wanted)


def _system_python() -> str:
    name = f"python{PYTHON[0]}.{PYTHON[1]}"
    if sys.version_info[:2] == PYTHON:
        return sys.executable
    found = shutil.which(name)
    if found is None:
        raise NoPython(
            f"This needs Python {PYTHON[0]}.{PYTHON[1]} ({name} on PATH); found only {sys.version.split()[0]}."
        )
    return found
