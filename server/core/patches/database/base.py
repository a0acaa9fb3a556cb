"""The database backend that the setting DATABASES names. Django's own sends `SELECT 1` before a request's first
query."""

import select
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from psycopg.adapt import Buffer, Loader
from psycopg.pq import TransactionStatus
from psycopg.types.datetime import TimestamptzLoader


class TimestampLoader(Loader):
    """Parses timestamps as PostgreSQL formats them in a UTC session. psycopg parses them with a regular expression in
    Python."""

    timezone = UTC  # Django compares it before it registers its own loader

    def load(self, data: Buffer) -> datetime:
        text = str(data, "ascii")
        if text.endswith("+00"):
            with suppress(ValueError):  # infinity, a year before 1 or after 9999
                return datetime.fromisoformat(text)
        return TimestamptzLoader(self.oid, self.connection).load(data).astimezone(UTC)


class DatabaseWrapper(base.DatabaseWrapper):
    """Checks the socket first: a server that went away or ended this connection has closed the socket or sent data."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.adapters.register_loader("timestamptz", TimestampLoader)
        return connection

    def is_usable(self) -> bool:
        """An idle connection without pending data or errors needs no query."""
        return (not self.errors_occurred and self._is_silent()) or super().is_usable()

    def _is_silent(self) -> bool:
        connection = self.connection
        if connection is None or connection.closed or connection.info.transaction_status != TransactionStatus.IDLE:
            return False
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        return not poll.poll(0)
