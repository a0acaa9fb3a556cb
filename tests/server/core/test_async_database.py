"""Reads of an async connection."""

import pytest

from server.core.async_database import connect

pytestmark = pytest.mark.django_db


async def test_fields_are_read_as_they_were_written() -> None:
    deep = "[" * 500 + "]" * 500
    async with await connect() as connection:
        cursor = await connection.execute(
            """SELECT '{"a": 0.1, "b": 12345678901234567890123, "c": null, "d": "\\u00f1 \\ud83d\\ude00"}'::jsonb"""
        )
        shallow = await cursor.fetchone()
        cursor = await connection.execute("SELECT %s::jsonb", (deep,))
        found = await cursor.fetchone()

    assert shallow == ({"a": 0.1, "b": 12345678901234567890123, "c": None, "d": "ñ 😀"},)
    assert found is not None
    depth, inner = 1, found[0]
    while inner:
        depth, inner = depth + 1, inner[0]
    assert depth == 500
