"""Contacts into a file, in the background, range by range.

Each range is one transaction with the key and the length of the file that it reached, fenced by the job's lease:
killed at any moment, it goes on after the last committed range. A workbook is made of the lines when all are there,
from the beginning after a crash. A contact that was made after the decision is not in it; those that rules chose are
written down with the decision (`selections.py`).
"""

import csv
import io
import time
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

import polars as pl
from django.core import signing
from django.db import IntegrityError, transaction

from server.activity.services import record
from server.contacts import choosing, events, export_columns, export_files, permissions
from server.contacts.errors import ExportUnfinished
from server.contacts.export_columns import Column
from server.contacts.models import Contact, ContactExport, CustomField
from server.contacts.schemas.contacts import ContactFilter
from server.contacts.schemas.exports import ExportIn
from server.contacts.selectors import contacts as selectors
from server.contacts.selectors import fields as field_selectors
from server.contacts.services import selections, subject_data
from server.contacts.sql import exports as exports_sql
from server.contacts.states import BulkState, ExportFormat
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import NotAuthorized, NotFound
from server.core.events import publish
from server.core.jobs import Claim
from server.notifications.services.notices import notify
from server.teams.models import Team
from server.teams.zones import zone_of

JOB = "contacts.run_export"
ROOM = "bulk"  # an export is shown like an act on many contacts
KIND, SUBJECT_KIND = "export", "subject"
RANGE = 50_000  # contacts written in one transaction
MOST_IN = 4  # one of so many is looked for by reading all
PROGRESS_SECONDS = 0.34  # at most three events a second
RENEW_SECONDS = 5.0
KEEP = timedelta(hours=24)
SALT = "contacts.export"
FILE_PATH = "/api/contacts/export/file/"
# How the finished file is called on the disk.
FILES = {
    ExportFormat.CSV: export_files.ROWS,  # the lines themselves
    ExportFormat.XLSX: export_files.WORKBOOK,
    ExportFormat.ZIP: export_files.PACKED,
}


@dataclass(frozen=True, slots=True)
class File:
    """A finished file and what a browser is told of it."""

    row: ContactExport
    name: str


def start(*, team_id: UUID, wanted: ExportIn, by: Caller) -> ContactExport:
    """Decides on an export of what is asked for now; a job makes it.

    Raises ExportUnfinished while another one of the person runs, FieldsInvalid for a column that there isn't, and what
    the rules of a segment raise.
    """
    keys = _chosen_now(team_id, wanted.filter)
    columns = export_columns.chosen(wanted.columns, export_columns.columns_of(field_selectors.fields_of(team_id)))
    newest = Contact.objects.for_team(team_id).order_by("-pk").values_list("pk", flat=True).first()
    return _begun(
        ContactExport(
            format=wanted.format,
            columns=[[column.name, column.title] for column in columns],
            ids=wanted.ids if wanted.filter is None else None,
            filter=None if wanted.filter is None else wanted.filter.model_dump(mode="json"),
            until_id=newest or 0,
        ),
        team_id,
        by,
        keys,
    )


def start_subject(*, team_id: UUID, contact_id: int, by: Caller) -> ContactExport:
    """Decides to pack everything that is kept about a contact; a job does it.

    Raises NotFound, and ExportUnfinished while the same is being done.
    """
    contact = selectors.get(team_id=team_id, contact_id=contact_id)
    row = ContactExport(format=ExportFormat.ZIP, columns=[], contact_id=contact.pk, until_id=contact.pk, total=1)
    return _begun(row, team_id, by)


def _begun(row: ContactExport, team_id: UUID, by: Caller, keys: pl.Series | None = None) -> ContactExport:
    row.team_id, row.user_id, row.fullname, row.created_at = team_id, by.user_id, by.fullname, clock.now()
    row.zone = str(zone_of(Team.objects.values_list("timezone", flat=True).get(pk=team_id)))
    with transaction.atomic():
        _save_running(row)
        if keys is not None:
            selections.freeze(team_id=team_id, selection_id=row.pk, keys=keys)
        jobs.enqueue(JOB, key=f"export:{row.pk}", team_id=str(team_id), export_id=str(row.pk))
        _tell_team(row)
    return row


def _chosen_now(team_id: UUID, wanted: ContactFilter | None) -> pl.Series | None:
    """The contacts that rules choose; None where none are given."""
    if wanted is None or not choosing.chooses(wanted):
        return None
    return selectors.keys(team_id=team_id, wanted=wanted)


def _save_running(row: ContactExport) -> None:
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        raise ExportUnfinished from error


def run(*, team_id: UUID, export_id: UUID, claim: Claim) -> None:
    """Works through an export to its end, or until it is stopped. Harmless for one that has ended. Raises LeaseLost."""
    row = ContactExport.objects.for_team(team_id).filter(pk=export_id, state=BulkState.RUNNING).first()
    if row is None:
        return
    if row.contact_id is not None:
        _pack(row, row.contact_id, claim)
    else:
        Run(row, claim, chosen=_chosen(row)).work()


def _pack(row: ContactExport, contact_id: int, claim: Claim) -> None:
    """Everything about one person into one file; a contact that is gone meanwhile ends it as failed."""
    try:
        packed = subject_data.packed(team_id=row.team_id, contact_id=contact_id)
    except NotFound as gone:
        fail(team_id=row.team_id, export_id=row.pk, reason=gone.code)
        return
    claim.renew()
    # A file of this attempt's own at first: another worker may still be at it.
    made = export_files.folder_of(row.pk) / f"{claim.fence}.making"
    with export_files.open_at(made, 0) as file:
        file.write(packed)
        export_files.settle(file)
    with transaction.atomic():
        claim.hold()
        held = _held(row.team_id, row.pk)
        if held.state == BulkState.RUNNING:
            _finish(held, made, rows=1)


class Chosen(Protocol):
    """The contacts that an export means, where it doesn't mean all of the team."""

    def __len__(self) -> int: ...

    def after(self, key: int) -> list[int]:
        """The keys of the next range after one."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """Those that a filter without rules, or a list of ids, finds now."""

    keys: pl.Series

    def __len__(self) -> int:
        return len(self.keys)

    def after(self, key: int) -> list[int]:
        return self.keys.slice(int(self.keys.search_sorted(key, side="right")), RANGE).to_list()


@dataclass(frozen=True, slots=True)
class Frozen:
    """Those that rules chose when it was decided."""

    row: ContactExport

    def __len__(self) -> int:
        return selections.size(team_id=self.row.team_id, selection_id=self.row.pk)

    def after(self, key: int) -> list[int]:
        return selections.after(team_id=self.row.team_id, selection_id=self.row.pk, key=key, most=RANGE)


def _chosen(row: ContactExport) -> Chosen | None:
    """Which contacts are meant; None where that is all of the team."""
    if row.filter is None:
        own = selectors.by_ids(team_id=row.team_id, ids=row.ids or []).order_by("pk")
        return Found(pl.Series(list(own.values_list("pk", flat=True)), dtype=pl.Int64))
    wanted = ContactFilter(**row.filter)
    if choosing.chooses(wanted):
        return Frozen(row)
    if selectors.is_unfiltered(wanted):
        return None
    keys = selectors.keys(team_id=row.team_id, wanted=wanted)
    return Found(keys.filter(keys <= row.until_id))


class Stopped(Exception):
    """Somebody has ended the export while its workbook was being made."""


class Run:
    """An export at work."""

    def __init__(self, row: ContactExport, claim: Claim, *, chosen: Chosen | None) -> None:
        self.row = row
        self.claim = claim
        self.chosen = chosen
        self.are_most = chosen is not None and len(chosen) * MOST_IN >= selectors.total_of(row.team_id)
        self.told_at = self.renewed_at = 0.0
        self.columns = _columns(row)
        self.is_csv = row.format == ExportFormat.CSV
        self.rows_path = export_files.folder_of(row.pk) / export_files.ROWS

    def work(self) -> None:
        """Gathers the lines, makes the file of them, and ends."""
        while self._gather():
            pass
        if self.row.state == BulkState.RUNNING:
            try:
                self._hand_over()
            except Stopped:
                export_files.discard(self.row.pk)

    def _gather(self) -> bool:
        """Writes the next range; False when there was none, or it was stopped."""
        self.claim.renew()
        with transaction.atomic():
            self.claim.hold()
            row = self.row = _held(self.row.team_id, self.row.pk)
            if row.state != BulkState.RUNNING:
                return False
            if row.total is None:
                row.total = selectors.total_of(row.team_id) if self.chosen is None else len(self.chosen)
            with export_files.open_at(self.rows_path, row.rows_bytes) as file:
                if row.rows_bytes == 0:
                    file.write(self._heading())
                count = self._copy(file.write)
                row.rows_bytes = export_files.settle(file)
            if count is None:
                row.total = row.gathered
                row.save()
                return False
            row.gathered += count
            if self.is_csv:
                row.done = row.gathered
            self._tell_progress()
            row.save()
        return True

    def _copy(self, write: exports_sql.Write) -> int | None:
        """Copies the next contacts; None where there are no more."""
        row = self.row
        names = [column.name for column in self.columns]
        if self.chosen is None:
            last = exports_sql.place_after(row.team_id, after=row.last_id, until=row.until_id, rows=RANGE)
            if last is None:
                return None
            count = exports_sql.copy_between(
                row.team_id, after=row.last_id, last=last, names=names, zone=row.zone, is_safe=self.is_csv, write=write
            )
            row.last_id = last
            return count
        keys = self.chosen.after(row.last_id)
        if not keys:
            return None
        count = exports_sql.copy_these(
            row.team_id,
            keys=keys,
            are_most=self.are_most,
            names=names,
            zone=row.zone,
            is_safe=self.is_csv,
            write=write,
        )
        row.last_id = keys[-1]
        return count

    def _heading(self) -> bytes:
        """The first line of a CSV; the lines of a workbook have none, it is written there."""
        if not self.is_csv:
            return b""
        text = io.StringIO()
        titles = [f"'{column.title}" if column.title[:1] in "=+-@" else column.title for column in self.columns]
        csv.writer(text, lineterminator="\n").writerow(titles)
        return export_files.BOM + text.getvalue().encode()

    def _hand_over(self) -> None:
        """Ends it with its file in place."""
        # A workbook is a file of this attempt's own at first: another worker may still be at its last row.
        made = self.rows_path.with_name(f"{self.claim.fence}.making")
        if not self.is_csv:
            export_files.write_workbook(self.rows_path, made, self.columns, self._workbook_told)
        with transaction.atomic():
            self.claim.hold()
            row = self.row = _held(self.row.team_id, self.row.pk)
            if row.state != BulkState.RUNNING:
                return
            _finish(row, self.rows_path if self.is_csv else made, rows=row.gathered)
        if not self.is_csv:
            self.rows_path.unlink(missing_ok=True)

    def _workbook_told(self, rows: int) -> None:
        """Says how far the workbook is, keeps the lease, and leaves when it was stopped."""
        now = time.monotonic()
        if now - self.told_at < PROGRESS_SECONDS:
            return
        if now - self.renewed_at >= RENEW_SECONDS:
            self.renewed_at = now
            self.claim.renew()
        with transaction.atomic():
            self.claim.hold()
            self.row = _held(self.row.team_id, self.row.pk)
            if self.row.state != BulkState.RUNNING:
                raise Stopped
            self.row.done = rows
            self._tell_progress()
            self.row.save()

    def _tell_progress(self) -> None:
        self.row.revision += 1
        now = time.monotonic()
        if now - self.told_at >= PROGRESS_SECONDS:
            self.told_at = now
            publish(events.BulkProgressed(**state_of(self.row)), rooms=[rooms.watching(ROOM, self.row.pk)])


def _finish(row: ContactExport, made: Path, *, rows: int) -> None:
    """Ends it with its file in place."""
    if made != path_of(row):
        made.replace(path_of(row))
    row.done = rows
    row.size_bytes = path_of(row).stat().st_size
    row.expires_at = clock.now() + KEEP
    _end(row, BulkState.DONE)


def stop(*, team_id: UUID, export_id: UUID, by: Caller) -> ContactExport:
    """Ends it; there is no file then. Harmless for one that has ended.

    Raises NotFound, and NotAuthorized for who may not export.
    """
    with transaction.atomic():
        row = _held(team_id, export_id)
        if not by.may(permissions.EXPORT):
            raise NotAuthorized
        if row.state == BulkState.RUNNING:
            _end(row, BulkState.STOPPED)
            transaction.on_commit(lambda: export_files.discard(row.pk))
    return row


def fail(*, team_id: UUID, export_id: UUID, reason: str) -> None:
    """Ends one that runs as failed; there is no file then."""
    with transaction.atomic():
        row = _held(team_id, export_id)
        if row.state == BulkState.RUNNING:
            row.reason = reason[:200]
            _end(row, BulkState.FAILED)
            transaction.on_commit(lambda: export_files.discard(row.pk))


def forget_subject(*, team_id: UUID, contact_id: int) -> None:
    """Drops what was packed about a person, in the caller's transaction."""
    rows = ContactExport.objects.for_team(team_id).filter(contact_id=contact_id)
    for export_id in rows.values_list("pk", flat=True):
        transaction.on_commit(partial(export_files.discard, export_id))
    rows.delete()


def forget_old() -> None:
    """Drops the files of exports that have ended without one, or are past their time, of all teams."""
    for folder in export_files.folders():
        # across teams: upkeep of all
        row = ContactExport.objects.filter(pk=folder).first()
        if row is None or (row.state != BulkState.RUNNING and not is_there(row)):
            export_files.discard(folder)


def path_of(row: ContactExport) -> Path:
    """Where the finished file of an export is."""
    return export_files.folder_of(row.pk) / FILES[ExportFormat(row.format)]


def is_there(row: ContactExport) -> bool:
    """Whether its file can be had."""
    return row.state == BulkState.DONE and row.expires_at is not None and row.expires_at > clock.now()


def download_url(row: ContactExport) -> str | None:
    """The address that its file is had from, by whoever holds it, until it expires."""
    if not is_there(row):
        return None
    return FILE_PATH + signing.dumps(str(row.pk), salt=SALT)


def file_of(token: str) -> File:
    """The file that a signed address names. Raises NotFound for a forged address, and when its time is over."""
    try:
        export_id = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    # across teams: the signature names the export, and with it the team
    row = ContactExport.objects.filter(pk=export_id).first()
    if row is None or not is_there(row) or not path_of(row).exists():
        raise NotFound
    return File(row, name_of(row))


def name_of(row: ContactExport) -> str:
    """What the file is called, by the day in the team's zone."""
    what = "contacts" if row.contact_id is None else f"contact-{row.contact_id}"
    return f"{what}-{row.created_at.astimezone(ZoneInfo(row.zone)):%Y-%m-%d}.{row.format}"


def state_of(row: ContactExport) -> dict[str, Any]:
    """An export as its events show it: like an act on many contacts."""
    return {
        "bulk_id": row.pk,
        "kind": KIND if row.contact_id is None else SUBJECT_KIND,
        "user_id": row.user_id,
        "fullname": row.fullname,
        "state": BulkState(row.state),
        "total": row.total,
        "done": row.done,
        "changed": row.done,
        "reason": row.reason,
        "revision": row.revision,
        "created_at": row.created_at,
        "finished_at": row.finished_at,
    }


def _held(team_id: UUID, export_id: UUID) -> ContactExport:
    row = ContactExport.objects.for_team(team_id).select_for_update().filter(pk=export_id).first()
    if row is None:
        raise NotFound
    return row


def _columns(row: ContactExport) -> list[Column]:
    """The columns as they were chosen; a custom field that was deleted since keeps its place."""
    known = export_columns.columns_of(CustomField.objects.for_team(row.team_id))
    return [
        Column(name, title, name in known and known[name].is_number)  # the heading of the day it was asked for
        for name, title in row.columns
    ]


def _end(row: ContactExport, state: BulkState) -> None:
    row.state, row.finished_at = state, clock.now()
    row.revision += 1
    row.save()
    selections.forget(team_id=row.team_id, selection_id=row.pk)
    _tell_team(row)
    if state == BulkState.DONE:
        notify("export.finished", team_id=row.team_id, user_id=row.user_id, subject=str(row.pk), rows=row.done)
        record(team_id=row.team_id, reference="contact", action="EXPORT", name=name_of(row), by=row)
    elif state == BulkState.FAILED:
        notify("export.failed", team_id=row.team_id, user_id=row.user_id, subject=str(row.pk))


def _tell_team(row: ContactExport) -> None:
    publish(events.BulkChanged(**state_of(row)), rooms=[rooms.team(row.team_id), rooms.watching(ROOM, row.pk)])
