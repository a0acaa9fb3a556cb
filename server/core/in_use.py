"""Guards by which an upper app keeps a lower one from deleting what it uses, without being imported by it."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Literal, NotRequired, TypedDict
from uuid import UUID

from server.core.errors import InUse
from server.core.registry import Listeners

UseKind = Literal["apiKey", "campaign", "segment", "sunsetRule", "transactionalDomain"]


class Use(TypedDict):
    """A record that uses another one; the client has a text for each kind."""

    kind: UseKind
    name: NotRequired[str]


MAX_NAMED = 20  # uses of one kind that a refusal names

# (team id, ids about to go) -> the records that use them
Guard = Callable[[UUID, list[str]], list[Use]]

GUARDS = Listeners[str, Guard]("guard")


def named(kind: UseKind, names: Iterable[str]) -> list[Use]:
    """One use for each name of a record of this kind, at most MAX_NAMED."""
    return [{"kind": kind, "name": name} for name in islice(names, MAX_NAMED)]


def register(noun: str, guard: Guard) -> None:
    """Asks `guard` before records of this noun (for example 'contacts.label') are deleted."""
    GUARDS.add(noun, guard)


def check(noun: str, *, team_id: UUID, ids: list[str]) -> None:
    """Raises InUse, listing the uses, when any guard knows one."""
    refuse(uses(noun, team_id=team_id, ids=ids))


def uses(noun: str, *, team_id: UUID, ids: list[str]) -> list[Use]:
    """The uses that the guards of this noun know."""
    return [use for guard in GUARDS.of(noun) for use in guard(team_id, ids)]


def refuse(known: list[Use]) -> None:
    """Raises InUse with these uses, if there are any."""
    if known:
        raise InUse(payload={"uses": known})
