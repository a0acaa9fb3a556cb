"""reports/file: report files by signed URL."""

from django.http import FileResponse, HttpRequest
from ninja import Router

from server.core.access import Public
from server.reports.services.downloads import FILES

router = Router(tags=["reports"], by_alias=True)


@router.get(
    "/file/{token}",
    auth=Public("The URL is signed and valid for one file. Both expire after a day.", per_minute=60),
    operation_id="report_file",
    summary="Download report file",
)
def serve_report_file(request: HttpRequest, token: str) -> FileResponse:
    """Downloads a report file. The URL works without signing in."""
    return FILES.response(FILES.at(token))
