"""Guards by which an upper app keeps a lower one from deleting what it uses, without being imported by it."""

from collections.abc import Callable
from uuid import UUID

from server.core.errors import InUse

# (team id, ids about to go) -> one line per use, in the user's words
Guard = Callable[[UUID, list[str]], list[str]]

_guards: dict[str, list[Guard]] = {}


def register(noun: str, guard: Guard) -> None:
    """Asks `guard` before records of this noun (for example 'contacts.label') are deleted."""
    _guards.setdefault(noun, []).append(guard)


def check(noun: str, *, team_id: UUID, ids: list[str]) -> None:
    """Raises InUse, listing the uses, when any guard knows one."""
    uses = [use for guard in _guards.get(noun, []) for use in guard(team_id, ids)]
    if uses:
        raise InUse(payload={"uses": uses})
