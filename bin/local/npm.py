"""npm: packages exactly as locked, installed only if the lock has changed."""

import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path

from bin.local import node, stamps, stopwatch

MANIFEST = ("package.json", "package-lock.json", ".npmrc")


# Two installations into one folder would remove each other's files.
_install_lock = threading.Lock()


class NpmError(SystemExit):
    """npm could not install or run something. Its own message precedes this one."""


def install(folder: Path, *, environment: Mapping[str, str]) -> None:
    """Runs `npm ci` in the folder, unless its packages were installed from exactly this lock by this Node."""
    stamp = folder / "node_modules" / ".installed"
    wanted = stamps.hash_files([folder / name for name in MANIFEST if (folder / name).exists()]) + node.get_wheel_name()
    with _install_lock:
        if stamps.is_fresh(stamp, wanted):
            return
        print(f"Installing the locked npm packages of {folder.name}", flush=True)
        with stopwatch.measure_packages():
            failed = run(folder, "ci", "--loglevel=error", environment=environment)
        if failed:
            raise NpmError(f"The npm packages of {folder} could not be installed; npm's message above says why.")
        stamps.write(stamp, wanted)


def run(folder: Path, *arguments: str, environment: Mapping[str, str]) -> int:
    argv = [str(node.install() / "npm"), *arguments]
    return subprocess.run(argv, cwd=folder, env=dict(environment), check=False).returncode
