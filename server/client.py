"""The built client's one page."""

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase


def index(request: HttpRequest) -> HttpResponseBase:
    """index.html, never cached, so that a new build is taken up at the next load."""
    page = settings.CLIENT_DIST / "index.html"
    if not page.exists():
        return HttpResponse("The client is not built yet.", status=503, content_type="text/plain")
    response = FileResponse(page.open("rb"), content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
