"""Rooms: the audiences of events. A room is `<kind>:<id>`. Apps register how joins of their kinds are authorized."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from server.core.registry import Registry

SESSION, USER, TEAM, SUPPORT = "session", "user", "team", "support"
# The server joins these for the caller. Clients cannot request them.
OWN_KINDS = frozenset({SESSION, USER, TEAM, SUPPORT})

# The maximum rooms of one event: their names are some 20 kB in the head of its log entry.
MAX_ROOMS_PER_EVENT = 500


@dataclass(frozen=True, slots=True)
class RoomKind:
    """A kind of record that clients can watch.

    `query` selects the columns `team_id` and `id` from `asked (team_id uuid, id text)`, for the records that belong to
    the team; ids are UUIDs. `permission` is what the caller needs in addition. A kind for operators is available to
    them in every team, so its query can ignore the team.

    If records of a kind need different permissions, `permissions` maps the sort of a record to one, and the query
    selects the sort as a third column named `sort`. No one can watch a record with another sort.
    """

    name: str
    permission: str | None
    query: str
    operator: bool = False
    permissions: Mapping[str, str] | None = None


KINDS = Registry[str, RoomKind]("room kind")


def register(kind: RoomKind) -> None:
    KINDS.add(kind.name, kind)


def list_kinds() -> list[str]:
    return sorted(KINDS.entries)


def find_kind(name: str) -> RoomKind | None:
    return KINDS.get(name)


def session(session_id: UUID) -> str:
    return f"{SESSION}:{session_id}"


def user(user_id: UUID) -> str:
    return f"{USER}:{user_id}"


def team(team_id: UUID) -> str:
    """The room of all users who have this team open."""
    return f"{TEAM}:{team_id}"


def support_team(team_id: UUID) -> str:
    """The room of the operators who are viewing a team."""
    return build_room("support-team", team_id)


def support_user(user_id: UUID) -> str:
    """The room of the operators who are viewing a user."""
    return build_room("support-user", user_id)


def parse_ids(names: Iterable[str], kind: str) -> list[UUID]:
    return [UUID(name.removeprefix(f"{kind}:")) for name in names if name.startswith(f"{kind}:")]


def build_room(kind: str, thing_id: object) -> str:
    return f"{kind}:{thing_id}"
