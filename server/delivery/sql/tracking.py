"""Ingests opens and clicks: writes a batch of events and all counters in one transaction."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection as django_connection
from django.db import transaction
from psycopg import AsyncConnection

from server.delivery.tracking.bots import MIN_READING_TIME

Connection = AsyncConnection[Any]


@dataclass(slots=True)  # made for every request, and a frozen one takes three times as long
class TrackedEvent:
    """An open or a click. `why` names the strong sign of a bot, `weak` are signs that count only together.

    A `pace` above 1 means a simulated recipient: time passes that much faster for it.
    """

    mailing_id: int | UUID  # a UUID: of a transactional message
    position: int
    kind: str
    at: datetime
    link: int = 0
    why: str = ""
    weak: tuple[str, ...] = ()
    device: str = "other"
    os: str = "Other"
    browser: str = "Other"
    pace: int = 1
    country: str = ""
    city: str = ""

    def line(self) -> bytes:
        """A line in COPY's text format for the spool. No value can contain a tab, backslash or line break."""
        return (
            f"{self.mailing_id}\t{self.position}\t{self.at.isoformat()}\t{self.kind}\t{self.link}\t{self.why}\t"
            f"{', '.join(self.weak) if self.weak else ''}\t{self.device}\t{self.os}\t{self.browser}\t{self.pace}\t"
            f"{self.country}\t{self.city}\n"
        ).encode()


@dataclass(frozen=True, slots=True)
class BotScan:
    """A bot scanned the email: the recipient's later events in the same batch are the bot's."""

    mailing_id: int | UUID
    position: int
    since: datetime
    why: str

    def line(self) -> bytes:
        return (
            f"{self.mailing_id}\t{self.position}\t{self.since.isoformat()}\tscan\t0\t{self.why}\t\t\t\t\t1\t\t\n"
        ).encode()


@dataclass(frozen=True, slots=True)
class IngestResult:
    """The mailings with new counts and the contacts with new activity after a batch."""

    mailings: Sequence[int] = ()
    contacts: Sequence[int] = ()


# Links of system emails use no host of a team.
_FROM_ADDRESS = "SELECT from_address FROM delivery_mailing WHERE id = %s AND team_id IS NOT NULL"

# Connection-local and emptied by each commit, so a batch adds no rows to the catalog. `machine` is a column because the
# planner estimates half of the rows for a boolean, and hashes. For an empty `why` it estimates one in 200, and sorts.
_STAGING_TABLES = """
CREATE TEMP TABLE IF NOT EXISTS delivery_spooled (mailing_id bigint, position int, at timestamptz, kind text, link int,
    why text, weak text, device text, os text, browser text, pace int, country text, city text) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS delivery_judged (team_id uuid, mailing_id bigint, position int, at timestamptz,
    contact_id bigint, kind text, link int, why text, device text, os text, browser text,
    country text, city text, domain text, machine boolean GENERATED ALWAYS AS (why <> '') STORED) ON COMMIT DELETE ROWS;
"""
_COPY = "COPY delivery_spooled FROM STDIN"
_MARK_SCANNED = """
UPDATE delivery_spooled AS s SET why = c.why
FROM (SELECT mailing_id, position, min(at) AS since, min(why) AS why FROM delivery_spooled WHERE kind = 'scan'
      GROUP BY mailing_id, position) AS c
WHERE s.mailing_id = c.mailing_id AND s.position = c.position AND s.at >= c.since AND s.why = '' AND s.kind <> 'scan'
"""
# A batch has few of many recipients. Each is looked up by its key, whatever statistics exist for a new table, and in
# the order of keys: neighbors are on the same pages, here and in all tables written from it.
_FORCE_KEY_LOOKUPS = "SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"
_RESTORE_PLANNER = "SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on"
# Events of contacts who object to tracking are dropped, even for links of older emails. The last weak sign needs the
# send time, which is looked up only if it can matter.
_CLASSIFY = """
INSERT INTO delivery_judged
    (team_id, mailing_id, position, at, contact_id, kind, link, why, device, os, browser, country, city, domain)
SELECT m.team_id, s.mailing_id, s.position, s.at, r.contact_id, s.kind, s.link,
       CASE WHEN s.why <> '' OR strpos(g.signs, ', ') > 0 THEN left(g.signs, 60) ELSE '' END,
       s.device, s.os, s.browser, s.country, s.city, split_part(r.email, '@', 2)
FROM (SELECT * FROM delivery_spooled WHERE kind <> 'scan' ORDER BY mailing_id, position, at) AS s
JOIN delivery_mailing m ON m.id = s.mailing_id
JOIN delivery_recipient r ON r.mailing_id = s.mailing_id AND r.position = s.position,
LATERAL (
    SELECT CASE WHEN s.why <> '' OR s.weak = '' THEN s.why ELSE concat_ws(', ', s.weak, (
        SELECT 'at once' FROM delivery_send_log l WHERE l.mailing_id = s.mailing_id AND l.position = s.position
        AND l.mailed_at = coalesce(r.mailed_at, m.started_at)
        AND s.at - l.at < make_interval(secs => %s) / s.pace)) END AS signs
) AS g
WHERE NOT EXISTS (
    SELECT 1 FROM contacts_contactpreference p
    WHERE p.contact_id = r.contact_id AND p.team_id = m.team_id AND NOT p.follows)
"""
_EVENTS = """
INSERT INTO delivery_event
    (team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os, browser, country, city)
SELECT team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os, browser, country, city
FROM delivery_judged
"""
# Each recipient's activity, and the counters by domain, by minute, and of first-time recipients that follow from it.
# Keys are written in order here and below, so that two writers can't deadlock.
_ACTIVITY = """
WITH counted AS (
    SELECT mailing_id, position, count(*) FILTER (WHERE kind = 'open' AND NOT machine) AS opens,
           count(*) FILTER (WHERE kind = 'click' AND NOT machine) AS clicks,
           count(*) FILTER (WHERE kind = 'open' AND machine) AS machine_opens,
           count(*) FILTER (WHERE kind = 'click' AND machine) AS machine_clicks,
           min(at) FILTER (WHERE NOT machine) AS opened_at,
           min(at) FILTER (WHERE kind = 'click' AND NOT machine) AS clicked_at,
           min(at) AS any_opened_at, min(at) FILTER (WHERE kind = 'click') AS any_clicked_at,
           any_value(team_id) AS team_id, any_value(domain) AS domain
    FROM delivery_judged GROUP BY mailing_id, position
), did AS (
    INSERT INTO delivery_recipientactivity AS a
        (mailing_id, position, opens, clicks, machine_opens, machine_clicks, first_opened_at, first_clicked_at)
    SELECT mailing_id, position, opens, clicks, machine_opens, machine_clicks, opened_at, clicked_at
    FROM counted ORDER BY mailing_id, position
    ON CONFLICT (mailing_id, position) DO UPDATE SET
        opens = a.opens + excluded.opens, clicks = a.clicks + excluded.clicks,
        machine_opens = a.machine_opens + excluded.machine_opens,
        machine_clicks = a.machine_clicks + excluded.machine_clicks,
        first_opened_at = coalesce(a.first_opened_at, excluded.first_opened_at),
        first_clicked_at = coalesce(a.first_clicked_at, excluded.first_clicked_at)
    RETURNING new.mailing_id AS mailing_id, new.position AS position,
        CASE WHEN old.first_opened_at IS NULL THEN new.first_opened_at END AS opened_at,
        CASE WHEN old.first_clicked_at IS NULL THEN new.first_clicked_at END AS clicked_at,
        coalesce(old.machine_opens, 0) = 0 AND new.machine_opens > 0 AS machine_opened,
        coalesce(old.opens + old.clicks + old.machine_opens + old.machine_clicks, 0) = 0 AS any_opened,
        coalesce(old.clicks + old.machine_clicks, 0) = 0 AND new.clicks + new.machine_clicks > 0 AS any_clicked
), firsts AS MATERIALIZED (
    SELECT d.mailing_id, c.team_id, c.domain, d.opened_at, d.clicked_at, d.machine_opened,
           CASE WHEN d.any_opened THEN c.any_opened_at END AS any_opened_at,
           CASE WHEN d.any_clicked THEN c.any_clicked_at END AS any_clicked_at
    FROM did AS d JOIN counted AS c ON c.mailing_id = d.mailing_id AND c.position = d.position
), domains AS (
    INSERT INTO delivery_mailingdomain AS d (mailing_id, domain, team_id, opened, clicked, any_opened, any_clicked)
    SELECT mailing_id, domain, team_id, count(opened_at), count(clicked_at), count(any_opened_at), count(any_clicked_at)
    FROM firsts WHERE team_id IS NOT NULL AND domain <> ''
        AND (opened_at IS NOT NULL OR clicked_at IS NOT NULL OR any_opened_at IS NOT NULL OR any_clicked_at IS NOT NULL)
    GROUP BY mailing_id, domain, team_id ORDER BY mailing_id, domain
    ON CONFLICT (mailing_id, domain) DO UPDATE SET
        opened = d.opened + excluded.opened, clicked = d.clicked + excluded.clicked,
        any_opened = d.any_opened + excluded.any_opened, any_clicked = d.any_clicked + excluded.any_clicked
)
SELECT mailing_id, minute, CASE WHEN machine THEN 'machine_' ELSE '' END || kind || 's', count(*)::int
FROM (SELECT mailing_id, date_bin('1 minute', at, 'epoch') AS minute, machine, kind FROM delivery_judged)
GROUP BY mailing_id, minute, machine, kind
UNION ALL SELECT mailing_id, date_bin('1 minute', opened_at, 'epoch'), 'opened', count(*)::int FROM firsts
    WHERE opened_at IS NOT NULL GROUP BY 1, 2
UNION ALL SELECT mailing_id, date_bin('1 minute', clicked_at, 'epoch'), 'clicked', count(*)::int FROM firsts
    WHERE clicked_at IS NOT NULL GROUP BY 1, 2
UNION ALL SELECT mailing_id, date_bin('1 minute', any_opened_at, 'epoch'), 'any_opened', count(*)::int FROM firsts
    WHERE any_opened_at IS NOT NULL GROUP BY 1, 2
UNION ALL SELECT mailing_id, date_bin('1 minute', any_clicked_at, 'epoch'), 'any_clicked', count(*)::int FROM firsts
    WHERE any_clicked_at IS NOT NULL GROUP BY 1, 2
UNION ALL SELECT mailing_id, NULL, 'machine_opened', count(*)::int FROM firsts WHERE machine_opened GROUP BY 1
"""
# A recipient known only by bot clicks becomes a person with the first human click.
_LINKS = """
WITH fresh AS (
    INSERT INTO delivery_linkclicker AS k (mailing_id, number, position, machine)
    SELECT mailing_id, link, position, bool_and(machine) FROM delivery_judged WHERE kind = 'click' AND link > 0
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (mailing_id, number, position) DO UPDATE SET machine = false WHERE k.machine AND NOT excluded.machine
    RETURNING new.mailing_id AS mailing_id, new.number AS number, new.machine AS machine, old.position IS NULL AS is_new
), clicked AS (
    SELECT mailing_id, number, count(*) FILTER (WHERE NOT machine) AS clicked,
           count(*) FILTER (WHERE is_new) AS any_clicked FROM fresh GROUP BY 1, 2
), n AS (
    SELECT j.mailing_id, j.link AS number, count(*) FILTER (WHERE NOT j.machine) AS clicks,
           count(*) FILTER (WHERE j.machine) AS machine_clicks
    FROM delivery_judged AS j WHERE j.kind = 'click' GROUP BY 1, 2
), held AS MATERIALIZED (
    SELECT l.mailing_id, l.number, n.clicks, n.machine_clicks
    FROM delivery_mailinglink AS l JOIN n ON n.mailing_id = l.mailing_id AND n.number = l.number
    ORDER BY 1, 2 FOR UPDATE OF l
)
UPDATE delivery_mailinglink AS l SET clicks = l.clicks + h.clicks, clicked = l.clicked + coalesce(c.clicked, 0),
    machine_clicks = l.machine_clicks + h.machine_clicks, any_clicked = l.any_clicked + coalesce(c.any_clicked, 0)
FROM held AS h LEFT JOIN clicked AS c ON c.mailing_id = h.mailing_id AND c.number = h.number
WHERE l.mailing_id = h.mailing_id AND l.number = h.number
"""
# Programs and systems that a mailing counts separately: anyone can invent names. Further ones count as other.
MAX_DEVICES_PER_MAILING: Final = 1_000
_DEVICES = """
WITH seen AS (
    SELECT mailing_id, kind, device, os, browser, machine, count(*) AS amount FROM delivery_judged
    GROUP BY 1, 2, 3, 4, 5, 6
), stored AS (
    SELECT mailing_id, count(*) AS amount FROM delivery_mailingdevice
    WHERE mailing_id IN (SELECT mailing_id FROM seen) GROUP BY 1
), placed AS (
    SELECT s.*, d.mailing_id IS NOT NULL OR coalesce(t.amount, 0) + row_number() OVER (
        PARTITION BY s.mailing_id, d.mailing_id IS NULL ORDER BY s.amount DESC, s.kind, s.device, s.os, s.browser
    ) <= %s AS is_told
    FROM seen AS s LEFT JOIN stored AS t ON t.mailing_id = s.mailing_id
    LEFT JOIN delivery_mailingdevice AS d ON d.mailing_id = s.mailing_id AND d.kind = s.kind AND d.device = s.device
        AND d.os = s.os AND d.browser = s.browser AND d.machine = s.machine
)
INSERT INTO delivery_mailingdevice AS d (mailing_id, kind, device, os, browser, machine, count)
SELECT mailing_id, kind, device, CASE WHEN is_told THEN os ELSE 'Other' END,
    CASE WHEN is_told THEN browser ELSE 'Other' END, machine, sum(amount) FROM placed
GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
ON CONFLICT (mailing_id, kind, device, os, browser, machine) DO UPDATE SET count = d.count + excluded.count
"""
_LOCATIONS = """
INSERT INTO delivery_mailinglocation AS p (mailing_id, kind, machine, country, city, count)
SELECT mailing_id, kind, machine, country, city, count(*) FROM delivery_judged
GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
ON CONFLICT (mailing_id, kind, machine, country, city) DO UPDATE SET count = p.count + excluded.count
"""
_CONTACTS = """
INSERT INTO delivery_contactactivity AS a (team_id, contact_id, last_opened_at, last_clicked_at)
SELECT team_id, contact_id, max(at), max(at) FILTER (WHERE kind = 'click') FROM delivery_judged
WHERE NOT machine AND team_id IS NOT NULL AND contact_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (team_id, contact_id) DO UPDATE SET
    last_opened_at = greatest(a.last_opened_at, excluded.last_opened_at),
    last_clicked_at = greatest(a.last_clicked_at, excluded.last_clicked_at)
RETURNING contact_id
"""
_MINUTES = """
INSERT INTO delivery_mailingminute AS m (mailing_id, minute, what, team_id, count)
SELECT n.mailing_id, n.minute, n.what, o.team_id, n.count
FROM unnest(%s::bigint[], %s::timestamptz[], %s::text[], %s::int[]) AS n(mailing_id, minute, what, count)
JOIN delivery_mailing AS o ON o.id = n.mailing_id ORDER BY 1, 2, 3
ON CONFLICT (mailing_id, minute, what) DO UPDATE SET count = m.count + excluded.count
"""
COUNTERS: Final = (
    *("opened", "opens", "machine_opened", "machine_opens", "clicked", "clicks", "machine_clicks"),
    *("any_opened", "any_clicked"),
)
_COUNTERS = """
WITH held AS MATERIALIZED (
    SELECT mailing_id FROM delivery_mailingcounters WHERE mailing_id = ANY(%s) ORDER BY mailing_id FOR UPDATE
)
UPDATE delivery_mailingcounters AS c SET revision = revision + 1, opened = c.opened + n.opened,
    opens = c.opens + n.opens, machine_opened = c.machine_opened + n.machine_opened,
    machine_opens = c.machine_opens + n.machine_opens, clicked = c.clicked + n.clicked, clicks = c.clicks + n.clicks,
    machine_clicks = c.machine_clicks + n.machine_clicks, any_opened = c.any_opened + n.any_opened,
    any_clicked = c.any_clicked + n.any_clicked
FROM held, unnest(%s::bigint[], %s::int[], %s::int[], %s::int[], %s::int[], %s::int[], %s::int[], %s::int[],
                  %s::int[], %s::int[])
    AS n(mailing_id, opened, opens, machine_opened, machine_opens, clicked, clicks, machine_clicks, any_opened,
         any_clicked)
WHERE c.mailing_id = held.mailing_id AND n.mailing_id = held.mailing_id
"""
_COLUMN_COUNT: Final = 13  # of a spooled line


def ingest_batch(batch_id: UUID, lines: bytes) -> IngestResult:
    """Writes a batch of spooled lines. Idempotent. Raises django.db.Error."""
    with transaction.atomic(), django_connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery_ingestedbatch (id, at) VALUES (%s, now()) ON CONFLICT DO NOTHING", [batch_id]
        )
        if not cursor.rowcount:
            return IngestResult()
        cursor.execute(_STAGING_TABLES)
        # cursor.copy is psycopg's own: without this it would not raise Django's errors.
        with django_connection.wrap_database_errors, cursor.copy(_COPY) as copy:
            copy.write(_pad_columns(lines))
        if b"\tscan\t" in lines:
            cursor.execute(_MARK_SCANNED)
        cursor.execute(_FORCE_KEY_LOOKUPS)
        cursor.execute(_CLASSIFY, [MIN_READING_TIME.total_seconds()])
        if not cursor.rowcount:
            return IngestResult()
        cursor.execute(_RESTORE_PLANNER)
        cursor.execute(_EVENTS)
        cursor.execute(_ACTIVITY)
        figures = cursor.fetchall()
        if b"\tclick\t" in lines:
            cursor.execute(_LINKS)
        cursor.execute(_DEVICES, [MAX_DEVICES_PER_MAILING])
        cursor.execute(_LOCATIONS)
        cursor.execute(_CONTACTS)
        contacts = [contact_id for (contact_id,) in cursor.fetchall()]
        return IngestResult(_count(cursor, figures), contacts)


def _pad_columns(lines: bytes) -> bytes:
    """Lines with all columns: a segment that was spooled before an update has no country and city."""
    missing = _COLUMN_COUNT - 1 - lines[: lines.find(b"\n")].count(b"\t")
    return lines.replace(b"\n", b"\t" * missing + b"\n") if missing > 0 else lines


def _count(cursor: Any, figures: Sequence[tuple[int, datetime | None, str, int]]) -> list[int]:
    minutes = [row for row in figures if row[1] is not None]
    cursor.execute(_MINUTES, [[row[n] for row in minutes] for n in range(4)])
    amounts: dict[int, Counter[str]] = defaultdict(Counter)
    for mailing_id, _, what, count in figures:
        amounts[mailing_id][what] += count
    mailings = sorted(amounts)
    columns = [[amounts[mailing_id][name] for mailing_id in mailings] for name in COUNTERS]
    cursor.execute(_COUNTERS, [mailings, mailings, *columns])
    return mailings


async def fetch_links(connection: Connection, mailing_id: int) -> tuple[list[dict[str, Any]], str] | None:
    cursor = await connection.execute(
        "SELECT m.compiled -> 'links', coalesce(t.language, 'en') FROM delivery_mailing m"
        " LEFT JOIN teams_team t ON t.id = m.team_id WHERE m.id = %s",
        (mailing_id,),
    )
    row = await cursor.fetchone()
    return (row[0], row[1]) if row else None


async def fetch_sender_domain(connection: Connection, mailing_id: int) -> str | None:
    cursor = await connection.execute(_FROM_ADDRESS, (mailing_id,))
    row = await cursor.fetchone()
    return str(row[0]).rpartition("@")[2].lower() if row else None


async def is_tracked(connection: Connection, mailing_id: int, position: int) -> bool:
    cursor = await connection.execute(
        "SELECT p.follows FROM delivery_recipient r JOIN contacts_contactpreference p ON p.contact_id = r.contact_id"
        " WHERE r.mailing_id = %s AND r.position = %s",
        (mailing_id, position),
    )
    row = await cursor.fetchone()
    return row is None or bool(row[0])


async def fetch_recipient(connection: Connection, mailing_id: int, position: int) -> tuple[dict[str, Any], str] | None:
    cursor = await connection.execute(
        "SELECT fields, email FROM delivery_recipient WHERE mailing_id = %s AND position = %s", (mailing_id, position)
    )
    row = await cursor.fetchone()
    return (row[0], row[1]) if row else None
