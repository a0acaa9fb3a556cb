"""Pictures that the product draws for mails, served on the pages' origin: `/art/<folder>/<name>.png`.

`drawings/` holds what the starters' pictures were drawn as, at twice the size in which mails show them.
"""

from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PREFIX: Final = "/art/"
_FOLDER: Final = Path(__file__).parent
# What there is, so that no path of a request reaches the disk.
_FILES: Final = {
    f"{file.parent.name}/{file.name}": file for file in sorted(_FOLDER.glob("*/*.png")) if file.parent != _FOLDER
}


def address(name: str) -> str:
    """The absolute address of a picture named `<folder>/<name>.png`. Raises KeyError for one that isn't there."""
    return f"{settings.PAGES_ORIGIN.rstrip('/')}{PREFIX}{_FILES[name].relative_to(_FOLDER).as_posix()}"


@cache
def _content(file: Path) -> bytes:
    """Of shipped files alone, 0.3 MB together."""
    return file.read_bytes()


def picture(_request: HttpRequest, name: str) -> HttpResponse:
    """One of the pictures."""
    file = _FILES.get(name)
    if file is None:
        return HttpResponse("Not found", status=404, content_type="text/plain")
    # Not as a stream: each chunk of one waits for a thread.
    response = HttpResponse(_content(file), content_type="image/png")
    # A mail may be opened years later, and its pictures are asked for by mail programs without a cache of their own.
    response["Cache-Control"] = "public, max-age=604800"
    response["X-Content-Type-Options"] = "nosniff"
    return response
