"""Writing what recipients did: a batch of events with all that follows from them, in one transaction."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import dict_row

from server.delivery.tracking.machines import at_once

Connection = AsyncConnection[Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """An open or a click. `why` names the strong sign of a machine, `weak` are those that count together."""

    mailing_id: int
    position: int
    kind: str
    at: datetime
    link: int = 0
    why: str = ""
    weak: tuple[str, ...] = ()
    device: str = "other"
    os: str = "Other"
    browser: str = "Other"

    @property
    def machine(self) -> bool:
        return bool(self.why)


@dataclass(frozen=True, slots=True)
class Known:
    """Whom an event belongs to."""

    team_id: UUID | None
    contact_id: int | None
    sent_at: datetime | None


@dataclass(frozen=True, slots=True)
class Moved:
    """What a batch moved: mailings by their figures, contacts by what they did."""

    mailings: Sequence[int] = ()
    contacts: frozenset[int] = frozenset()


Key = tuple[int, int]

# Where mail of the product itself is from leads to no host of a team.
_WRITTEN_FROM = "SELECT from_address FROM delivery_mailing WHERE id = %s AND team_id IS NOT NULL"

# Who doesn't want to be followed is unknown here, by the links of older mail, too.
_RECIPIENTS = """
SELECT r.mailing_id, r.position, r.contact_id, m.team_id, l.at AS sent_at
FROM unnest(%s::bigint[], %s::int[]) AS k(mailing_id, position)
JOIN delivery_recipient r ON r.mailing_id = k.mailing_id AND r.position = k.position
JOIN delivery_mailing m ON m.id = r.mailing_id
LEFT JOIN delivery_send_log l
    ON l.mailing_id = r.mailing_id AND l.position = r.position AND l.mailed_at = m.started_at
WHERE NOT EXISTS (SELECT 1 FROM contacts_contactpreference p
                  WHERE p.contact_id = r.contact_id AND p.team_id = m.team_id AND NOT p.follows)
"""
_COPY = (
    "COPY delivery_event (team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os, browser)"
    " FROM STDIN"
)
_ACTIVITY = """
INSERT INTO delivery_recipientactivity AS a
    (mailing_id, position, opens, clicks, machine_opens, machine_clicks, first_opened_at, first_clicked_at)
SELECT * FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[], %s::int[], %s::int[], %s::timestamptz[],
                     %s::timestamptz[])
ON CONFLICT (mailing_id, position) DO UPDATE SET
    opens = a.opens + excluded.opens, clicks = a.clicks + excluded.clicks,
    machine_opens = a.machine_opens + excluded.machine_opens,
    machine_clicks = a.machine_clicks + excluded.machine_clicks,
    first_opened_at = coalesce(a.first_opened_at, excluded.first_opened_at),
    first_clicked_at = coalesce(a.first_clicked_at, excluded.first_clicked_at)
RETURNING mailing_id, position, opens, clicks, machine_opens
"""
_CLICKERS = """
INSERT INTO delivery_linkclicker (mailing_id, number, position)
SELECT DISTINCT * FROM unnest(%s::bigint[], %s::int[], %s::int[]) ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING RETURNING mailing_id, number
"""
_LINKS = """
UPDATE delivery_mailinglink l SET clicks = l.clicks + n.clicks, clicked = l.clicked + n.clicked,
    machine_clicks = l.machine_clicks + n.machine_clicks
FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[], %s::int[])
    AS n(mailing_id, number, clicks, clicked, machine_clicks)
WHERE l.mailing_id = n.mailing_id AND l.number = n.number
"""
_DEVICES = """
INSERT INTO delivery_mailingdevice AS d (mailing_id, kind, device, os, browser, count)
SELECT * FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::int[])
ON CONFLICT (mailing_id, kind, device, os, browser) DO UPDATE SET count = d.count + excluded.count
"""
_MINUTES = """
INSERT INTO delivery_mailingminute AS m (mailing_id, minute, what, team_id, count)
SELECT * FROM unnest(%s::bigint[], %s::timestamptz[], %s::text[], %s::uuid[], %s::int[])
ON CONFLICT (mailing_id, minute, what) DO UPDATE SET count = m.count + excluded.count
"""
_CONTACTS = """
INSERT INTO delivery_contactactivity AS a (team_id, contact_id, last_opened_at, last_clicked_at)
SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::timestamptz[], %s::timestamptz[])
ON CONFLICT (team_id, contact_id) DO UPDATE SET
    last_opened_at = greatest(a.last_opened_at, excluded.last_opened_at),
    last_clicked_at = greatest(a.last_clicked_at, excluded.last_clicked_at)
"""
_COUNTERS = """
UPDATE delivery_mailingcounters SET revision = revision + 1, opened = opened + %(opened)s, opens = opens + %(opens)s,
    machine_opened = machine_opened + %(machine_opened)s, machine_opens = machine_opens + %(machine_opens)s,
    clicked = clicked + %(clicked)s, clicks = clicks + %(clicks)s, machine_clicks = machine_clicks + %(machine_clicks)s
WHERE mailing_id = %(mailing_id)s
"""
FIGURES = ("opened", "opens", "machine_opened", "machine_opens", "clicked", "clicks", "machine_clicks")


async def write(connection: Connection, batch_id: UUID, events: Sequence[Seen]) -> Moved:
    """Writes a batch; a second time it changes nothing. Answers whose figures moved, and who did something."""
    async with connection.transaction():
        cursor = await connection.execute(
            "INSERT INTO delivery_ingestedbatch (id, at) VALUES (%s, now()) ON CONFLICT DO NOTHING", (batch_id,)
        )
        if not cursor.rowcount:
            return Moved()
        known = await _known(connection, {(event.mailing_id, event.position) for event in events})
        judged = [_judged(event, known) for event in events if (event.mailing_id, event.position) in known]
        if not judged:
            return Moved()
        async with connection.cursor() as copying, copying.copy(_COPY) as copy:
            await copy.write("".join(_line(event, known[event.mailing_id, event.position]) for event in judged))
        mailings = await _Followed(connection, judged, known).write()
        people = (known[event.mailing_id, event.position].contact_id for event in judged if not event.machine)
        return Moved(mailings, frozenset(contact for contact in people if contact is not None))


async def _known(connection: Connection, keys: set[Key]) -> dict[Key, Known]:
    ordered = sorted(keys)
    async with connection.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(_RECIPIENTS, ([key[0] for key in ordered], [key[1] for key in ordered]))
        return {
            (row["mailing_id"], row["position"]): Known(row["team_id"], row["contact_id"], row["sent_at"])
            async for row in cursor
        }


def _judged(event: Seen, known: dict[Key, Known]) -> Seen:
    """The event with the last sign, which takes the time of sending, counted in."""
    weak = list(event.weak)
    if at_once(known[event.mailing_id, event.position].sent_at, event.at):
        weak.append("at once")
    if event.why or len(weak) < 2:
        return event
    return replace(event, why=", ".join(weak)[:60])


_CLEAN = str.maketrans({"\\": "", "\t": " ", "\n": " ", "\r": " ", "\0": ""})


def _line(event: Seen, known: Known) -> str:
    null = r"\N"
    texts = (event.why, event.device, event.os, event.browser)
    why, device, system, browser = (text.translate(_CLEAN) for text in texts)
    return (
        f"{known.team_id or null}\t{event.mailing_id}\t{event.position}\t{event.at.isoformat()}\t"
        f"{known.contact_id or null}\t{event.kind}\t{event.link}\t{'t' if event.machine else 'f'}\t{why}\t{device}\t"
        f"{system}\t{browser}\n"
    )


class _Followed:
    """What follows from a batch of events. Keys are written in order, so that two writers can't block each other."""

    def __init__(self, connection: Connection, events: Sequence[Seen], known: dict[Key, Known]) -> None:
        self._connection, self._events, self._known = connection, events, known
        self._figures: dict[int, Counter[str]] = defaultdict(Counter)
        self._minutes: Counter[tuple[int, datetime, str]] = Counter()

    async def write(self) -> list[int]:
        for event in self._events:
            plural = "opens" if event.kind == "open" else "clicks"
            self._add(event.mailing_id, event.at, f"machine_{plural}" if event.machine else plural)
        await self._activity()
        await self._links()
        await self._devices()
        await self._contacts()
        await self._minutes_and_counters()
        return sorted(self._figures)

    def _add(self, mailing_id: int, at: datetime, what: str) -> None:
        self._figures[mailing_id][what] += 1
        self._minutes[mailing_id, at.replace(second=0, microsecond=0), what] += 1

    async def _activity(self) -> None:
        counts: dict[Key, Counter[str]] = defaultdict(Counter)
        first: dict[tuple[Key, str], datetime] = {}
        for event in self._events:
            key = (event.mailing_id, event.position)
            counts[key][("machine_" if event.machine else "") + event.kind] += 1
            if not event.machine:
                kinds = ("open", "click") if event.kind == "click" else ("open",)
                for kind in kinds:
                    first[key, kind] = min(first.get((key, kind), event.at), event.at)
        keys = sorted(counts)
        columns: list[list[Any]] = [[key[0] for key in keys], [key[1] for key in keys]]
        columns += [[counts[key][name] for key in keys] for name in ("open", "click", "machine_open", "machine_click")]
        columns += [[first.get((key, kind)) for key in keys] for kind in ("open", "click")]
        cursor = await self._connection.execute(_ACTIVITY, columns)
        async for mailing_id, position, opens, clicks, machine_opens in cursor:
            added = counts[mailing_id, position]
            # What a row holds now minus what was just added is what it held before: nothing means a first time.
            human = added["open"] + added["click"]
            if human and opens + clicks == human:
                self._add(mailing_id, first[(mailing_id, position), "open"], "opened")
            if added["click"] and clicks == added["click"]:
                self._add(mailing_id, first[(mailing_id, position), "click"], "clicked")
            if added["machine_open"] and machine_opens == added["machine_open"]:
                self._figures[mailing_id]["machine_opened"] += 1

    async def _links(self) -> None:
        clicks = [event for event in self._events if event.kind == "click"]
        if not clicks:
            return
        counted: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        for event in clicks:
            counted[event.mailing_id, event.link][2 if event.machine else 0] += 1
        human = [event for event in clicks if not event.machine]
        if human:
            keys = [(event.mailing_id, event.link, event.position) for event in human]
            cursor = await self._connection.execute(_CLICKERS, [[key[n] for key in keys] for n in range(3)])
            async for mailing_id, number in cursor:
                counted[mailing_id, number][1] += 1
        links = sorted(counted)
        columns = [[link[0] for link in links], [link[1] for link in links]]
        columns += [[counted[link][n] for link in links] for n in range(3)]
        await self._connection.execute(_LINKS, columns)

    async def _devices(self) -> None:
        counted = Counter(
            (event.mailing_id, event.kind, event.device, event.os, event.browser)
            for event in self._events
            if not event.machine
        )
        if counted:
            rows = sorted(counted)
            columns: list[list[Any]] = [[row[n] for row in rows] for n in range(5)]
            await self._connection.execute(_DEVICES, [*columns, [counted[row] for row in rows]])

    async def _contacts(self) -> None:
        last: dict[tuple[UUID, int], dict[str, datetime]] = defaultdict(dict)
        for event in self._events:
            known = self._known[event.mailing_id, event.position]
            if known.team_id is None or known.contact_id is None or event.machine:
                continue
            moments = last[known.team_id, known.contact_id]
            for kind in ("open", "click") if event.kind == "click" else ("open",):
                moments[kind] = max(moments.get(kind, event.at), event.at)
        if last:
            keys = sorted(last)
            columns: list[list[Any]] = [[key[0] for key in keys], [key[1] for key in keys]]
            columns += [[last[key].get(kind) for key in keys] for kind in ("open", "click")]
            await self._connection.execute(_CONTACTS, columns)

    async def _minutes_and_counters(self) -> None:
        teams = {event.mailing_id: self._known[event.mailing_id, event.position].team_id for event in self._events}
        keys = sorted(self._minutes)
        columns: list[list[Any]] = [[key[n] for key in keys] for n in range(3)]
        columns += [[teams[key[0]] for key in keys], [self._minutes[key] for key in keys]]
        await self._connection.execute(_MINUTES, columns)
        for mailing_id in sorted(self._figures):
            amounts = {name: self._figures[mailing_id][name] for name in FIGURES}
            await self._connection.execute(_COUNTERS, {"mailing_id": mailing_id, **amounts})


async def links_of(connection: Connection, mailing_id: int) -> tuple[list[dict[str, Any]], str] | None:
    """The tracked links of a mailing as they are stored, and its language; None when there is no such mailing."""
    cursor = await connection.execute(
        "SELECT m.compiled -> 'links', coalesce(t.language, 'en') FROM delivery_mailing m"
        " LEFT JOIN teams_team t ON t.id = m.team_id WHERE m.id = %s",
        (mailing_id,),
    )
    row = await cursor.fetchone()
    return (row[0], row[1]) if row else None


async def written_from(connection: Connection, mailing_id: int) -> str | None:
    """The domain that a team's mailing is from, in lower case; None when there is no such mailing of a team."""
    cursor = await connection.execute(_WRITTEN_FROM, (mailing_id,))
    row = await cursor.fetchone()
    return str(row[0]).rpartition("@")[2].lower() if row else None


async def follows(connection: Connection, mailing_id: int, position: int) -> bool:
    """Whether a recipient may be followed."""
    cursor = await connection.execute(
        "SELECT p.follows FROM delivery_recipient r JOIN contacts_contactpreference p ON p.contact_id = r.contact_id"
        " WHERE r.mailing_id = %s AND r.position = %s",
        (mailing_id, position),
    )
    row = await cursor.fetchone()
    return row is None or bool(row[0])


async def recipient(connection: Connection, mailing_id: int, position: int) -> tuple[dict[str, Any], str] | None:
    """A recipient's frozen fields and address."""
    cursor = await connection.execute(
        "SELECT fields, email FROM delivery_recipient WHERE mailing_id = %s AND position = %s", (mailing_id, position)
    )
    row = await cursor.fetchone()
    return (row[0], row[1]) if row else None
