"""Authentication of sockets and authorization of rooms: the authentication query and the apps' room queries, in
batches."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection, sql
from psycopg.rows import dict_row
from psycopg.types.string import TextLoader
from psycopg_pool import AsyncConnectionPool

from realtime.batch_loader import BatchLoader
from server.core import callers, rooms
from server.core.access import Access
from server.core.callers import Caller
from server.core.errors import NotAuthorized, NotFound, TokenInvalid
from server.presence.sql import LIST_VISIBLE_TEAMS

# The queries are short. More connections would only let a burst of joins crowd out the requests.
MAX_CONNECTIONS: Final = 4
WAIT_SECONDS: Final = 10

# Every caller with read access can connect: a suspended team still learns that it was restored, an expired one that it
# paid. A payment-only session gets its own events and none of its team.
CONNECT_ACCESS = Access(while_suspended=True, while_expired=True, while_payment=True)

RoomLookup = tuple[str, UUID, str]  # kind, team, id of the record


def build_pool(database_url: str) -> "AsyncConnectionPool[Any]":
    """The caller opens it on the event loop."""
    return AsyncConnectionPool(
        database_url,
        min_size=1,
        max_size=MAX_CONNECTIONS,
        open=False,
        timeout=WAIT_SECONDS,
        check=AsyncConnectionPool.check_connection,
        configure=_load_json_as_text,
        kwargs={"autocommit": True, "row_factory": dict_row},
    )


async def _load_json_as_text(connection: "AsyncConnection[Any]") -> None:
    """Leaves JSON as text: parsing a plan's features for each of many callers would block the event loop."""
    for name in ("json", "jsonb"):
        connection.adapters.register_loader(name, TextLoader)


class SocketAuthorizer:
    """Checks many sockets with one query."""

    def __init__(self, connections: "AsyncConnectionPool[Any]") -> None:
        self._connections = connections
        self._callers: BatchLoader[bytes, Caller] = BatchLoader(self.callers)
        self._rooms: BatchLoader[RoomLookup, str] = BatchLoader(self.watchable)

    async def admit(self, token: str) -> tuple[bytes, Caller]:
        """The hash and the caller of a token that can connect. Raises the ApiError of the rule that rejects it."""
        token_hash = callers.hash_token(token)
        caller = await self._callers.ask(token_hash)
        if caller is None:
            raise TokenInvalid
        CONNECT_ACCESS.check(caller, method="GET")
        return token_hash, caller

    async def authorise(self, token_hash: bytes, room: str) -> None:
        """Raises an ApiError unless the session can currently watch the room's record."""
        _parse_room(room)
        caller = await self._callers.ask(token_hash)
        if caller is None:
            raise TokenInvalid
        needed = await self._rooms.ask(build_room_lookup(caller, room))
        if needed is None:
            raise NotFound
        check_room_permission(caller, needed)

    async def callers(self, token_hashes: Sequence[bytes]) -> Mapping[bytes, Caller]:
        resolver = callers.get_resolver()
        async with self._connections.connection() as connection:
            cursor = await connection.execute(_to_sql(resolver.sql), {"token_hashes": list(token_hashes)})
            rows = await cursor.fetchall()
        return {bytes(row["token_hash"]): resolver.caller(row) for row in rows}

    async def watchable(self, questions: Sequence[RoomLookup]) -> Mapping[RoomLookup, str]:
        """The records that exist for their teams, with the permission that each needs besides its kind's ('' for none).
        Uses one query per kind for any number of teams."""
        asked: dict[str, list[tuple[UUID, str]]] = {}
        for kind, team, thing in questions:
            asked.setdefault(kind, []).append((team, thing))
        answers: dict[RoomLookup, str] = {}
        async with self._connections.connection() as connection:
            for name, things in asked.items():
                room_kind = rooms.find_kind(name)
                if room_kind is None:
                    continue
                teams, ids = [team for team, _ in things], [thing for _, thing in things]
                cursor = await connection.execute(_build_room_query(room_kind.query), {"teams": teams, "ids": ids})
                for row in await cursor.fetchall():
                    needed = "" if room_kind.permissions is None else room_kind.permissions.get(row["sort"])
                    if needed is not None:
                        answers[name, row["team_id"], row["id"]] = needed
        return answers

    async def showing(self, teams: Sequence[UUID]) -> frozenset[UUID]:
        """Returns those of the teams whose members can see each other's presence."""
        async with self._connections.connection() as connection:
            cursor = await connection.execute(LIST_VISIBLE_TEAMS, {"teams": list(teams)})
            return frozenset([row["id"] for row in await cursor.fetchall()])


def list_own_rooms(caller: Caller) -> list[str]:
    own = [rooms.session(caller.session_id), rooms.user(caller.user_id)]
    return own if caller.payment_only else [*own, rooms.team(caller.team_id)]


def build_room_lookup(caller: Caller, room: str) -> RoomLookup:
    """The database lookup that decides whether the caller can be in the room.

    Raises the ApiError of a rule that rejects the caller whatever the database contains.
    """
    kind, thing = _parse_room(room)
    Access(permission=kind.permission, operator=kind.operator).check(caller, method="GET")
    return kind.name, caller.team_id, str(thing)


def check_room_permission(caller: Caller, needed: str) -> None:
    """Raises NotAuthorized unless the caller has the permission; '' needs none."""
    if needed and not caller.may(needed):
        raise NotAuthorized


def _parse_room(room: str) -> tuple[rooms.RoomKind, UUID]:
    kind_name, _, thing = room.partition(":")
    kind = rooms.find_kind(kind_name)
    if kind is None:
        raise NotFound
    return kind, _parse_uuid(thing)


def _build_room_query(query: str) -> sql.Composable:
    return sql.SQL("WITH asked (team_id, id) AS (SELECT * FROM unnest(%(teams)s::uuid[], %(ids)s::text[])) {}").format(
        _to_sql(query)
    )


def _to_sql(query: str) -> sql.SQL:
    """Only for queries of our own code: no part of them may come from a request."""
    return sql.SQL(query)


def _parse_uuid(text: str) -> UUID:
    """Raises NotFound for an id that is not a canonical UUID."""
    try:
        thing = UUID(text)
    except ValueError as error:
        raise NotFound from error
    if str(thing) != text:
        raise NotFound
    return thing
