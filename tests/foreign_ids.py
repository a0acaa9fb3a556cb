"""What the generated tests need to know of an operation besides its declaration: real ids, and bodies that would pass.

An operation with an id in its path needs an entry in IDS for the path up to that id; one that declares a quota, or that
has required fields and an id in its path, needs one in BODIES. The generated tests say so where one is missing.
"""

from collections.abc import Callable
from typing import Any

from server.teams.models import Team

# Path up to and including the parameter, without its type ('contacts/{contact_id}') -> makes a record of the team and
# answers its id.
IDS: dict[str, Callable[[Team], object]] = {}

# operation_id -> a body that would pass for the team.
BODIES: dict[str, Callable[[Team], Any]] = {}
