"""Queries of report files."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from server.contacts.states import BulkState
from server.core import clock
from server.core.errors import NotFound
from server.reports.models import ReportFile
from server.reports.selectors.reports import CampaignReport
from server.reports.states import ReportFormat

MAX_LISTED = 20


def list_files(found: CampaignReport) -> Sequence[ReportFile]:
    return list(_filter_available(found)[:MAX_LISTED])


def get_newest(found: CampaignReport, wanted: ReportFormat) -> ReportFile:
    """Returns the newest running or available file. Raises NotFound."""
    row = _filter_available(found).filter(format=wanted, machines=found.machines).first()
    if row is None:
        raise NotFound
    return row


def _filter_available(found: CampaignReport) -> QuerySet[ReportFile]:
    rows = ReportFile.objects.for_team(found.team_id).filter(origin_id=found.campaign.pk)
    can_be_had = Q(state=BulkState.DONE, expires_at__gt=clock.now())
    return rows.filter(Q(state=BulkState.RUNNING) | can_be_had).order_by("-created_at", "-pk")
