"""Guards that let a higher app prevent the deletion of records it uses in a lower app, without an import."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import Annotated, NotRequired, TypedDict
from uuid import UUID

from server.core.errors import InUse
from server.core.one_of import OneOf
from server.core.registry import Listeners

MAX_LISTED_USES = 20  # uses of one kind that an error lists


class Use(TypedDict):
    """A record that uses another one. The client has a text for each kind."""

    kind: str
    name: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Guard:
    """Prevents the deletion of records that records of another kind use.

    `find_names` receives the team and the ids about to be deleted. It returns the names of the records that use them,
    None for a record that has no name.
    """

    kind: str
    find_names: Callable[[UUID, list[str]], Iterable[str | None]]


GUARDS = Listeners[str, Guard]("guard")


def register(noun: str, guard: Guard) -> None:
    GUARDS.add(noun, guard)


def list_kinds() -> list[str]:
    return sorted({guard.kind for guard in chain.from_iterable(GUARDS.entries.values())})


UseKind = Annotated[str, OneOf(list_kinds)]


def build_uses(kind: str, names: Iterable[str | None]) -> list[Use]:
    return [{"kind": kind} if name is None else {"kind": kind, "name": name} for name in islice(names, MAX_LISTED_USES)]


def check(noun: str, *, team_id: UUID, ids: list[str]) -> None:
    raise_if_used(find_uses(noun, team_id=team_id, ids=ids))


def find_uses(noun: str, *, team_id: UUID, ids: list[str]) -> list[Use]:
    return [use for guard in GUARDS.of(noun) for use in build_uses(guard.kind, guard.find_names(team_id, ids))]


def raise_if_used(known: list[Use]) -> None:
    if known:
        raise InUse(payload={"uses": known})
