"""Ingests opens and clicks of messages in batches from the spool (delivery/wire/ingest.py), each once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.delivery.tracking.bots import HIDDEN_LINK, MIN_READING_TIME
from server.transactional.services import recording
from server.transactional.services.recording import NewEvent
from server.transactional.sql import tracking as sql
from server.transactional.sql.tracking import TrackedRecipient

MAX_URL_CHARACTERS = 2_000  # of an address in an event


@dataclass(slots=True)
class _SpoolLine:
    """A line of the spool (TrackedEvent in delivery/sql/tracking.py)."""

    key: tuple[UUID, int]
    at: datetime
    kind: str
    link: int
    why: str
    weak: int
    agent: Mapping[str, str]
    pace: int


def ingest_batch(batch_id: UUID, lines: bytes) -> None:
    """Writes a batch of opens and clicks in one transaction. Idempotent.

    A bot is detected by one strong sign or two weak ones (docs/metrics.md). Its events are stored, but they don't mark
    the recipient as having opened or clicked.
    """
    found = _parse_lines(lines)
    with transaction.atomic():
        if not sql.record_batch(batch_id, clock.now()) or not found:
            return
        rows = {
            (row.message_id, row.position): row for row in sql.lock_recipients(sorted({seen.key for seen in found}))
        }
        targets = sql.find_urls(sorted({(seen.key[0], seen.link) for seen in found if seen.kind == "click"}))
        by_team: defaultdict[UUID, list[tuple[_SpoolLine, TrackedRecipient]]] = defaultdict(list)
        for seen in found:
            if (row := rows.get(seen.key)) is not None:
                by_team[row.team_id].append((seen, row))
        for team_id in sorted(by_team):
            _ingest_team(team_id, by_team[team_id], targets)


def _parse_lines(lines: bytes) -> list[_SpoolLine]:
    """The events in order, with bots that were detected later in the same batch."""
    found: list[_SpoolLine] = []
    scans: list[tuple[tuple[UUID, int], datetime, str]] = []
    for line in lines.decode().splitlines():
        message, position, at, kind, link, why, weak, device, os, browser, pace, country, city = line.split("\t")
        key = (UUID(message), int(position))
        moment = datetime.fromisoformat(at)
        if kind == "scan":
            scans.append((key, moment, why))
            continue
        said = {"device": device, "os": os, "browser": browser, "country": country, "city": city}
        agent = {name: value for name, value in said.items() if value}
        signs = len(weak.split(", ")) if weak else 0
        found.append(_SpoolLine(key, moment, kind, int(link), why, signs, agent, int(pace)))
    for key, since, why in scans:
        for seen in found:
            if seen.key == key and seen.at >= since and not seen.why:
                seen.why = why
    return sorted(found, key=lambda seen: seen.at)


def _ingest_team(
    team_id: UUID, found: Iterable[tuple[_SpoolLine, TrackedRecipient]], targets: Mapping[tuple[UUID, int], str]
) -> None:
    opened: dict[tuple[UUID, int], datetime] = {}
    clicked: dict[tuple[UUID, int], datetime] = {}
    touched: dict[tuple[UUID, int], TrackedRecipient] = {}
    events = []
    for seen, row in found:
        machine = _is_bot(seen, row)
        detail: dict[str, Any] = {"agent": seen.agent}
        if machine:
            detail["machine"] = True
        first_open = not machine and row.opened_at is None and seen.key not in opened
        first_click = not machine and seen.kind == "click" and row.clicked_at is None and seen.key not in clicked
        if first_open:
            opened[seen.key] = seen.at
        if first_click:
            clicked[seen.key] = seen.at
        if first_open or first_click:
            touched[seen.key] = row
        if seen.kind == "click":
            if seen.link == HIDDEN_LINK:
                continue
            detail["url"] = targets.get((seen.key[0], seen.link), "")[:MAX_URL_CHARACTERS]
            detail |= {name: True for name, is_so in (("first", first_click), ("firstOpen", first_open)) if is_so}
        elif first_open:
            detail["first"] = True
        events.append(_build_event(row, "clicked" if seen.kind == "click" else "opened", seen.at, detail))
    if touched:
        firsts = {"opened": list(map(opened.get, touched)), "clicked": list(map(clicked.get, touched))}
        sql.record_first_activity(team_id, list(touched.values()), **firsts)
    if events:
        recording.append(team_id, events)


def _is_bot(seen: _SpoolLine, row: TrackedRecipient) -> bool:
    if seen.why:
        return True
    soon = row.delivered_at is not None and seen.at - row.delivered_at < MIN_READING_TIME / seen.pace
    return seen.weak + soon >= 2 if seen.weak else False


def _build_event(row: TrackedRecipient, kind: str, at: datetime, detail: Mapping[str, Any]) -> NewEvent:
    return NewEvent(
        type=kind,
        at=at,
        message_id=row.message_id,
        accepted_at=row.accepted_at,
        position=row.position,
        recipient=row.email,
        subject=row.subject,
        tag=row.tag,
        domain=row.from_address.rpartition("@")[2].lower(),
        domain_id=row.domain_id,
        subaccount_id=row.subaccount_id,
        key_id=row.key_id,
        sender=row.from_address,
        detail=detail,
    )
