"""The backend that DATABASES names. Django asks every kept connection `SELECT 1` before a request's first query."""

import select
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from psycopg.adapt import Buffer, Loader
from psycopg.pq import TransactionStatus
from psycopg.types.datetime import TimestamptzLoader


class MomentLoader(Loader):
    """Reads a moment as PostgreSQL writes it to a session in UTC; psycopg takes it apart by a pattern in Python."""

    timezone = UTC  # what Django compares before it registers a loader of its own

    def load(self, data: Buffer) -> datetime:
        text = str(data, "ascii")
        if text.endswith("+00"):
            with suppress(ValueError):  # infinity, a year before 1 or after 9999
                return datetime.fromisoformat(text)
        return TimestamptzLoader(self.oid, self.connection).load(data).astimezone(UTC)


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks the socket first: a server that went away, or ended this connection, has closed it or spoken on it."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that reads moments quickly."""
        connection = super().get_new_connection(conn_params)
        connection.adapters.register_loader("timestamptz", MomentLoader)
        return connection

    def is_usable(self) -> bool:
        """Whether the connection can be used: one that is idle, silent and without a failure is not asked."""
        return (not self.errors_occurred and self._is_silent()) or super().is_usable()

    def _is_silent(self) -> bool:
        connection = self.connection
        if connection is None or connection.closed or connection.info.transaction_status != TransactionStatus.IDLE:
            return False
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        return not poll.poll(0)
