"""Operations of the home page."""

from ninja import Router

from server.campaigns.selectors import metrics
from server.campaigns.shapes import row_out
from server.core.access import Access, CallerRequest
from server.dashboard import selectors
from server.dashboard.schemas import StatsIn, StatsOut
from server.reports import permissions
from server.reports.overview import selectors as overview

router = Router(tags=["dashboard"], by_alias=True)


@router.post(
    "/stats",
    # A POST that only reads: allowed after the plan has expired, and in a locked team.
    auth=Access(permission=permissions.VIEW, while_expired=True, while_locked=True),
    response=StatsOut,
    operation_id="dashboard_stats",
    summary="Get home metrics",
)
def get_stats(request: CallerRequest, body: StatsIn) -> StatsOut:
    found = selectors.get_stats(team_id=request.auth.team_id, start=body.start, end=body.end, machines=body.machines)
    counters = metrics.get_metrics(found.newest)
    return StatsOut(
        start=found.start,
        end=found.end,
        unit=found.unit,
        figures=found.figures,
        former=found.former,
        series=found.series,
        campaigns=[row_out(campaign, counters.get(campaign.pk)) for campaign in found.newest],
        best=[overview.row_out(row, body.machines) for row in found.best],
        retention_days=found.retention_days,
    )
