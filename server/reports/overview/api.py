"""reports/overview: all campaigns of a period in one table."""

from django.http import HttpResponse
from ninja import Query, Router

from server.core.access import Access, CallerRequest, Feature
from server.reports import permissions
from server.reports.overview import files, selectors
from server.reports.overview.schemas import CategorySumsOut, ExportQuery, OverviewOut, OverviewQuery
from server.reports.selectors.times import points_of
from server.reports.sql.overview import CampaignTotals
from server.reports.states import Machines
from server.teams.zones import zone_of

router = Router(tags=["reports"], by_alias=True)
SEE = Access(permissions.VIEW, Feature("emailReport", "viewReport"))
EXPORT = Access(permissions.VIEW, Feature("emailReport", "downloadReport"))
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@router.get("", auth=SEE, response=OverviewOut, operation_id="reports_overview", summary="Get campaign overview")
def overview(request: CallerRequest, query: Query[OverviewQuery]) -> OverviewOut:
    team_id = request.auth.team_id
    found = selectors.period(team_id=team_id, start=query.start, end=query.end)
    wanted = selectors.wanted_of(found, query)
    rows = selectors.rows(team_id, wanted, query)
    sums, categories = selectors.sums(team_id, wanted)
    return OverviewOut(
        items=[selectors.row_out(row, query.machines) for row in rows],
        total=sums.campaigns,
        page=query.page,
        size=query.size,
        sums=selectors.sums_out(sums, query.machines),
        categories=[_category(name, amounts, query.machines) for name, amounts in categories],
        start=found.start,
        end=found.end,
        unit=found.unit,
        series=points_of(selectors.series(found, query.machines)),
        retention_days=found.retention_days,
    )


@router.get("/export", auth=EXPORT, operation_id="reports_overview_export", summary="Export campaign overview")
def export(request: CallerRequest, query: Query[ExportQuery]) -> HttpResponse:
    """Exports the campaigns of the overview to a file, up to 5,000, with totals in the last row."""
    team_id = request.auth.team_id
    found = selectors.period(team_id=team_id, start=query.start, end=query.end)
    wanted = selectors.wanted_of(found, query)
    rows = selectors.rows(team_id, wanted, query, whole=True)
    lines = files.lines(
        rows,
        selectors.sums(team_id, wanted)[0],
        machines=query.machines,
        zone=str(zone_of(found.team.timezone)),
        language=request.auth.language,
    )
    made = files.as_csv(lines) if query.format == "csv" else files.as_workbook(lines)
    answer = HttpResponse(made, content_type=TYPES[query.format])
    answer["Content-Disposition"] = f'attachment; filename="campaigns.{query.format}"'
    return answer


def _category(name: str, sums: CampaignTotals, machines: Machines) -> CategorySumsOut:
    return CategorySumsOut(category=name, campaigns=sums.campaigns, figures=selectors.sums_out(sums, machines))
