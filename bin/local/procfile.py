"""The Procfile: one line per process of the product, `name: command`."""

import re
from pathlib import Path

_LINE = re.compile(r"(?P<name>[a-z][a-z0-9_-]*)\s*:\s*(?P<command>\S.*)")


class ProcfileError(SystemExit):
    """A line of the Procfile is not `name: command`, or a name appears twice."""


def read(file: Path) -> dict[str, str]:
    """Name -> shell command, in the order of the file. Skips empty lines and lines that start with #."""
    commands: dict[str, str] = {}
    for number, line in enumerate(file.read_text().splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if match is None:
            raise ProcfileError(f"{file.name}, line {number}: expected `name: command`, found {text!r}.")
        if match["name"] in commands:
            raise ProcfileError(f"{file.name}, line {number}: {match['name']} stands there twice.")
        commands[match["name"]] = match["command"]
    return commands
