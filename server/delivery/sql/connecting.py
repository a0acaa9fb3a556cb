"""Async connections to the database that Django is configured for."""

from typing import Any

import psycopg
from django.db import connections


async def connect() -> psycopg.AsyncConnection[Any]:
    """A new connection in autocommit mode. Raises psycopg.OperationalError."""
    wanted = connections["default"].settings_dict
    return await psycopg.AsyncConnection.connect(
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
