"""Data of operations for the generated tests, besides their declarations: real ids, and valid bodies.

Each app declares it in `tests/server/<app>/calls.py`, or in several such files, which can have:

    IDS = {"contacts/{contact_id}": lambda team: make_contact(team).pk}   # the path up to and including the id
    BODIES = {"contacts_create": lambda team: {"email": "ani@example.com"}}   # operation_id -> a valid body

An operation with an id in its path needs an entry in IDS. One with a quota, or with an id in its path and required
fields, needs one in BODIES. The generated tests report missing entries.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from server.teams.models import Team

FOLDER = Path(__file__).parent / "server"

IDS: dict[str, Callable[[Team], object]] = {}
BODIES: dict[str, Callable[[Team], Any]] = {}

for _file in sorted(FOLDER.glob("*/calls*.py")):
    _calls = import_module(f"tests.server.{_file.parent.name}.{_file.stem}")
    IDS.update(getattr(_calls, "IDS", {}))
    BODIES.update(getattr(_calls, "BODIES", {}))
