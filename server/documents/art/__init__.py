"""Images of emails that the product supplies, served on the origin of the public pages: `/art/<folder>/<name>.png`.

`drawings/` has the sources of the images, at twice the size that emails show.
"""

from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PREFIX: Final = "/art/"
_FOLDER: Final = Path(__file__).parent
# All images, so that no path of a request reaches the disk.
_FILES: Final = {
    f"{file.parent.name}/{file.name}": file for file in sorted(_FOLDER.glob("*/*.png")) if file.parent != _FOLDER
}


def build_url(name: str) -> str:
    """The absolute URL of an image named `<folder>/<name>.png`. Raises KeyError for an unknown one."""
    return f"{settings.PAGES_ORIGIN.rstrip('/')}{PREFIX}{_FILES[name].relative_to(_FOLDER).as_posix()}"


@cache
def _read_content(file: Path) -> bytes:
    """Caches 0.3 MB in total."""
    return file.read_bytes()


def get_image(_request: HttpRequest, name: str) -> HttpResponse:
    file = _FILES.get(name)
    if file is None:
        return HttpResponse("Not found", status=404, content_type="text/plain")
    # Not streamed, since each chunk of a stream waits for a thread.
    response = HttpResponse(_read_content(file), content_type="image/png")
    # Email clients without a cache request the images at each open, even years later.
    response["Cache-Control"] = "public, max-age=604800"
    response["X-Content-Type-Options"] = "nosniff"
    return response
