"""The cast of the wire's tests: Alice and Bob of one team, Mallory of another."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from server.core import rooms
from server.core.callers import hash_token


@dataclass(frozen=True)
class Person:
    """Somebody signed in once; the row is in `wired_caller`."""

    name: str
    team_id: UUID
    role: str = "admin"
    permissions: tuple[str, ...] = ()
    user_id: UUID = field(default_factory=uuid4)
    session_id: UUID = field(default_factory=uuid4)
    token: str = field(default_factory=lambda: uuid4().hex)

    def sign_in(self) -> "Person":
        """Stores the session."""
        values: list[Any] = [hash_token(self.token), self.session_id, self.user_id, self.team_id, self.role]
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO wired_caller VALUES (%s, %s, %s, %s, %s, %s, 'good', false, false, 'normal')",
                [*values, list(self.permissions)],
            )
        return self

    def change(self, column: str, value: str | bool) -> None:
        """Changes what the authentication query answers from now on."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE wired_caller SET {column} = %s WHERE token_hash = %s",  # noqa: S608 -- columns of the test
                [value, hash_token(self.token)],
            )

    @property
    def team_room(self) -> str:
        return rooms.team(self.team_id)

    @property
    def user_room(self) -> str:
        return rooms.user(self.user_id)


def new_thing(team_id: UUID) -> UUID:
    """A thing that the team may watch."""
    thing = uuid4()
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO wired_thing VALUES (%s, %s)", [thing, team_id])
    return thing
