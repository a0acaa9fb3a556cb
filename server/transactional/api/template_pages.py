"""Template previews on the pages origin."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from server.core.errors import ApiError
from server.core.origins import PREVIEW_POLICY
from server.transactional import template_previews


def serve_preview(request: HttpRequest, token: str) -> HttpResponse:
    try:
        response = HttpResponse(template_previews.render_page(token))
    except ApiError as error:
        response = HttpResponse(error.text, status=error.status, content_type="text/plain; charset=utf-8")
    response["Content-Security-Policy"] = PREVIEW_POLICY.format(apps=" ".join(settings.APP_ORIGINS))
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
