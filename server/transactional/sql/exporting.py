"""Exports events and recipient addresses by COPY into a file: the database writes the lines."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection
from psycopg import ClientCursor

from server.transactional.sql.filtering import EventFilter
from server.transactional.states import ExportKind

MAX_EXPORT_ROWS: Final = 1_000_000
Lines = Iterable[bytes | memoryview]
# Processes lines, each with one event or address.
Write = Callable[[Lines], object]

COLUMNS: Final[Mapping[ExportKind, Sequence[str]]] = {
    ExportKind.EVENTS: (
        *("at", "type", "recipient", "sender", "subject", "tag", "domain", "messageId", "keyId", "code", "enhanced"),
        *("reply", "url", "machine", "latencyMs"),
    ),
    ExportKind.RECIPIENTS: (
        *("recipient", "accepted", "delivered", "bounced", "failed", "suppressed", "opened", "clicked", "complained"),
        "lastAt",
    ),
}
NUMBERS: Final = frozenset(
    {"code", "latencyMs", "accepted", "delivered", "bounced", "failed", "suppressed", "opened", "clicked", "complained"}
)
_SPAN: Final = "e.team_id = %(team)s AND e.at >= %(start)s AND e.at <= %(end)s"
IS_NOT_BOT: Final = "NOT coalesce((e.detail ->> 'machine')::boolean, false)"
_IS_LIVE: Final = "NOT coalesce((e.detail ->> 'sandbox')::boolean, false)"
# Counts by address; the columns of an export and of the list of recipients.
SUMS: Final[Mapping[str, str]] = {
    "accepted": f"count(*) FILTER (WHERE e.type = 'accepted' AND {_IS_LIVE})",
    "delivered": "count(*) FILTER (WHERE e.type = 'delivered')"
    " - count(*) FILTER (WHERE e.type = 'bounced' AND coalesce((e.detail ->> 'returned')::boolean, false))",
    "bounced": "count(*) FILTER (WHERE e.type = 'bounced')",
    "failed": "count(*) FILTER (WHERE e.type = 'failed')",
    "suppressed": "count(*) FILTER (WHERE e.type = 'suppressed')",
    "opened": f"count(*) FILTER (WHERE e.type = 'opened' AND {IS_NOT_BOT})",
    "clicked": f"count(*) FILTER (WHERE e.type = 'clicked' AND {IS_NOT_BOT})",
    "complained": "count(*) FILTER (WHERE e.type = 'complained')",
}
_EVENTS: Final = (
    "SELECT date_trunc('second', e.at::timestamp), e.type, nullif(e.recipient, ''), nullif(e.sender, ''),"
    " nullif(e.subject, ''), nullif(e.tag, ''), nullif(e.domain, ''), e.message_id, e.key_id, nullif(e.code, 0),"
    " nullif(e.enhanced, ''), nullif(e.reply, ''), e.detail ->> 'url', e.detail ->> 'machine',"
    " (e.detail ->> 'latencyMs')::bigint"
    " FROM transactional_event AS e WHERE {span} AND {where} ORDER BY e.at DESC, e.id DESC LIMIT {most}"
)
_RECIPIENTS: Final = (
    "SELECT e.recipient, {sums}, date_trunc('second', max(e.at)::timestamp)"
    " FROM transactional_event AS e WHERE {span} AND e.recipient <> '' AND {where}"
    " GROUP BY e.recipient ORDER BY e.recipient LIMIT {most}"
)
_STATEMENTS: Final = {ExportKind.EVENTS: _EVENTS, ExportKind.RECIPIENTS: _RECIPIENTS}


def write_lines(
    team_id: UUID, *, kind: ExportKind, wanted: EventFilter, start: datetime, end: datetime, zone: str, write: Write
) -> int:
    """Writes the lines that match a search in a period, with times in `zone`. Returns their number.

    Call it in a transaction.
    """
    statement = _STATEMENTS[kind].format(
        span=_SPAN, where=wanted.where, most=MAX_EXPORT_ROWS, sums=", ".join(SUMS.values())
    )
    values = wanted.values | {"team": team_id, "start": start, "end": end}
    with connection.wrap_database_errors, connection.cursor() as cursor:
        # COPY accepts no parameters.
        with ClientCursor(connection.connection) as client:
            whole = client.mogrify(f"COPY ({statement}) TO STDOUT (FORMAT csv)", values)
            cursor.execute(client.mogrify("SET LOCAL TIME ZONE %s", [zone]))
        with cursor.copy(whole) as lines:
            write(lines)
        count = int(cursor.rowcount)
        cursor.execute("SET LOCAL TIME ZONE 'UTC'")
    return count
