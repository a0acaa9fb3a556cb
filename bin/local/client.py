"""The client: its packages, and its build in client/dist."""

import os
import shutil
from collections.abc import Mapping

from bin.local import console, npm, paths, stamps, venv
from bin.local.programs import Program

DIST = paths.CLIENT / "dist"
_BUILDING = paths.LOCAL / "client-build"
_PREVIOUS = paths.LOCAL / "client-previous"
_STAMP = paths.LOCAL / "stamps" / "client"
_NOT_SOURCES = frozenset({"node_modules", "dist", "coverage"})


def has_client() -> bool:
    return (paths.CLIENT / "package.json").exists()


def install(*, environment: Mapping[str, str]) -> None:
    npm.install(paths.CLIENT, environment=environment)


def is_built() -> bool:
    """Whether client/dist was built from exactly these sources."""
    return _is_built_from(_hash_sources())


def build(*, environment: Mapping[str, str]) -> None:
    """Builds client/dist unless it was built from exactly these sources.

    The folder is replaced as a whole, because a starting web process lists its files.
    """
    wanted = _hash_sources()
    if _is_built_from(wanted):
        return
    install(environment=environment)
    console.say("Building the client")
    out = ("--", "--outDir", str(_BUILDING), "--emptyOutDir", "--logLevel", "warn")
    if npm.run(paths.CLIENT, "run", "--silent", "build", *out, environment=environment):
        raise npm.NpmError("The client could not be built; the messages above say why.")
    shutil.rmtree(_PREVIOUS, ignore_errors=True)
    if DIST.exists():
        DIST.rename(_PREVIOUS)
    _BUILDING.rename(DIST)
    shutil.rmtree(_PREVIOUS, ignore_errors=True)
    stamps.write(_STAMP, wanted)


def create_build_program(*, environment: Mapping[str, str]) -> Program:
    argv = (str(venv.get_python()), "-m", "bin.local.client")
    return Program(name="The client's build", argv=argv, environment=environment, folder=paths.ROOT)


def _hash_sources() -> str:
    return stamps.hash_tree(paths.CLIENT, leave_out=_NOT_SOURCES)


def _is_built_from(sources: str) -> bool:
    return stamps.is_fresh(_STAMP, sources) and (DIST / "index.html").exists()


if __name__ == "__main__":
    build(environment=os.environ)
