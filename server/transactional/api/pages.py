"""Pages of transactional email on the pages origin."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from server.core.errors import ApiError
from server.core.origins import PREVIEW_POLICY
from server.transactional import previews

# Browsers must not open a file here, whatever its type.
FILE_POLICY = "sandbox; default-src 'none'"


def serve_preview(request: HttpRequest, signed: str) -> HttpResponse:
    try:
        response = HttpResponse(previews.render_page(signed))
    except ApiError as error:
        response = HttpResponse(error.text, status=error.status, content_type="text/plain; charset=utf-8")
    return _add_private_headers(response, PREVIEW_POLICY.format(apps=" ".join(settings.APP_ORIGINS)))


def serve_attachment(request: HttpRequest, signed: str) -> HttpResponse:
    """Sent as a download, so that a browser never displays it."""
    try:
        name, content = previews.read_file(signed)
        response = HttpResponse(content, content_type="application/octet-stream")
        response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    except ApiError as error:
        response = HttpResponse(error.text, status=error.status, content_type="text/plain; charset=utf-8")
    response["X-Content-Type-Options"] = "nosniff"
    return _add_private_headers(response, FILE_POLICY)


def _add_private_headers(response: HttpResponse, policy: str) -> HttpResponse:
    response["Content-Security-Policy"] = policy
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
