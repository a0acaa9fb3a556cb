"""Who a socket is and what it may watch: the one authentication query and the apps' room queries, in batches."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from realtime.batches import Batches
from server.core import callers, rooms
from server.core.access import Access
from server.core.callers import Caller
from server.core.errors import NotFound, TokenInvalid

# Nothing here takes long; more connections would only let a storm of joins crowd out the requests.
MOST_CONNECTIONS: Final = 4
WAIT_SECONDS: Final = 10

# Whoever may read anything may connect: a suspended team still hears that it was restored, an expired one that it paid.
CONNECTING = Access(while_suspended=True, while_expired=True)

RoomQuestion = tuple[str, UUID, str]  # kind, team, id of the thing


def pool(database_url: str) -> "AsyncConnectionPool[Any]":
    """The connections of the sockets; to be opened on the event loop."""
    return AsyncConnectionPool(
        database_url,
        min_size=1,
        max_size=MOST_CONNECTIONS,
        open=False,
        timeout=WAIT_SECONDS,
        check=AsyncConnectionPool.check_connection,
        kwargs={"autocommit": True, "row_factory": dict_row},
    )


class Gate:
    """Answers for many sockets with one query."""

    def __init__(self, connections: "AsyncConnectionPool[Any]") -> None:
        self._connections = connections
        self._callers: Batches[bytes, Caller] = Batches(self.callers)
        self._rooms: Batches[RoomQuestion, bool] = Batches(self._watchable)

    async def admit(self, token: str) -> tuple[bytes, Caller]:
        """The hash and the caller of a token that may connect. Raises the ApiError of the rule that keeps it out."""
        token_hash = callers.hash_token(token)
        caller = await self._callers.ask(token_hash)
        if caller is None:
            raise TokenInvalid
        CONNECTING.check(caller, method="GET")
        return token_hash, caller

    async def authorise(self, token_hash: bytes, room: str) -> None:
        """Whether this session may watch the thing, by its rights as of now. Raises the ApiError that says why not."""
        kind_name, _, thing = room.partition(":")
        kind = rooms.kind_of(kind_name)
        if kind is None:
            raise NotFound
        thing_id = _uuid(thing)
        caller = await self._callers.ask(token_hash)
        if caller is None:
            raise TokenInvalid
        Access(permission=kind.permission).check(caller, method="GET")
        if not await self._rooms.ask((kind.name, caller.team_id, str(thing_id))):
            raise NotFound

    async def callers(self, token_hashes: Sequence[bytes]) -> Mapping[bytes, Caller]:
        """The callers of many tokens, by one query."""
        resolver = callers.resolver()
        async with self._connections.connection() as connection:
            cursor = await connection.execute(_for_each(resolver.sql), {"token_hashes": list(token_hashes)})
            rows = await cursor.fetchall()
        return {bytes(row.pop("asked_hash")): resolver.caller(row) for row in rows}

    async def _watchable(self, questions: Sequence[RoomQuestion]) -> Mapping[RoomQuestion, bool]:
        things: dict[tuple[str, UUID], list[str]] = {}
        for kind, team, thing in questions:
            things.setdefault((kind, team), []).append(thing)
        answers: dict[RoomQuestion, bool] = {}
        async with self._connections.connection() as connection:
            for (name, team), ids in things.items():
                room_kind = rooms.kind_of(name)
                if room_kind is None:
                    continue
                cursor = await connection.execute(_raw(room_kind.query), {"team": team, "ids": ids})
                for row in await cursor.fetchall():
                    [thing] = row.values()
                    answers[name, team, str(thing)] = True
        return answers


def _for_each(query: str) -> sql.Composable:
    """identity's query for one token, run for a list of them: its parameter becomes the column of a lateral join."""
    one = query.strip().rstrip(";").replace("%(token_hash)s", "asked.token_hash")
    return sql.SQL(
        "SELECT asked.token_hash AS asked_hash, found.*"
        " FROM unnest(%(token_hashes)s::bytea[]) AS asked(token_hash)"
        " CROSS JOIN LATERAL ({}) AS found"
    ).format(_raw(one))


def _raw(query: str) -> sql.SQL:
    """A query of our own code as psycopg wants it; no part of it ever comes from a request."""
    return sql.SQL(query)


def _uuid(text: str) -> UUID:
    """Raises NotFound: an id that is no UUID names nothing."""
    try:
        thing = UUID(text)
    except ValueError as error:
        raise NotFound from error
    if str(thing) != text:
        raise NotFound
    return thing
