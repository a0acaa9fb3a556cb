"""The browser's part: its packages, and its build in client/dist."""

from collections.abc import Mapping

from bin.local import console, npm, places, stamps

DIST = places.CLIENT / "dist"
_STAMP = places.LOCAL / "stamps" / "client"
_NOT_SOURCES = frozenset({"node_modules", "dist", "coverage"})


def exists() -> bool:
    return (places.CLIENT / "package.json").exists()


def install(*, environment: Mapping[str, str]) -> None:
    npm.install(places.CLIENT, environment=environment)


def build(*, environment: Mapping[str, str]) -> None:
    """Builds client/dist unless it was built from these very sources."""
    wanted = stamps.of_tree(places.CLIENT, leave_out=_NOT_SOURCES)
    if stamps.is_fresh(_STAMP, wanted) and (DIST / "index.html").exists():
        return
    install(environment=environment)
    console.say("Building the client")
    if npm.run(places.CLIENT, "run", "--silent", "build", environment=environment):
        raise npm.NpmError("The client could not be built; the messages above say why.")
    stamps.write(_STAMP, wanted)
