"""Files of reports, from the decision to the end; `writing` makes them.

A job makes each at once and whole: killed at any moment it is made anew, and its row ends once.
"""

import os
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity.services import record
from server.contacts.states import BulkState
from server.core import clock, disk_space, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ExportUnfinished, NotFound
from server.core.events import publish
from server.core.jobs import Claim
from server.core.unfinished import check_unfinished
from server.notifications.services.notices import notify
from server.reports import events
from server.reports.models import ReportFile
from server.reports.schemas.asking import Machines
from server.reports.selectors.reports import Report, report
from server.reports.services.downloads import FILES
from server.reports.states import SCREENS, ReportFormat, ReportType
from server.reports.writing import writers
from server.teams.models import Team
from server.teams.zones import zone_of

JOB = "reports.make_file"
KEEP = timedelta(hours=24)


def start(found: Report, wanted: ReportFormat, *, by: Caller) -> ReportFile:
    """Decides on a file of the report; a job makes it.

    Raises ExportUnfinished while one of this form is being made, StorageFull, and TooManyUnfinished.
    """
    disk_space.check_files()
    team = Team.objects.get(pk=found.team_id)
    row = ReportFile(
        team_id=found.team_id,
        user_id=by.user_id,
        fullname=by.fullname,
        type=found.type,
        origin_id=found.campaign.pk,
        name=found.campaign.name[:200],
        machines=found.machines,
        format=wanted,
        language=team.language,
        zone=str(zone_of(team.timezone)),
        created_at=clock.now(),
    )
    with transaction.atomic():
        check_unfinished(ReportFile.objects.for_team(found.team_id), team_id=found.team_id)
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError as error:
            raise ExportUnfinished from error
        jobs.enqueue(JOB, key=f"report:{row.pk}", team_id=str(row.team_id), file_id=str(row.pk))
        _tell(row)
    return row


def run(*, team_id: UUID, file_id: UUID, claim: Claim) -> None:
    """Makes the file. Harmless for one that has ended. Raises LeaseLost, NotFound."""
    row = ReportFile.objects.for_team(team_id).filter(pk=file_id).first()
    if row is None or row.state != BulkState.RUNNING:
        return
    found = report(
        team_id=team_id,
        report_type=ReportType(row.type),
        campaign_id=row.origin_id,
        machines=Machines(row.machines),
    )
    folder = FILES.folder_of(row.pk)
    folder.mkdir(parents=True, exist_ok=True)
    # A file of this attempt's own at first: another worker may still be at it.
    made = folder / f"{claim.fence}.making"
    writers.WRITERS[ReportFormat(row.format)](found, row, made, claim.renew)
    with made.open("rb") as file:
        os.fsync(file.fileno())
    with transaction.atomic():
        claim.hold()
        held = _held(team_id, file_id)
        if held.state != BulkState.RUNNING:
            return
        made.replace(FILES.path_of(held))
        held.size_bytes = FILES.path_of(held).stat().st_size
        held.expires_at = clock.now() + KEEP
        _end(held, BulkState.DONE)
        finished = ReportFile.objects.for_team(team_id).filter(expires_at__gt=clock.now())
        FILES.expire_excess(finished.order_by("-finished_at"))
    for left in folder.glob("*.making"):
        left.unlink(missing_ok=True)


def fail(*, team_id: UUID, file_id: UUID, reason: str) -> None:
    """Ends one that is being made as failed; there is no file then."""
    with transaction.atomic():
        row = _held(team_id, file_id)
        if row.state == BulkState.RUNNING:
            row.reason = reason[:200]
            _end(row, BulkState.FAILED)
            transaction.on_commit(lambda: FILES.discard(row.pk))


def forget_old() -> None:
    """Drops the files that are past their time, or ended without one, of all teams."""
    FILES.forget_old(lambda row: row.state == BulkState.RUNNING)


def _held(team_id: UUID, file_id: UUID) -> ReportFile:
    row = ReportFile.objects.for_team(team_id).select_for_update().filter(pk=file_id).first()
    if row is None:
        raise NotFound
    return row


def _end(row: ReportFile, state: BulkState) -> None:
    row.state, row.finished_at = state, clock.now()
    row.revision += 1
    row.save()
    _tell(row)
    screen = SCREENS[ReportType(row.type)].format(row.origin_id)
    params = {"name": row.name, "report": screen, "format": row.format.upper()}
    kind = "report.finished" if state == BulkState.DONE else "report.failed"
    notify(kind, team_id=row.team_id, user_id=row.user_id, subject=str(row.pk), **params)
    if state == BulkState.DONE:
        record(team_id=row.team_id, reference="campaign", action="EXPORT", name=FILES.name_of(row), by=row)


def _tell(row: ReportFile) -> None:
    told = events.ReportFileChanged(
        file_id=row.pk,
        type=ReportType(row.type),
        id=row.origin_id,
        format=ReportFormat(row.format),
        user_id=row.user_id,
        state=BulkState(row.state),
        revision=row.revision,
    )
    publish(told, rooms=[rooms.team(row.team_id)])
