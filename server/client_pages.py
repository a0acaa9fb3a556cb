"""The built client's page, and asset files that are newer than this process."""

import re

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase

from server.core.origins import is_pages_path, is_shared_path

FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}")  # longer than any name of a build; file systems allow 255


def get_index(request: HttpRequest) -> HttpResponseBase:
    """index.html, never cached, so that a new build is used at the next load.

    An unknown path of the pages host gives 404: the app is only for its own hosts, with its own policy.
    """
    if is_pages_path(request.path) or is_shared_path(request.path):
        return HttpResponse("Not found", status=404, content_type="text/plain")
    page = settings.CLIENT_DIST / "index.html"
    if not page.exists():
        return HttpResponse("The client is not built yet.", status=503, content_type="text/plain")
    response = FileResponse(page.open("rb"), content_type="text/html; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def get_robots(_request: HttpRequest) -> HttpResponse:
    """Excludes search engines: the app needs a sign-in, and other pages are for the recipient of an email."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain")


def get_late_asset(_request: HttpRequest, name: str) -> HttpResponseBase:
    """A file that was built after WhiteNoise listed the assets at startup. The page on disk already refers to it."""
    file = settings.CLIENT_DIST / "assets" / name
    if FILE_NAME.fullmatch(name) is None or not file.is_file():
        return HttpResponse("Not found", status=404, content_type="text/plain")
    response = FileResponse(file.open("rb"))
    # The name has a hash of the content.
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
