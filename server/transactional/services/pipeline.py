"""The checks that every submission passes, in this order: each passes it on, holds it for a person, or refuses it.

A refusal is an error of errors.py, raised; nothing of the submission is stored then. A check is a module of `checks`
with its NAME and `run`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from server.transactional.services.checks import content, domain, key, quota, rate, review, suppression
from server.transactional.services.context import Context, Held

Run = Callable[[Context], Held | None]


@dataclass(frozen=True, slots=True)
class Check:
    """A named check."""

    name: str
    run: Run


CHECKS: Final = tuple(
    Check(module.NAME, module.run) for module in (key, rate, content, domain, suppression, quota, review)
)


def run(context: Context) -> Held | None:
    """Runs all checks; the first hold, if there is one. Raises what refuses."""
    held: Held | None = None
    for check in CHECKS:
        found = check.run(context)
        held = held or found
    return held
