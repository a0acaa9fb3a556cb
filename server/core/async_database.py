"""Async connections to Django's database, for long-running processes."""

import json
from typing import Any

import psycopg
from django.db import connections
from psycopg.types.json import set_json_loads
from pydantic_core import from_json


async def connect() -> psycopg.AsyncConnection[Any]:
    """A new connection in autocommit mode. Raises psycopg.OperationalError."""
    wanted = connections["default"].settings_dict
    connection = await psycopg.AsyncConnection.connect(
        host=wanted["HOST"] or None,
        port=wanted["PORT"] or None,
        dbname=wanted["NAME"],
        user=wanted["USER"] or None,
        password=wanted["PASSWORD"] or None,
        autocommit=True,
        application_name="dashboard-delivery",
        options="-c idle_in_transaction_session_timeout=60000",
        connect_timeout=10,
    )
    set_json_loads(parse_json, connection)
    return connection


def parse_json(data: str | bytes) -> Any:
    """Like `json.loads`, in a fifth of the time: a sender reads each recipient's fields. Input nested too deeply for
    the fast parser falls back to `json`."""
    try:
        return from_json(data, cache_strings="keys")
    except ValueError:
        return json.loads(data)
