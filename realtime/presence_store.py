"""Presence in Redis: a hash of sockets per team, and the set of living processes.

All of it can be lost: a process that is missing writes its sockets again. A killed process expires, and the next reader
removes its entries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from redis import asyncio as redis

from server.presence.entries import PresenceEntry

PROCESSES_KEY: Final = "presence:processes"
# A process renews its registration every HEARTBEAT_SECONDS. A killed one is noticed within PROCESS_TTL_SECONDS and a
# heartbeat.
HEARTBEAT_SECONDS: Final = 5
PROCESS_TTL_SECONDS: Final = 12
# All processes together publish a team's state at most this often.
PUBLISH_INTERVAL_MS: Final = 300
# A browser has a few tabs. This limits the cost of a client that opens sockets without end.
MAX_SOCKETS: Final = 2_000
WATCHED_SECONDS: Final = 60
RETENTION_SECONDS: Final = 86_400

# Registers a living process. Returns whether it was registered, and all living processes.
REGISTER_PROCESS = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
local living = redis.call('ZRANGE', KEYS[1], 0, -1)
table.insert(living, 1, known and '1' or '0')
return living
"""
# Adds a socket, unless the team has too many.
ADD_SOCKET = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1
"""
# The sockets of a team without those of dead processes, and a revision that only grows, even after Redis was emptied.
READ_SOCKETS = """
local time = redis.call('TIME')
local now = tonumber(time[1])
local alive = {}
for _, process in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. now, '+inf')) do alive[process] = true end
local found = {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if alive[cjson.decode(all[i + 1]).process] then table.insert(found, all[i + 1])
  else redis.call('HDEL', KEYS[1], all[i]) end
end
local revision = math.max(tonumber(redis.call('GET', KEYS[2]) or '0') + 1, now * 1000 + math.floor(time[2] / 1000))
redis.call('SET', KEYS[2], string.format('%.0f', revision), 'EX', ARGV[1])
table.insert(found, 1, redis.call('EXISTS', KEYS[4]))
table.insert(found, 1, string.format('%.0f', revision))
return found
"""


@dataclass(frozen=True, slots=True)
class TeamPresence:
    """The sockets of a team at one revision. `watched` is true if an operator is viewing its sessions."""

    revision: int
    watched: bool
    entries: list[PresenceEntry]


class PresenceStore:
    """Every call can raise RedisError."""

    def __init__(self, client: "redis.Redis", process: str) -> None:
        self._client = client
        self._process = process

    async def beat(self) -> tuple[bool, frozenset[str]]:
        """Registers this process as living. Returns whether it was registered, and all living processes."""
        known, *living = await self._call(REGISTER_PROCESS, [PROCESSES_KEY], self._process, PROCESS_TTL_SECONDS)
        return known == "1", frozenset(living)

    async def end(self) -> None:
        await self._client.zrem(PROCESSES_KEY, self._process)

    async def write(self, puts: Mapping[tuple[UUID, str], PresenceEntry], drops: Iterable[tuple[UUID, str]]) -> None:
        """Keyed by team and owner, in one round trip."""
        async with self._client.pipeline(transaction=False) as pipeline:
            for (team, owner), entry in puts.items():
                pipeline.eval(
                    ADD_SOCKET,
                    1,
                    _build_sockets_key(team),
                    owner,
                    entry.text(),
                    str(MAX_SOCKETS),
                    str(RETENTION_SECONDS),
                )
            for team, owner in drops:
                pipeline.hdel(_build_sockets_key(team), owner)
            await pipeline.execute()

    async def turns(self, teams: Sequence[UUID]) -> list[UUID]:
        """Claims the teams that no process published in the last PUBLISH_INTERVAL_MS. Returns the claimed ones."""
        async with self._client.pipeline(transaction=False) as pipeline:
            for team in teams:
                pipeline.set(f"presence:turn:{team}", self._process, nx=True, px=PUBLISH_INTERVAL_MS)
            taken = await pipeline.execute()
        return [team for team, mine in zip(teams, taken, strict=True) if mine]

    async def read(self, teams: Sequence[UUID]) -> dict[UUID, TeamPresence]:
        async with self._client.pipeline(transaction=False) as pipeline:
            for team in teams:
                keys = [_build_sockets_key(team), f"presence:revision:{team}", PROCESSES_KEY, _build_watched_key(team)]
                pipeline.eval(READ_SOCKETS, len(keys), *keys, str(RETENTION_SECONDS))
            answers = await pipeline.execute()
        return {team: _parse_state(answer) for team, answer in zip(teams, answers, strict=True)}

    async def watch(self, teams: Iterable[UUID]) -> None:
        """Marks the sessions of these teams as viewed by an operator."""
        async with self._client.pipeline(transaction=False) as pipeline:
            for team in teams:
                pipeline.set(_build_watched_key(team), "1", ex=WATCHED_SECONDS)
            await pipeline.execute()

    async def _call(self, script: str, keys: list[str], *arguments: str | int) -> Any:
        return await self._client.eval(script, len(keys), *keys, *map(str, arguments))


def _parse_state(answer: list[Any]) -> TeamPresence:
    revision, watched, *entries = answer
    return TeamPresence(int(revision), watched == 1, [PresenceEntry.of(entry) for entry in entries])


def _build_sockets_key(team: UUID) -> str:
    return f"presence:team:{team}"


def _build_watched_key(team: UUID) -> str:
    return f"presence:watched:{team}"
