"""The entry as the tests serve it: callers and a watched thing come from two plain tables of the test database."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from realtime.asgi import application
from server.core import callers, rooms
from server.core.callers import Caller, TokenKind, TokenState

TABLES = """
DROP TABLE IF EXISTS wired_caller, wired_thing;
CREATE TABLE wired_caller (
    token_hash bytea PRIMARY KEY, session_id uuid, user_id uuid, team_id uuid, role text, permissions text[],
    state text, suspended boolean, locked boolean, kind text
);
CREATE TABLE wired_thing (id uuid PRIMARY KEY, team_id uuid);
"""


class Resolver:
    """Reads a caller as identity does: one row per token hash."""

    sql = "SELECT * FROM wired_caller WHERE token_hash = %(token_hash)s"

    def caller(self, row: Mapping[str, Any]) -> Caller:
        return Caller(
            session_id=row["session_id"],
            kind=TokenKind(row["kind"]),
            token_state=TokenState(row["state"]),
            user_id=row["user_id"],
            email="alice@example.com",
            fullname="Alice",
            language="en",
            is_operator=False,
            locked=row["locked"],
            validated=True,
            team_id=row["team_id"],
            team_name="Team",
            role=row["role"],
            permissions=frozenset(row["permissions"]),
            suspended=row["suspended"],
            plan_expired=False,
        )


THING = rooms.RoomKind(
    name="thing",
    permission="thing.view",
    query="SELECT id::text FROM wired_thing WHERE team_id = %(team)s AND id = ANY(%(ids)s::uuid[])",
)


def wire() -> None:
    """Fills the resolver's slot and registers the watched thing."""
    callers.set_resolver(Resolver())
    rooms.register(THING)


def thing_room(thing: UUID) -> str:
    """The room of those who watch the thing."""
    return rooms.watching(THING.name, thing)


wire()

__all__ = ["application"]
