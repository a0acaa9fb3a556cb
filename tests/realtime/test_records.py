"""The record of a connection for its successor, and the owner that can write it."""

from dataclasses import replace

import pytest
import redis

from realtime.feeds import connect
from realtime.recovery import CONNECTED_SECONDS, KEY_PREFIX, RecoveryRecord, RecoveryStore

pytestmark = pytest.mark.usefixtures("redis_client")

RECORD = RecoveryRecord(sid="sid", session_id="session", epoch="epoch", position=(5, 1), rooms={"team:a": (4, 0)})


async def test_a_record_is_taken_as_it_was_saved() -> None:
    records = RecoveryStore(connect(1))

    assert await records.save("pid", "first", RECORD)

    assert await records.claim("pid", "second") == RECORD
    assert await records.claim("another pid", "second") is None


async def test_a_late_write_of_the_earlier_connection_changes_nothing() -> None:
    records = RecoveryStore(connect(1))
    await records.save("pid", "first", RECORD)
    await records.claim("pid", "second")
    newer = replace(RECORD, position=(9, 0))
    await records.save("pid", "second", newer)

    late = await records.save("pid", "first", RECORD)
    await records.delete("pid", "first")

    assert late is False
    assert await records.claim("pid", "third") == newer


async def test_a_client_that_left_leaves_nothing() -> None:
    records = RecoveryStore(connect(1))
    await records.save("pid", "first", RECORD)

    await records.delete("pid", "first")

    assert await records.claim("pid", "second") is None


async def test_a_record_lives_as_long_as_it_is_renewed(redis_client: redis.Redis) -> None:
    records = RecoveryStore(connect(1))
    await records.save("pid", "first", RECORD)
    redis_client.expire(KEY_PREFIX + "pid", 3)

    await records.renew(["pid", "gone"])

    assert redis_client.ttl(KEY_PREFIX + "pid") == CONNECTED_SECONDS
    assert redis_client.exists(KEY_PREFIX + "gone") == 0
