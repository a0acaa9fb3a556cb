"""The log of kept events in Redis: its keys, its entries, and the one script that writes it.

The log is a Redis Stream. The id of an entry is the offset by which a client comes back. Everything here can be wiped:
PostgreSQL keeps the truth, and a log that began anew has another **epoch**, so that nobody resumes in the wrong one.

An entry has two fields: `h` = epoch, sequence number, outbox id, time of the row in milliseconds, name and rooms,
parted by spaces; `d` = the payload as JSON. The sequence number counts from 1 without a gap, so that a reader knows
when the log was cut before it got there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import redis

from server.core import redis_clients

LOG_KEY: Final = "realtime:log"
EPOCH_KEY: Final = "realtime:epoch"
SEQUENCE_KEY: Final = "realtime:sequence"
DONE_KEY: Final = "realtime:done"
RUN_KEY: Final = "realtime:run"

# Twice the burst that a socket must be able to catch up with (10,000).
LOG_LENGTH: Final = 20_000
# A row is moved again only when a crash kept it from being marked; the sweep finds such a row within a minute.
DONE_SECONDS: Final = 3_600
REDIS_SECONDS: Final = 5
# A request waits for this one, and losing it is harmless.
PASSING_SECONDS: Final = 1

# The channel-layer group that every process with sockets listens to. One for all rooms: a process filters by its own
# rooms in memory, and joining a room costs no subscription and opens no gap before it takes effect.
PASSING_GROUP: Final = "rooms"
PASSING_TYPE: Final = "room.event"

# Words to the processes that hold the sockets of their rooms; they never go to a client.
SOCKETS_CLOSED: Final = "core.sockets.closed"  # ends them
SOCKETS_REVIEWED: Final = "core.sockets.reviewed"  # looks again at what they may hear
CONTROL: Final = frozenset({SOCKETS_CLOSED, SOCKETS_REVIEWED})

# Moves events at once: in order, each outbox id once. Answers how many were new.
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

# The epoch; a new one when the log is gone, or when Redis has started again and may have lost the end of it. A log
# without the mark of a run was begun by a mover after everything had been wiped: it is whole.
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
class Entry:
    """A kept event on its way to the log."""

    outbox_id: int
    name: str
    rooms: tuple[str, ...]
    payload_json: str
    created_ms: int


@dataclass(frozen=True, slots=True)
class Head:
    """What the first field of an entry says."""

    epoch: str
    sequence: int
    outbox_id: int
    created_ms: int
    name: str
    rooms: tuple[str, ...]


def head_of(text: str) -> Head:
    """Reads the first field of an entry."""
    epoch, sequence, outbox_id, created_ms, name, *rooms = text.split(" ")
    return Head(epoch, int(sequence), int(outbox_id), int(created_ms), name, tuple(rooms))


def connect() -> "redis.Redis":
    """A client of our Redis for threads: none of its calls takes longer than REDIS_SECONDS."""
    return redis_clients.new(REDIS_SECONDS, decode=True)


def append(client: "redis.Redis", entries: Sequence[Entry], *, new_epoch: str) -> int:
    """Writes the entries that are not in the log yet, in this order; answers how many were new."""
    script = client.register_script(APPEND)
    arguments: list[str | int] = [new_epoch, LOG_LENGTH, DONE_SECONDS]
    for entry in entries:
        rest = f"{entry.created_ms} {entry.name} {' '.join(entry.rooms)}"
        arguments += [entry.outbox_id, rest, entry.payload_json]
    return cast(int, script(keys=[LOG_KEY, EPOCH_KEY, SEQUENCE_KEY, DONE_KEY], args=arguments))
