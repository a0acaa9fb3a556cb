"""Rooms: who hears an event. A room is `<kind>:<id>`; watched things register how a join is authorised."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from server.core.registry import Registry

SESSION, USER, TEAM, SUPPORT = "session", "user", "team", "support"
# Joined by the server itself from who is calling; nobody can ask for them.
OWN_KINDS = frozenset({SESSION, USER, TEAM, SUPPORT})

# Rooms of one event: the names of so many are some 20 kB in the head of its entry in the log.
MOST_ROOMS = 500


@dataclass(frozen=True, slots=True)
class RoomKind:
    """A watched thing of one app.

    `query` selects the columns `team_id` and `id` of the rows of `asked (team_id uuid, id text)` whose thing belongs to
    the team; ids are UUIDs. `permission` is what the caller needs besides. A kind for operators is theirs in every
    team, and its query need not look at the team.

    If things of a kind need different permissions, `permissions` says which by the thing's sort, and the query selects
    that as a third column named `sort`. A thing with another sort can be watched by no one.
    """

    name: str
    permission: str | None
    query: str
    operator: bool = False
    permissions: Mapping[str, str] | None = None


KINDS = Registry[str, RoomKind]("room kind")


def register(kind: RoomKind) -> None:
    """Lets sockets ask to join rooms of this kind."""
    KINDS.add(kind.name, kind)


def list_kinds() -> list[str]:
    """The names of all kinds that a client can ask to join, sorted."""
    return sorted(KINDS.entries)


def kind_of(name: str) -> RoomKind | None:
    """The registered kind with this name."""
    return KINDS.get(name)


def session(session_id: UUID) -> str:
    """The room of one signed-in browser."""
    return f"{SESSION}:{session_id}"


def user(user_id: UUID) -> str:
    """The room of one person, wherever signed in."""
    return f"{USER}:{user_id}"


def team(team_id: UUID) -> str:
    """The room of everybody who has this team open."""
    return f"{TEAM}:{team_id}"


def support_team(team_id: UUID) -> str:
    """The room of the operators who look at a team."""
    return watching("support-team", team_id)


def support_user(user_id: UUID) -> str:
    """The room of the operators who look at a person."""
    return watching("support-user", user_id)


def ids_in(names: Iterable[str], kind: str) -> list[UUID]:
    """Whose own rooms of this kind are among the names."""
    return [UUID(name.removeprefix(f"{kind}:")) for name in names if name.startswith(f"{kind}:")]


def watching(kind: str, thing_id: object) -> str:
    """The room of those who look at one thing."""
    return f"{kind}:{thing_id}"
