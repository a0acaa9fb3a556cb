"""reports/overview: all campaigns of a period in one table."""

from django.http import HttpResponse
from ninja import Query, Router

from server.core.access import Access, CallerRequest, Feature
from server.reports import permissions
from server.reports.overview import files, selectors
from server.reports.overview.schemas import CategorySumsOut, ExportQuery, OverviewOut, OverviewQuery
from server.reports.selectors.times import build_points
from server.reports.sql.overview import CampaignTotals
from server.reports.states import BotMode
from server.teams.time_zones import parse_zone

router = Router(tags=["reports"], by_alias=True)
READ = Access(permissions.VIEW, Feature("emailReport", "viewReport"))
EXPORT = Access(permissions.VIEW, Feature("emailReport", "downloadReport"))
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@router.get("", auth=READ, response=OverviewOut, operation_id="reports_overview", summary="Get campaign overview")
def get_overview(request: CallerRequest, query: Query[OverviewQuery]) -> OverviewOut:
    team_id = request.auth.team_id
    found = selectors.resolve_period(team_id=team_id, start=query.start, end=query.end)
    wanted = selectors.build_filter(found, query)
    rows = selectors.list_rows(team_id, wanted, query)
    sums, categories = selectors.get_totals(team_id, wanted)
    return OverviewOut(
        items=[selectors.row_out(row, query.machines) for row in rows],
        total=sums.campaigns,
        page=query.page,
        size=query.size,
        sums=selectors.totals_out(sums, query.machines),
        categories=[_category_out(name, amounts, query.machines) for name, amounts in categories],
        start=found.start,
        end=found.end,
        unit=found.unit,
        series=build_points(selectors.list_series(found, query.machines)),
        retention_days=found.retention_days,
    )


@router.get("/export", auth=EXPORT, operation_id="reports_overview_export", summary="Export campaign overview")
def export(request: CallerRequest, query: Query[ExportQuery]) -> HttpResponse:
    """Exports the campaigns of the overview to a file, up to 5,000, with totals in the last row."""
    team_id = request.auth.team_id
    found = selectors.resolve_period(team_id=team_id, start=query.start, end=query.end)
    wanted = selectors.build_filter(found, query)
    rows = selectors.list_rows(team_id, wanted, query, whole=True)
    lines = files.build_lines(
        rows,
        selectors.get_totals(team_id, wanted)[0],
        machines=query.machines,
        zone=str(parse_zone(found.team.timezone)),
        language=request.auth.language,
    )
    made = files.write_csv(lines) if query.format == "csv" else files.write_workbook(lines)
    answer = HttpResponse(made, content_type=TYPES[query.format])
    answer["Content-Disposition"] = f'attachment; filename="campaigns.{query.format}"'
    return answer


def _category_out(name: str, sums: CampaignTotals, machines: BotMode) -> CategorySumsOut:
    return CategorySumsOut(category=name, campaigns=sums.campaigns, figures=selectors.totals_out(sums, machines))
