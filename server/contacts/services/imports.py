"""Imports before and around the work: prepare, start, give up (CONT-50 to 63). The work is in import_runs."""

import tempfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity.services import record
from server.contacts import events, import_columns, import_files
from server.contacts.errors import (
    ImportConsentMissing,
    ImportEmailMissing,
    ImportMappingInvalid,
    ImportRowCountInvalid,
    ImportSizeInvalid,
    ImportUnfinished,
)
from server.contacts.import_columns import EMAIL, Column
from server.contacts.models import ImportConsent, ImportJob
from server.contacts.schemas.imports import Forecast, StartIn
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import imports as selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services.import_surveys import Survey, survey
from server.contacts.states import ImportState, check_import_move
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import NotFound
from server.core.events import publish
from server.core.models import Job, JobState
from server.plans import quota
from server.plans.features import CONTACT, UNLIMITED
from server.plans.models import Subscription

RUN = "contacts.run_import"
ROOM = "import"
# A prepared file that nobody starts, and the error file of a finished import, are kept so long.
KEEP_PREPARED = timedelta(hours=24)
KEEP_ERRORS = timedelta(days=30)
DEFAULT_BYTES = 20_971_520


def most_bytes(team_id: UUID) -> int:
    """The largest file that the team's plan lets in (CONT-54)."""
    subscription = Subscription.objects.for_team(team_id).select_related("plan").first()
    return subscription.plan.import_bytes if subscription else DEFAULT_BYTES


def columns_of(team_id: UUID) -> dict[str, Column]:
    """What a column of a file can be imported as in this team."""
    return import_columns.columns_for(field_selectors.fields_of(team_id))


def prepare(*, team_id: UUID, upload: Path, name: str, by: Caller) -> ImportJob:
    """Looks an uploaded file over and keeps it, ready to be started; nothing is imported yet.

    Raises an error of the catalogue for a file that can't be imported (errors.py, Import*).
    """
    size, limit = upload.stat().st_size, most_bytes(team_id)
    if size > limit:
        raise ImportSizeInvalid(payload={"limitBytes": limit})
    import_files.folder_of(by.team_id).parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=import_files.folder_of(by.team_id).parent) as folder:
        plain = import_files.make_plain(upload=upload, name=name, to=Path(folder) / import_files.SOURCE)
        found = survey(team_id=team_id, path=plain.path, columns=columns_of(team_id))
        most = quota.limit_of(team_id=team_id, limit=CONTACT)
        if most != UNLIMITED and found.forecast.rows > most:
            raise ImportRowCountInvalid(payload={"rows": found.forecast.rows, "limit": most})
        job = _prepared(found, team_id=team_id, name=name, size_bytes=size, encoding=plain.encoding, by=by)
        kept = import_files.folder_of(job.pk)
        kept.mkdir()
        plain.path.rename(kept / import_files.SOURCE)
        job.save(force_insert=True)
    return job


def start(*, team_id: UUID, wanted: StartIn, by: Caller) -> ImportJob:
    """Starts a prepared import; a job does the work.

    Raises NotFound, ImportUnfinished, ImportMappingInvalid, ImportEmailMissing, ImportConsentMissing,
    ContactLimitExceeded, ActionNotAllowed for one that was started before.
    """
    with transaction.atomic():
        rows = ImportJob.objects.for_team(team_id).select_for_update()
        job = rows.filter(pk=wanted.import_id).first()
        if job is None:
            raise NotFound
        check_import_move(job.state, ImportState.RUNNING)
        _check_none_runs(team_id)
        suggested = list(job.mapping)
        job.mapping = _mapping(wanted.mapping, suggested, columns_of(team_id))
        job.label_ids = label_selectors.check(team_id=team_id, ids=wanted.label_ids)
        job.date_order = wanted.date_order or job.date_order
        _consent(team_id, given=wanted.consent, by=by)
        forecast = Forecast(**job.forecast)
        if job.mapping.index(EMAIL.target) != suggested.index(EMAIL.target):
            forecast = Forecast(rows=forecast.rows, exact=False)
        job.state = ImportState.RUNNING
        job.started_at = clock.now()
        job.revision += 1
        _save_running(job)
        _reserve(job, forecast)
        jobs.enqueue(RUN, key=job_key(job.pk), team_id=str(team_id), import_id=str(job.pk))
        record(team_id=team_id, reference="contact", action="IMPORT", name=job.file, by=by)
        publish(events.ImportStarted(**state_of(job)), rooms=[rooms.team(team_id)])
    return job


def fail(*, team_id: UUID, import_id: UUID, reason: str) -> None:
    """Ends an import that can't go on: what has landed stays, the units it held go back. Harmless when it has ended."""
    with transaction.atomic():
        rows = ImportJob.objects.for_team(team_id).select_for_update()
        job = rows.filter(pk=import_id, state=ImportState.RUNNING).first()
        if job is not None:
            finish(job, ImportState.FAILED, reason=reason)


def finish(job: ImportJob, state: ImportState, *, reason: str = "") -> None:
    """Ends a running import whose row the caller has locked."""
    check_import_move(job.state, state)
    job.state = state
    job.reason = reason[:200]
    job.finished_at = clock.now()
    job.revision += 1
    job.save()
    quota.close(team_id=job.team_id, reference=reference_of(job.pk))
    finished = events.ImportFinished(**state_of(job))
    publish(finished, rooms=[rooms.team(job.team_id), rooms.watching(ROOM, job.pk)])


def forget_old() -> None:
    """Drops prepared files that nobody started, and error files past their time, of all teams."""
    now = clock.now()
    stale = ImportJob.objects.filter(  # across teams: upkeep of all
        state=ImportState.PREPARED, created_at__lt=now - KEEP_PREPARED
    )
    for key in list(stale.values_list("pk", flat=True)):
        # Only while it still waits: it may be started at this very moment.
        if stale.filter(pk=key).delete()[0]:
            import_files.discard(key)
    past = ImportJob.objects.filter(  # across teams: upkeep of all
        finished_at__lt=now - KEEP_ERRORS, error_bytes__gt=0
    )
    for key in list(past.values_list("pk", flat=True)):
        past.filter(pk=key).update(error_bytes=0)
        import_files.discard(key)


def state_of(job: ImportJob) -> dict[str, Any]:
    """An import as its events and its answers show it."""
    return {
        "import_id": job.pk,
        "file": job.file,
        "fullname": job.fullname,
        "state": ImportState(job.state),
        "total": job.total,
        "done": job.done,
        "added": job.added,
        "updated": job.updated,
        "failed": job.failed,
        "reason": job.reason,
        "revision": job.revision,
        "created_at": job.created_at,
        "started_at": job.started_at,
        "finished_at": job.finished_at,
    }


def job_key(import_id: UUID) -> str:
    """The key of the job that does an import."""
    return f"import:{import_id}"


def reference_of(import_id: UUID) -> str:
    """Under which an import holds contacts of the quota."""
    return f"import:{import_id}"


def _prepared(found: Survey, *, team_id: UUID, name: str, size_bytes: int, encoding: str, by: Caller) -> ImportJob:
    return ImportJob(
        team_id=team_id,
        user_id=by.user_id,
        fullname=by.fullname,
        file=Path(name).name[-255:],
        size_bytes=size_bytes,
        encoding=encoding,
        delimiter=found.layout.delimiter,
        date_order=found.date_order,
        header=found.headings,
        mapping=found.mapping,
        preview=found.preview,
        forecast=found.forecast.model_dump(),
        data_offset=found.data_offset,
        offset=found.data_offset,
        total=found.forecast.rows,
        created_at=clock.now(),
    )


def _check_none_runs(team_id: UUID) -> None:
    """CONT-58. An import whose job has been given up does not hold the next one back."""
    running = ImportJob.objects.for_team(team_id).filter(state=ImportState.RUNNING).first()
    if running is None:
        return
    alive = Job.objects.filter(key=job_key(running.pk), state__in=[JobState.WAITING, JobState.RUNNING])
    if alive.exists():
        raise ImportUnfinished(payload={"importId": str(running.pk)})
    fail(team_id=team_id, import_id=running.pk, reason="The work was given up")


def _save_running(job: ImportJob) -> None:
    try:
        with transaction.atomic():
            job.save()
    except IntegrityError as error:  # two at once: the partial unique index lets one through
        raise ImportUnfinished from error


def _mapping(
    given: Sequence[str | None] | None, suggested: Sequence[str | None], columns: dict[str, Column]
) -> list[str | None]:
    mapping = list(suggested if given is None else given)
    targets = [target for target in mapping if target is not None]
    unknown = [target for target in targets if target not in columns]
    if len(mapping) != len(suggested) or unknown or len(set(targets)) != len(targets):
        raise ImportMappingInvalid(payload={"unknown": unknown, "columns": len(suggested)})
    if EMAIL.target not in targets:
        raise ImportEmailMissing
    return mapping


def _consent(team_id: UUID, *, given: bool, by: Caller) -> None:
    if selectors.has_consented(team_id):
        return
    if not given:
        raise ImportConsentMissing
    ImportConsent.objects.create(team_id=team_id, user_id=by.user_id, fullname=by.fullname, given_at=clock.now())


def _reserve(job: ImportJob, forecast: Forecast) -> None:
    """Holds the contacts that the import is going to add (CONT-55). Raises ContactLimitExceeded.

    Where the forecast did not reach the end, what it saw must fit, and as much of the rest is held as is left: a row
    beyond that is set aside when its turn comes.
    """
    amount = forecast.new
    if not forecast.exact:
        seen = forecast.new + forecast.existing + forecast.duplicates + forecast.bad
        standing = quota.standing(team_id=job.team_id, limit=CONTACT)
        amount += forecast.rows - seen
        if standing.left != UNLIMITED:
            amount = max(forecast.new, min(amount, standing.left))
    quota.reserve(team_id=job.team_id, limit=CONTACT, amount=amount, reference=reference_of(job.pk))
