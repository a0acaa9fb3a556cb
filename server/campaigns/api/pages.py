"""Campaign previews on the pages' origin."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from server.campaigns import previews
from server.core.errors import ApiError
from server.core.origins import PREVIEW_POLICY


def preview(request: HttpRequest, signed: str) -> HttpResponse:
    try:
        response = HttpResponse(previews.render_page(signed, scheme=request.GET.get("scheme", "")))
    except ApiError as error:
        response = HttpResponse(error.text, status=error.status, content_type="text/plain; charset=utf-8")
    response["Content-Security-Policy"] = PREVIEW_POLICY.format(apps=" ".join(settings.APP_ORIGINS))
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
