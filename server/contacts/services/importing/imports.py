"""Prepares, starts and ends imports (CONT-50 to 63). runs.py does the work between."""

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from pydantic_core import to_jsonable_python

from server.activity.services import record
from server.contacts import events
from server.contacts.causes import UNKNOWN_SHEET
from server.contacts.errors import (
    ImportConsentMissing,
    ImportEmailMissing,
    ImportEmpty,
    ImportHeaderInvalid,
    ImportHeaderMissing,
    ImportRowCountInvalid,
    ImportSizeInvalid,
    ImportUnfinished,
)
from server.contacts.importing import source_files, target_columns
from server.contacts.importing.cell_formats import CellFormats
from server.contacts.importing.dry_run import ImportDryRun
from server.contacts.importing.source_files import PlainFile
from server.contacts.importing.target_columns import EMAIL_COLUMN, ImportColumn
from server.contacts.models import ImportConsent, ImportImage, ImportJob, ImportUndo
from server.contacts.reading_slots import acquire_reading_slot
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import funnel as funnel_selectors
from server.contacts.selectors import imports as selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services.importing import mappings
from server.contacts.services.importing.analysis import ImportAnalysis, analyze_file
from server.contacts.states import (
    IMPORT_TRANSITIONS,
    AddressRisk,
    ExistingContactPolicy,
    ImportState,
    InvalidValuePolicy,
)
from server.core import clock, disk_space, jobs, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotFound
from server.core.events import publish
from server.core.models import Job, JobState
from server.notifications.services.creation import notify
from server.plans import quota
from server.plans.errors import SendLimitExceeded
from server.plans.features import CONTACT, EMAIL_SENT, UNLIMITED
from server.plans.models import Subscription

RUN_JOB = "contacts.run_import"
# Asks new contacts to confirm. The job belongs to the `delivery` app.
CONFIRMATION_JOB = "delivery.ask_imported"
ROOM = "import"
# Retention of prepared files that are never started, and of error files.
PREPARED_RETENTION = timedelta(hours=24)
ERROR_FILE_RETENTION = timedelta(days=30)
# Prepared imports per team. Comparing files takes two or three.
MAX_PREPARED = 3
# Disk quota of a team's import files, four times the largest unpacked file.
MAX_TEAM_FILES_BYTES = 1 << 30
# Period in which an import can be undone.
UNDO_PERIOD = timedelta(hours=24)
DEFAULT_MAX_UPLOAD_BYTES = 20_971_520
MAX_SHEET_NAME_LENGTH = 100
# A sheet of notes often precedes the one with the contacts. A slow workbook is not read repeatedly.
MAX_SHEETS_TRIED = 5
MAX_SHEETS_SECONDS = 30.0
SHEET_ERRORS = (ImportEmpty, ImportHeaderMissing, ImportHeaderInvalid, ImportEmailMissing)
ACTIVE_STATES = (ImportState.RUNNING, ImportState.UNDOING)
UNFINISHED_STATES = (ImportState.PREPARED, ImportState.RUNNING)


def get_max_upload_bytes(team_id: UUID) -> int:
    """CONT-54: the limit of the team's plan."""
    subscription = Subscription.objects.for_team(team_id).select_related("plan").first()
    return subscription.plan.import_bytes if subscription else DEFAULT_MAX_UPLOAD_BYTES


def build_columns(team_id: UUID) -> dict[str, ImportColumn]:
    fields = list(field_selectors.query_fields(team_id))
    return target_columns.build_columns(
        fields, field_selectors.get_timestamp_zone(team_id, fields), funnel_selectors.get_stages_by_name(team_id)
    )


def prepare(*, team_id: UUID, upload: Path, name: str, by: Caller, encoding: str | None = None) -> ImportJob:
    """Analyses and stores an uploaded file, ready to start. Imports nothing yet.

    `encoding` applies to bytes that are not UTF-8. Raises an Import* error (errors.py) for an invalid file, ImportBusy,
    and StorageFull. Deletes the team's oldest files if the quota is exceeded.
    """
    disk_space.check_files()
    size, limit = upload.stat().st_size, get_max_upload_bytes(team_id)
    if size > limit:
        raise ImportSizeInvalid(payload={"limitBytes": limit})
    with acquire_reading_slot(team_id), _create_working_folder(team_id) as folder:
        plain, found = _convert_and_analyze(
            team_id, upload, name=name, to=folder / source_files.SOURCE, encoding=encoding
        )
        job = ImportJob(
            team_id=team_id,
            user_id=by.user_id,
            fullname=by.fullname,
            file=Path(name).name[-255:],
            size_bytes=size,
            created_at=clock.now(),
        )
        _store_analysis(job, plain, found)
        kept = source_files.get_folder(job.pk)
        kept.mkdir()
        plain.path.rename(kept / source_files.SOURCE)
        if len(plain.sheets) > 1:
            shutil.copyfile(upload, kept / (source_files.UPLOAD + plain.form))
        job.save(force_insert=True)
    _discard_excess(team_id)
    return job


def _discard_excess(team_id: UUID) -> None:
    """Deletes the oldest prepared imports above MAX_PREPARED, and error files above MAX_TEAM_FILES_BYTES."""
    rows = ImportJob.objects.for_team(team_id)
    prepared = rows.filter(state=ImportState.PREPARED)
    for key in list(prepared.order_by("-created_at").values_list("pk", flat=True)[MAX_PREPARED:]):
        _discard_prepared(prepared, key)
    total_bytes = 0
    with_files = rows.filter(
        Q(state__in=[*UNFINISHED_STATES, *ACTIVE_STATES]) | Q(error_bytes__gt=0) | Q(undo__report_bytes__gt=0)
    ).order_by("-created_at")
    for key, state in list(with_files.values_list("pk", "state")):
        total_bytes += source_files.measure_size_bytes(key)
        if total_bytes > MAX_TEAM_FILES_BYTES and state not in (*UNFINISHED_STATES, *ACTIVE_STATES):
            _discard_errors(key)


def _discard_prepared(prepared: QuerySet[ImportJob], key: UUID) -> None:
    # Only if it is still prepared: it might be started concurrently.
    if prepared.filter(pk=key).delete()[0]:
        source_files.delete_folder(key)


def _discard_errors(key: UUID) -> None:
    # Only if it is not being undone.
    ended = ImportJob.objects.filter(pk=key).exclude(state__in=ACTIVE_STATES)  # across teams: maintenance of all teams
    if ended.update(error_bytes=0):
        ImportUndo.objects.filter(pk=key).update(report_bytes=0)  # across teams: maintenance of all teams
        source_files.delete_folder(key)


def choose_sheet(*, team_id: UUID, import_id: UUID, sheet: int) -> ImportJob:
    """Analyses another sheet of the workbook instead.

    Raises NotFound, ActionNotAllowed for an import that was started, FieldsInvalid for an unknown sheet, and the file
    errors of `prepare`. On an error the previous sheet remains.
    """
    disk_space.check_files()
    job = selectors.get_import(team_id=team_id, import_id=import_id)
    IMPORT_TRANSITIONS.require(job.state, ImportState.RUNNING)
    if sheet >= len(job.sheets):
        raise FieldsInvalid.of("sheet", UNKNOWN_SHEET, sheet)
    if sheet == job.sheet:
        return job
    upload = source_files.get_folder(job.pk) / (source_files.UPLOAD + job.form)
    with acquire_reading_slot(team_id), _create_working_folder(team_id) as folder:
        plain = source_files.convert_upload(upload=upload, name=job.file, to=folder / source_files.SOURCE, sheet=sheet)
        found = _analyze_plain_file(team_id, plain)
        with transaction.atomic():
            job = ImportJob.objects.for_team(team_id).select_for_update().get(pk=import_id)
            IMPORT_TRANSITIONS.require(job.state, ImportState.RUNNING)
            _store_analysis(job, plain, found)
            job.revision += 1
            job.save()
            plain.path.rename(source_files.get_folder(job.pk) / source_files.SOURCE)
    return job


@contextmanager
def _create_working_folder(team_id: UUID) -> Iterator[Path]:
    """Yields a temporary folder beside the import folders, so that files can be renamed into them."""
    beside = source_files.get_folder(team_id).parent
    beside.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=beside) as folder:
        yield Path(folder)


def _convert_and_analyze(
    team_id: UUID, upload: Path, *, name: str, to: Path, encoding: str | None
) -> tuple[PlainFile, ImportAnalysis]:
    """Uses the first valid sheet of a workbook, among the first MAX_SHEETS_TRIED."""
    started = time.monotonic()
    plain = source_files.convert_upload(upload=upload, name=name, to=to, encoding=encoding)
    try:
        return plain, _analyze_plain_file(team_id, plain)
    except SHEET_ERRORS:
        for sheet in range((plain.sheet or 0) + 1, min(len(plain.sheets), MAX_SHEETS_TRIED)):
            if time.monotonic() - started > MAX_SHEETS_SECONDS:
                break
            with suppress(*SHEET_ERRORS):
                plain = source_files.convert_upload(upload=upload, name=name, to=to, sheet=sheet)
                return plain, _analyze_plain_file(team_id, plain)
        raise


def _analyze_plain_file(team_id: UUID, plain: PlainFile) -> ImportAnalysis:
    is_workbook = plain.encoding == source_files.WORKBOOK
    found = analyze_file(
        team_id=team_id,
        path=plain.path,
        columns=build_columns(team_id),
        delimiter="," if is_workbook else None,
        has_points=is_workbook,
    )
    most = quota.get_limit(team_id=team_id, limit=CONTACT)
    if most != UNLIMITED and found.forecast.rows > most:
        raise ImportRowCountInvalid(payload={"rows": found.forecast.rows, "limit": most})
    return found


def build_formats(job: ImportJob) -> CellFormats:
    return CellFormats(job.date_order, job.decimal_marks)


def _store_analysis(job: ImportJob, plain: PlainFile, found: ImportAnalysis) -> None:
    job.form = plain.form
    job.encoding = plain.encoding
    job.sheets = [name[:MAX_SHEET_NAME_LENGTH] for name in plain.sheets]
    job.sheet = plain.sheet
    job.delimiter = found.layout.delimiter
    job.date_order = found.formats.date_order
    job.decimal_marks = list(found.formats.decimal_marks)
    job.header = found.headings
    job.mapping = found.mapping
    job.preview = found.preview
    job.forecast = asdict(found.forecast)
    job.verdict = asdict(found.verdict)
    job.mapping_from = to_jsonable_python(found.mapping_from) if found.mapping_from else None
    job.data_offset = job.offset = found.data_offset
    job.total = found.forecast.rows


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """Options of an import. The suggested mapping and the detected formats apply unless given.

    With `confirms`, each added contact waits until it has followed the link in an email.
    """

    mapping: Sequence[str | None] | None = None
    label_ids: Sequence[int] = ()
    date_order: str | None = None
    decimal_mark: str | None = None
    consent: bool = False
    existing: ExistingContactPolicy = ExistingContactPolicy.OVERWRITE
    wrong_values: InvalidValuePolicy = InvalidValuePolicy.SET_ASIDE
    leave_out: Sequence[AddressRisk] = ()
    confirms: bool = False


def start(*, team_id: UUID, import_id: UUID, choices: ImportChoices, by: Caller) -> ImportJob:
    """Starts a prepared import. A job runs it.

    Raises NotFound, ImportUnfinished, ImportMappingInvalid, ImportEmailMissing, ImportConsentMissing and
    ContactLimitExceeded. Raises SendLimitExceeded if the plan has too few emails left for the confirmations, and
    ActionNotAllowed if it was already started.
    """
    with transaction.atomic():
        rows = ImportJob.objects.for_team(team_id).select_for_update()
        job = rows.filter(pk=import_id).first()
        if job is None:
            raise NotFound
        IMPORT_TRANSITIONS.require(job.state, ImportState.RUNNING)
        check_none_active(team_id)
        suggested = list(job.mapping)
        job.mapping = _check_mapping(choices.mapping, suggested, build_columns(team_id))
        job.label_ids = label_selectors.check_labels(team_id=team_id, ids=choices.label_ids)
        formats = build_formats(job).chosen(choices.date_order, choices.decimal_mark)
        is_as_counted = job.mapping == suggested and formats == build_formats(job)
        job.date_order, job.decimal_marks = formats.date_order, list(formats.decimal_marks)
        job.existing = choices.existing
        job.wrong_values = choices.wrong_values
        job.leave_out = sorted(set(choices.leave_out))
        job.confirms = choices.confirms
        _ensure_consent(team_id, given=choices.consent, by=by)
        forecast = ImportDryRun(**job.forecast)
        if job.mapping.index(EMAIL_COLUMN.target) != suggested.index(EMAIL_COLUMN.target):
            forecast = ImportDryRun(rows=forecast.rows, exact=False)
        elif not is_as_counted or job.wrong_values == InvalidValuePolicy.LEAVE_EMPTY:
            # Rows counted as bad might now be accepted, so the reservation includes them.
            forecast = replace(forecast, bad=0, exact=False)
        if job.confirms:
            _check_email_quota(team_id, forecast.new)
        job.state = ImportState.RUNNING
        job.started_at = clock.now()
        job.revision += 1
        _save_running(job)
        _reserve(job, forecast)
        mappings.remember(job, by=by)
        jobs.enqueue(RUN_JOB, key=build_job_key(job.pk), team_id=str(team_id), import_id=str(job.pk))
        record(team_id=team_id, reference="contact", action="IMPORT", name=job.file, by=by)
        publish(events.ImportStarted(**build_state(job)), rooms=[rooms.team(team_id)])
    return job


def fail_running(*, team_id: UUID, import_id: UUID, reason: str) -> None:
    """Ends an import or undo that cannot continue. No-op if neither runs.

    A failed import keeps its committed rows and releases its reservation. A failed undo returns the import to its
    previous state and keeps the batches undone so far.
    """
    with transaction.atomic():
        rows = ImportJob.objects.for_team(team_id).select_for_update()
        job = rows.filter(pk=import_id).first()
        if job is not None and job.state == ImportState.RUNNING:
            finish(job, ImportState.FAILED, reason=reason)
            transaction.on_commit(partial(source_files.delete_source, job.pk, job.form))
        elif job is not None and job.state == ImportState.UNDOING:
            _stop_undo(job, reason)


def finish(job: ImportJob, state: ImportState, *, reason: str = "") -> None:
    """Ends a running import. The caller has locked its row or holds the claim of its job."""
    IMPORT_TRANSITIONS.require(job.state, state)
    job.state = state
    job.reason = reason[:200]
    job.finished_at = clock.now()
    if job.added or job.updated or (job.skipped and job.label_ids):
        job.undo_until = job.finished_at + UNDO_PERIOD
    job.revision += 1
    job.save()
    quota.close(team_id=job.team_id, reference=build_reservation_reference(job.pk))
    if job.confirms and job.added:
        # A failed import also asks the contacts that it added.
        jobs.enqueue(CONFIRMATION_JOB, key=f"ask:{job.pk}", team_id=str(job.team_id), import_id=str(job.pk))
    finished = events.ImportFinished(**build_state(job))
    publish(finished, rooms=[rooms.team(job.team_id), rooms.build_room(ROOM, job.pk)])
    _notify(job)


def _stop_undo(job: ImportJob, reason: str) -> None:
    undo: ImportUndo = job.undo
    undo.reason, undo.finished_at = reason[:200], clock.now()
    undo.save(update_fields=["reason", "finished_at"])
    IMPORT_TRANSITIONS.require(job.state, ImportState(undo.former))
    job.state = undo.former
    job.revision += 1
    job.save(update_fields=["state", "revision"])
    stopped = events.ImportUndoFinished(**build_state(job))
    publish(stopped, rooms=[rooms.team(job.team_id), rooms.build_room(ROOM, job.pk)])


def _notify(job: ImportJob) -> None:
    if job.state == ImportState.DONE:
        notify(
            "import.finished",
            team_id=job.team_id,
            file=job.file,
            added=job.added,
            updated=job.updated,
            failed=job.failed,
            emptied=job.emptied,
        )
    else:
        notify("import.failed", team_id=job.team_id, file=job.file, done=job.done, total=job.total)


def purge_files() -> None:
    now = clock.now()
    stale = ImportJob.objects.filter(  # across teams: maintenance of all teams
        state=ImportState.PREPARED, created_at__lt=now - PREPARED_RETENTION
    )
    for key in list(stale.values_list("pk", flat=True)):
        _discard_prepared(stale, key)
    past = ImportJob.objects.filter(  # across teams: maintenance of all teams
        finished_at__lt=now - ERROR_FILE_RETENTION, error_bytes__gt=0
    )
    told = ImportUndo.objects.filter(  # across teams: maintenance of all teams
        finished_at__lt=now - ERROR_FILE_RETENTION, report_bytes__gt=0
    )
    for key in [*past.values_list("pk", flat=True), *told.values_list("pk", flat=True)]:
        past.filter(pk=key).update(error_bytes=0)
        told.filter(pk=key).update(report_bytes=0)
        source_files.delete_folder(key)
    _purge_images()


def _purge_images() -> None:
    late = ImportJob.objects.filter(undo_until__lte=clock.now())  # across teams: maintenance of all teams
    for key in list(late.exclude(state=ImportState.UNDOING).values_list("pk", flat=True)):
        with transaction.atomic():
            # Only if it is not being undone.
            rows = late.exclude(state=ImportState.UNDOING).select_for_update(skip_locked=True)
            job = rows.filter(pk=key).first()
            if job is not None:
                ImportImage.objects.for_team(job.team_id).filter(import_id=job.pk).delete()
                job.undo_until = None
                job.save(update_fields=["undo_until"])


def build_state(job: ImportJob) -> dict[str, Any]:
    undo = None if job.state in UNFINISHED_STATES else getattr(job, "undo", None)
    return {
        "import_id": job.pk,
        "file": job.file,
        "fullname": job.fullname,
        "state": ImportState(job.state),
        "total": job.total,
        "done": job.done,
        "added": job.added,
        "updated": job.updated,
        "skipped": job.skipped,
        "left_out": job.left_out,
        "failed": job.failed,
        "emptied": job.emptied,
        "existing": ExistingContactPolicy(job.existing),
        "wrong_values": InvalidValuePolicy(job.wrong_values),
        "reason": job.reason,
        "revision": job.revision,
        "created_at": job.created_at,
        "started_at": job.started_at,
        "finished_at": job.finished_at,
        "undo_until": job.undo_until,
        "undo": events.ImportUndoProgress.model_validate(undo) if undo else None,
        "confirmation": events.ConfirmationProgress.model_validate(job) if job.confirms else None,
    }


def build_job_key(import_id: UUID) -> str:
    return f"import:{import_id}"


def build_reservation_reference(import_id: UUID) -> str:
    return f"import:{import_id}"


def check_none_active(team_id: UUID) -> None:
    """Raises ImportUnfinished while an import or undo runs (CONT-58).

    Ends one whose job has given up, so that it does not block the next import.
    """
    running = ImportJob.objects.for_team(team_id).filter(state__in=ACTIVE_STATES).first()
    if running is None:
        return
    alive = Job.objects.filter(key=build_job_key(running.pk), state__in=[JobState.WAITING, JobState.RUNNING])
    if alive.exists():
        raise ImportUnfinished(payload={"importId": str(running.pk)})
    fail_running(team_id=team_id, import_id=running.pk, reason="The import stopped after too many failed attempts")


def _save_running(job: ImportJob) -> None:
    try:
        with transaction.atomic():
            job.save()
    except IntegrityError as error:  # a concurrent request: the partial unique index admits one
        raise ImportUnfinished from error


def _check_mapping(
    given: Sequence[str | None] | None, suggested: Sequence[str | None], columns: dict[str, ImportColumn]
) -> list[str | None]:
    return mappings.check_mapping(suggested if given is None else given, len(suggested), columns)


def _ensure_consent(team_id: UUID, *, given: bool, by: Caller) -> None:
    if selectors.has_consented(team_id):
        return
    if not given:
        raise ImportConsentMissing
    ImportConsent.objects.create(team_id=team_id, user_id=by.user_id, fullname=by.fullname, given_at=clock.now())


def _check_email_quota(team_id: UUID, amount: int) -> None:
    left = quota.get_state(team_id=team_id, limit=EMAIL_SENT)
    if left.left != UNLIMITED and left.left < amount:
        raise SendLimitExceeded.of(area=left.area, name=left.name, limit=left.limit, left=left.left)


def _reserve(job: ImportJob, forecast: ImportDryRun) -> None:
    """Reserves quota for the contacts to add (CONT-55). Raises ContactLimitExceeded.

    If the dry run is incomplete, its counted contacts must fit, and the rest is reserved as far as quota remains. Rows
    beyond the reservation are rejected during the import.
    """
    amount = forecast.new
    if not forecast.exact:
        seen = forecast.new + forecast.existing + forecast.duplicates + forecast.bad
        standing = quota.get_state(team_id=job.team_id, limit=CONTACT)
        amount += forecast.rows - seen
        if standing.left != UNLIMITED:
            amount = max(forecast.new, min(amount, standing.left))
    quota.reserve(team_id=job.team_id, limit=CONTACT, amount=amount, reference=build_reservation_reference(job.pk))
