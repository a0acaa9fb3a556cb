"""Runs an import in chunks, each in one transaction that stores its offset.

After a crash it continues after the last committed chunk, with the same result as an undisturbed run. The offset,
counters, error file length and quota change together with the rows. Rows apply in order: a later row with the same
address updates the earlier one.
"""

import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from uuid import UUID

import polars as pl
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower

from server.contacts import events
from server.contacts.errors import ContactLimitExceeded, LabelExists
from server.contacts.importing import address_risks, record_reader, source_files, target_columns
from server.contacts.importing.record_reader import EXTRA_COLUMN, ROW_COLUMN, FileLayout
from server.contacts.importing.row_errors import LIMIT_REACHED
from server.contacts.importing.target_columns import EMAIL_COLUMN, LABEL, ImportColumn
from server.contacts.models import ContactLabel, ImportJob, PendingContact
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import funnel as funnel_selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import labels, pending
from server.contacts.services.contacts import publish_changes, update_label_counts
from server.contacts.services.importing import imports, row_frames
from server.contacts.services.importing.row_frames import FileShape
from server.contacts.sql import imports as imports_sql
from server.contacts.sql import timeline as timeline_sql
from server.contacts.states import ContactState, ExistingContactPolicy, ImportState, InvalidValuePolicy
from server.core import clock, rooms
from server.core.events import publish
from server.core.jobs import Claim
from server.plans import quota
from server.plans.features import CONTACT, UNLIMITED
from server.plans.models import Reservation

# At most three events a second.
PROGRESS_SECONDS = 0.34
# Target duration of a chunk, which allows a progress event after each, also on a busy database.
CHUNK_SECONDS = 0.36
MIN_CHUNK_BYTES = 1 << 16
# New contacts after which the planner statistics of the team are first set, and again each time the number triples.
MIN_ANALYZE_TEAM_CONTACTS = 5_000
# A contact or label created concurrently since the lookup restarts the chunk. More restarts in a row would be abnormal.
MAX_CHUNK_ATTEMPTS = 5
# Runs ANALYZE from this many new contacts.
MIN_ANALYZE_CONTACTS = 20_000
# Fields that a chunk changes and a rollback restores.
COUNTER_FIELDS = ["done", "added", "updated", "skipped", "left_out", "failed", "emptied"]
CHUNK_FIELDS = ["offset", "rows_read", *COUNTER_FIELDS, "made_label_ids", "error_bytes", "revision"]


@dataclass(slots=True)
class ImportRun:
    job: ImportJob
    claim: Claim
    columns: dict[str, ImportColumn]
    shape: FileShape
    layout: FileLayout
    label_ids: list[int]
    existing: ExistingContactPolicy
    told_at: float = field(default=0.0)
    introduce_at: int = MIN_ANALYZE_TEAM_CONTACTS
    chunk_bytes: int = field(default_factory=lambda: record_reader.CHUNK_BYTES)


@dataclass(frozen=True, slots=True)
class CleanedChunk:
    """The cleaned rows of a chunk, and the position of the next one."""

    rows: pl.DataFrame
    end: int
    rows_read: int


def run_import(*, team_id: UUID, import_id: UUID, claim: Claim) -> None:
    """Runs an import to its end. No-op if it has ended. Raises LeaseLost."""
    job = ImportJob.objects.for_team(team_id).filter(pk=import_id, state=ImportState.RUNNING).first()
    if job is None:
        return
    fields = list(field_selectors.query_fields(job.team_id))
    known = target_columns.build_columns(
        fields, field_selectors.get_timestamp_zone(team_id, fields), funnel_selectors.get_stages_by_name(team_id)
    )
    # Ignores custom fields and labels deleted since the start.
    job.mapping = [target if target in known else None for target in job.mapping]
    state = ImportRun(
        job=job,
        claim=claim,
        columns=known,
        shape=FileShape.of(job.mapping, fields),
        layout=FileLayout(job.delimiter, len(job.header)),
        label_ids=sorted(label_selectors.get_by_ids(team_id=job.team_id, ids=job.label_ids)),
        existing=ExistingContactPolicy(job.existing),
    )
    # The next chunk is read and cleaned while the database writes this one.
    with ThreadPoolExecutor(1, thread_name_prefix="import") as ahead:
        reading = ahead.submit(_read_chunk, state, job.offset, job.rows_read)
        while (ready := reading.result()) is not None:
            reading = ahead.submit(_read_chunk, state, ready.end, ready.rows_read)
            begun = time.monotonic()
            _write_chunk(state, ready)
            _adapt_chunk_size(state, time.monotonic() - begun)
            _analyze_growing_team(state)
    _finish(state)


def _read_chunk(state: ImportRun, offset: int, rows_read: int) -> CleanedChunk | None:
    """Returns None at the end. It runs in another thread, so it makes no queries."""
    path = source_files.get_folder(state.job.pk) / source_files.SOURCE
    chunk = record_reader.read_chunk(
        path, offset=offset, rows_read=rows_read, layout=state.layout, chunk_bytes=state.chunk_bytes
    )
    if chunk is None:
        return None
    formats, mapping = imports.build_formats(state.job), state.job.mapping
    wrong_values = InvalidValuePolicy(state.job.wrong_values)
    rows = target_columns.clean_chunk(
        chunk.frame, mapping, state.columns, formats=formats, extra=EXTRA_COLUMN, wrong_values=wrong_values
    )
    return CleanedChunk(rows, chunk.end, chunk.rows_read)


def _adapt_chunk_size(state: ImportRun, seconds: float) -> None:
    wanted = int(state.chunk_bytes * min(max(CHUNK_SECONDS / max(seconds, 0.001), 0.5), 2))
    state.chunk_bytes = min(max(wanted, MIN_CHUNK_BYTES), record_reader.CHUNK_BYTES)


def _analyze_growing_team(state: ImportRun) -> None:
    """Updates the planner statistics of a growing team.

    Otherwise concurrent list queries would use indexes that suit a team of one contact.
    """
    if state.job.added >= state.introduce_at:
        imports_sql.analyze_team_column(state.job.team_id)
        state.introduce_at = state.job.added * 3


def _write_chunk(state: ImportRun, ready: CleanedChunk) -> None:
    job = state.job
    for attempt in range(1, MAX_CHUNK_ATTEMPTS + 1):
        try:
            with transaction.atomic():
                state.claim.hold()
                _write_rows(state, ready.rows)
                job.offset, job.rows_read = ready.end, ready.rows_read
                job.revision += 1
                job.save()
                _publish_progress(state)
        except (IntegrityError, LabelExists, ContactLimitExceeded):
            # Contacts or labels were added, or quota was used, concurrently since the lookup; repeat it.
            if attempt == MAX_CHUNK_ATTEMPTS:
                raise
            job.refresh_from_db(fields=CHUNK_FIELDS)
        else:
            return


def _write_rows(state: ImportRun, rows: pl.DataFrame) -> None:
    """Locks in the order of services/contacts.py: contacts, labels, quota."""
    job, team_id, shape = state.job, state.job.team_id, state.shape
    good, bad = rows.filter(pl.col("reason").is_null()), rows.filter(pl.col("reason").is_not_null())
    wanted = address_risks.exclude_risky(team_id, good, EMAIL_COLUMN.target, job.leave_out)
    job.left_out += good.height - wanted.height
    good = wanted
    merged = row_frames.merge_rows(good, shape, state.existing)
    known = imports_sql.lock_existing(team_id, merged[EMAIL_COLUMN.target])
    stored = merged.join(known, on=EMAIL_COLUMN.target, how="inner")
    fresh = merged.join(known, on=EMAIL_COLUMN.target, how="anti")
    room = _count_remaining_quota(job)
    if room is not None and fresh.height > room:
        turned_away = fresh[room:][EMAIL_COLUMN.target]
        fresh = fresh[:room]
        away = pl.col(EMAIL_COLUMN.target).is_in(turned_away.implode())
        bad = pl.concat([bad, good.filter(away).with_columns(pl.lit(LIMIT_REACHED).alias("reason"))]).sort(ROW_COLUMN)
        good = good.filter(~away)
    gained = _update_contacts(state, stored) + _insert_contacts(state, fresh)
    update_label_counts(team_id=team_id, changes=gained)
    _commit_quota(
        job,
        added=fresh.height
        + _retain_pending_contacts(team_id, stored, at_most=None if room is None else room - fresh.height),
    )
    job.done += rows.height
    job.added += fresh.height
    known_rows = good.height - fresh.height
    if state.existing == ExistingContactPolicy.SKIP:
        job.skipped += known_rows
    else:
        job.updated += known_rows
    job.failed += bad.height
    emptied = good.filter(pl.col("emptied").is_not_null())
    if state.existing == ExistingContactPolicy.SKIP:  # skipped contacts lose no value
        emptied = emptied.filter(pl.col(EMAIL_COLUMN.target).is_in(fresh[EMAIL_COLUMN.target].implode()))
    job.emptied += emptied.height
    _write_rejected_rows(
        job, pl.concat([bad, emptied.with_columns(pl.col("emptied").alias("reason"))]).sort(ROW_COLUMN), state.layout
    )


def _retain_pending_contacts(team_id: UUID, stored: pl.DataFrame, *, at_most: int | None) -> int:
    """Ends the pending state of unconfirmed contacts that the file names. Returns the quota units this takes."""
    if stored.is_empty() or not PendingContact.objects.for_team(team_id).exists():
        return 0
    return pending.end_pending(team_id=team_id, contact_ids=stored["id"].to_list(), at_most=at_most)


def _insert_contacts(state: ImportRun, rows: pl.DataFrame) -> Counter[int]:
    if rows.is_empty():
        return Counter()
    team_id = state.job.team_id
    rows = rows.with_columns(imports_sql.allocate_ids(team_id, rows.height))
    rows = _add_label_ids(state, rows)
    now = clock.now()
    begins = ContactState.WAITING if state.job.confirms else ContactState.SUBSCRIBED
    imports_sql.copy_contacts(team_id, row_frames.build_contact_rows(rows, state.shape, now, begins))
    timeline_sql.record_created(team_id, import_id=state.job.pk, at=now, ids=rows["id"])
    return _count_labels(rows)


def _update_contacts(state: ImportRun, rows: pl.DataFrame) -> Counter[int]:
    if rows.is_empty():
        return Counter()
    team_id, import_id, shape = state.job.team_id, state.job.pk, state.shape
    if state.existing != ExistingContactPolicy.SKIP:
        rows = _add_label_ids(state, rows)
    waiting = row_frames.build_staging_rows(rows, shape, state.existing, state.label_ids)
    imports_sql.stage_rows(team_id, waiting)
    now = clock.now()
    gained = imports_sql.update_staged(team_id, waiting.columns, existing=state.existing, import_id=import_id, now=now)
    timeline_sql.record_touched(team_id, import_id=import_id, at=now, ids=rows["id"])
    return Counter(gained)


def _count_labels(rows: pl.DataFrame) -> Counter[int]:
    found = rows["labels"].explode().drop_nulls().value_counts()
    return Counter(dict(found.iter_rows()))


def _add_label_ids(state: ImportRun, rows: pl.DataFrame) -> pl.DataFrame:
    return row_frames.add_label_ids(rows, state.shape, state.label_ids, _ensure_labels(state, rows))


def _ensure_labels(state: ImportRun, rows: pl.DataFrame) -> dict[str, int]:
    """Keyed by the lower-case name. Creates missing labels."""
    if not state.shape.has_labels:
        return {}
    names = {name.lower(): name for name in rows[LABEL].explode().drop_nulls().unique(maintain_order=True)}
    stored = ContactLabel.objects.for_team(state.job.team_id).filter(deleted_at__isnull=True)
    found = dict(stored.annotate(key=Lower("name")).filter(key__in=list(names)).values_list("key", "pk"))
    for key, name in names.items():
        if key not in found:
            found[key] = labels.create(team_id=state.job.team_id, name=name, by=None).pk
            state.job.made_label_ids.append(found[key])
    return found


def _count_remaining_quota(job: ImportJob) -> int | None:
    """Returns how many contacts can still be added: the reservation plus the remaining quota. None if unlimited."""
    standing = quota.get_state(team_id=job.team_id, limit=CONTACT)
    return None if standing.limit == UNLIMITED else _count_reserved(job) + standing.left


def _count_reserved(job: ImportJob) -> int:
    held = Reservation.objects.for_team(job.team_id).filter(
        reference=imports.build_reservation_reference(job.pk), closed_at__isnull=True
    )
    row = held.values_list("amount", "settled").first()
    return row[0] - row[1] if row else 0


def _commit_quota(job: ImportJob, *, added: int) -> None:
    """Counts new contacts as used, from the reservation first. Raises ContactLimitExceeded."""
    if not added:
        return
    from_hold = min(added, _count_reserved(job))
    if from_hold:
        quota.commit(team_id=job.team_id, reference=imports.build_reservation_reference(job.pk), amount=from_hold)
    if added > from_hold:
        quota.use(team_id=job.team_id, limit=CONTACT, amount=added - from_hold)


def _write_rejected_rows(job: ImportJob, bad: pl.DataFrame, layout: FileLayout) -> None:
    """Appends rejected rows in their original form to the error file (failed_rows.py).

    Truncates what a crash left behind the committed length first.
    """
    if bad.is_empty():
        return
    path = source_files.get_folder(job.pk) / source_files.ERRORS
    data = bad.select(*layout.columns, "reason", ROW_COLUMN).write_csv(include_header=False).encode()
    with path.open("r+b" if path.exists() else "w+b") as file:
        file.truncate(job.error_bytes)
        file.seek(job.error_bytes)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    job.error_bytes += len(data)


def _publish_progress(state: ImportRun) -> None:
    now = time.monotonic()
    if now - state.told_at < PROGRESS_SECONDS:
        return
    state.told_at = now
    progress = events.ImportProgressed(**imports.build_state(state.job))
    publish(progress, rooms=[rooms.build_room(imports.ROOM, state.job.pk)])


def _finish(state: ImportRun) -> None:
    job = state.job
    with transaction.atomic():
        state.claim.hold()
        imports.finish(job, ImportState.DONE)
        if job.added + job.updated:
            publish_changes(team_id=job.team_id, action="created", ids=[], count=job.added + job.updated)
        if job.added >= MIN_ANALYZE_CONTACTS:
            imports_sql.analyze_contacts(job.team_id)
    source_files.delete_source(job.pk, job.form)
