"""Requests and ends report files; `writing` creates them."""

from pathlib import Path
from uuid import UUID

from django.db import transaction

from server.activity.services import record
from server.contacts.states import BulkState
from server.core import clock, rooms
from server.core.callers import Caller
from server.core.events import publish
from server.core.exports import lifecycle
from server.core.exports.lifecycle import ExportLifecycle
from server.core.jobs import Claim
from server.core.task_states import TaskState
from server.core.unfinished import check_unfinished
from server.notifications.services.creation import notify
from server.reports import events
from server.reports.models import ReportFile
from server.reports.selectors.reports import CampaignReport, get_report
from server.reports.services.downloads import FILES
from server.reports.states import SCREENS, BotMode, ReportFormat, ReportType
from server.reports.writing import writers
from server.teams.models import Team
from server.teams.time_zones import parse_zone


def start(found: CampaignReport, wanted: ReportFormat, *, by: Caller) -> ReportFile:
    """Requests a file of the report. A job creates it.

    Raises ExportUnfinished while one in this format is being created, StorageFull, and TooManyUnfinished.
    """
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
        zone=str(parse_zone(team.timezone)),
        created_at=clock.now(),
    )
    with transaction.atomic():
        check_unfinished(ReportFile.objects.for_team(found.team_id), team_id=found.team_id)
        lifecycle.start(row)
        _publish(row)
    return row


def run(*, team_id: UUID, export_id: UUID, claim: Claim) -> None:
    """Creates the file. No-op for a finished one. Raises LeaseLost, NotFound."""
    row = EXPORTS.find_running(team_id=team_id, export_id=export_id)
    if row is None:
        return
    found = get_report(
        team_id=team_id,
        report_type=ReportType(row.type),
        campaign_id=row.origin_id,
        machines=BotMode(row.machines),
    )

    def write(path: Path) -> int:
        writers.WRITERS[ReportFormat(row.format)](found, row, path, claim.renew)
        return 0

    EXPORTS.create(row, claim, write)


def _publish(row: ReportFile) -> None:
    event = events.ReportFileChanged(
        file_id=row.pk,
        type=ReportType(row.type),
        id=row.origin_id,
        format=ReportFormat(row.format),
        user_id=row.user_id,
        state=BulkState(row.state),
        revision=row.revision,
    )
    publish(event, rooms=[rooms.team(row.team_id)])


def _publish_finished(row: ReportFile) -> None:
    _publish(row)
    screen = SCREENS[ReportType(row.type)].format(row.origin_id)
    params = {"name": row.name, "report": screen, "format": row.format.upper()}
    kind = "report.finished" if row.state == TaskState.DONE else "report.failed"
    notify(kind, team_id=row.team_id, user_id=row.user_id, subject=str(row.pk), **params)
    if row.state == TaskState.DONE:
        record(team_id=row.team_id, reference="campaign", action="EXPORT", name=FILES.name_of(row), by=row)


EXPORTS = ExportLifecycle(ReportFile, FILES, on_end=_publish_finished)
