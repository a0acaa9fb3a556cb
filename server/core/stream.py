"""The log of durable events in Redis: its keys, its entries, and the script that writes it.

The log is a Redis Stream. The id of an entry is the offset from which a client resumes. All of it can be lost:
PostgreSQL is authoritative, and a restarted log has another **epoch**, so that no client resumes in the wrong log.

An entry has two fields: `h` = epoch, sequence number, outbox id, time of the row in milliseconds, name and rooms,
separated by spaces; `d` = the payload as JSON. The sequence number counts from 1 without gaps, so that a reader notices
entries that were cut before it read them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import redis

from server.core import redis_clients

LOG_KEY: Final = "realtime:log"
EPOCH_KEY: Final = "realtime:epoch"
SEQUENCE_KEY: Final = "realtime:sequence"
PUBLISHED_IDS_KEY: Final = "realtime:done"
RUN_KEY: Final = "realtime:run"

# Twice the burst that a socket must be able to catch up with (10,000).
LOG_LENGTH: Final = 20_000
# A row is only moved again if a crash prevented its mark. The sweep finds such a row within a minute.
PUBLISHED_IDS_SECONDS: Final = 3_600
REDIS_SECONDS: Final = 5
# A request waits for this call, and losing it is harmless.
EPHEMERAL_TIMEOUT_SECONDS: Final = 1

# The channel-layer group of all processes with sockets. One group for all rooms: a process filters by its own rooms in
# memory. Joining a room needs no subscription and takes effect without a gap.
EVENT_GROUP: Final = "rooms"
EPHEMERAL_TYPE: Final = "room.event"

# Control events for the processes with sockets in their rooms. They are never sent to a client.
SOCKETS_CLOSED: Final = "core.sockets.closed"  # closes the sockets
SOCKETS_REVIEWED: Final = "core.sockets.reviewed"  # reviews their access
CONTROL_EVENTS: Final = frozenset({SOCKETS_CLOSED, SOCKETS_REVIEWED})

# Moves events in order, each outbox id once. Returns the number of new ones.
APPEND = """
local epoch = redis.call('GET', KEYS[2])
if not epoch then
  epoch = ARGV[1]
  redis.call('DEL', KEYS[1], KEYS[3])
  redis.call('SET', KEYS[2], epoch)
end
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now - tonumber(ARGV[3]))
local added = 0
for i = 4, #ARGV, 3 do
  if redis.call('ZADD', KEYS[4], 'NX', now, ARGV[i]) == 1 then
    local head = epoch .. ' ' .. redis.call('INCR', KEYS[3]) .. ' ' .. ARGV[i] .. ' ' .. ARGV[i + 1]
    redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'h', head, 'd', ARGV[i + 2])
    added = added + 1
  end
end
return added
"""

# Returns the epoch. A new one if the log is missing, or if Redis has restarted and might have lost its end. A log
# without a run mark is complete: a mover started it after everything had been wiped.
OPEN = """
local epoch = redis.call('GET', KEYS[2])
local run = redis.call('GET', KEYS[3])
if not epoch or (run and run ~= ARGV[2]) then
  epoch = ARGV[1]
  redis.call('DEL', KEYS[1], KEYS[4])
  redis.call('SET', KEYS[2], epoch)
end
redis.call('SET', KEYS[3], ARGV[2])
return epoch
"""


@dataclass(frozen=True, slots=True)
class StreamEntry:
    outbox_id: int
    name: str
    rooms: tuple[str, ...]
    payload_json: str
    created_ms: int


@dataclass(frozen=True, slots=True)
class EntryHead:
    epoch: str
    sequence: int
    outbox_id: int
    created_ms: int
    name: str
    rooms: tuple[str, ...]


def parse_head(text: str) -> EntryHead:
    epoch, sequence, outbox_id, created_ms, name, *rooms = text.split(" ")
    return EntryHead(epoch, int(sequence), int(outbox_id), int(created_ms), name, tuple(rooms))


def connect() -> "redis.Redis":
    """A Redis client for threads. No call takes longer than REDIS_SECONDS."""
    return redis_clients.create_client(REDIS_SECONDS, decode=True)


def append(client: "redis.Redis", entries: Sequence[StreamEntry], *, new_epoch: str) -> int:
    """Writes the entries that are not in the log yet, in this order. Returns the number of new ones."""
    script = client.register_script(APPEND)
    arguments: list[str | int] = [new_epoch, LOG_LENGTH, PUBLISHED_IDS_SECONDS]
    for entry in entries:
        rest = f"{entry.created_ms} {entry.name} {' '.join(entry.rooms)}"
        arguments += [entry.outbox_id, rest, entry.payload_json]
    return cast(int, script(keys=[LOG_KEY, EPOCH_KEY, SEQUENCE_KEY, PUBLISHED_IDS_KEY], args=arguments))
