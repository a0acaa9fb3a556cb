"""Socket.IO's connection state recovery: the state of a connection that its successor needs.

The record is written at connect and at every join, not at disconnect, so it survives a killed process. It lives two
minutes after the connection, and heartbeats renew it while the connection is open.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from redis import asyncio as redis

from realtime.log import Position

RECORD_SECONDS: Final = 120
# Renewed at each ping. The record must outlive the interval between two pings plus the wait for a missing pong.
CONNECTED_SECONDS: Final = RECORD_SECONDS + 60
KEY_PREFIX: Final = "realtime:socket:"

# Fenced by owner: a late write of a half-open connection must not overwrite its successor's.
SAVE = """
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner and owner ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'body', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""
CLAIM = """
local body = redis.call('HGET', KEYS[1], 'body')
if body then redis.call('HSET', KEYS[1], 'owner', ARGV[1]) end
return body
"""
DELETE = """
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""


@dataclass(frozen=True, slots=True)
class RecoveryRecord:
    """The state of a connection for its successor. `rooms` maps each room to the position of the join."""

    sid: str
    session_id: str
    epoch: str
    position: Position
    rooms: dict[str, Position]


class RecoveryStore:
    """The records in Redis. Every call can raise RedisError."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client

    async def save(self, pid: str, owner: str, record: RecoveryRecord) -> bool:
        """Writes the record. Returns False if another connection has taken it over."""
        saved = await self._run(SAVE, pid, owner, json.dumps(asdict(record)), str(CONNECTED_SECONDS))
        return bool(saved == 1)

    async def claim(self, pid: str, owner: str) -> RecoveryRecord | None:
        body = await self._run(CLAIM, pid, owner)
        if body is None:
            return None
        fields = json.loads(body)
        rooms = {room: (since[0], since[1]) for room, since in fields["rooms"].items()}
        position = (fields["position"][0], fields["position"][1])
        return RecoveryRecord(fields["sid"], fields["session_id"], fields["epoch"], position, rooms)

    async def delete(self, pid: str, owner: str) -> None:
        await self._run(DELETE, pid, owner)

    async def renew(self, pids: Iterable[str]) -> None:
        async with self._client.pipeline(transaction=False) as pipeline:
            for pid in pids:
                pipeline.expire(KEY_PREFIX + pid, CONNECTED_SECONDS)
            await pipeline.execute()

    async def _run(self, script: str, pid: str, *arguments: str) -> Any:
        return await self._client.eval(script, 1, KEY_PREFIX + pid, *arguments)
