"""Documents determined by the code: built once, compressed once, and not sent again to a client that has them."""

import gzip
import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

# Clients store it and revalidate it by its ETag.
CACHE_CONTROL = "no-cache"


@dataclass(frozen=True, slots=True)
class _EncodedDocument:
    plain: bytes
    gzipped: bytes
    etag: str


class StaticDocumentView:
    """A view of one document. `build` runs only at the first request: the largest takes half a second."""

    def __init__(self, build: Callable[[], bytes], content_type: str, policy: str | None = None) -> None:
        self._build, self._content_type, self._policy = build, content_type, policy
        self._lock = threading.Lock()
        self._bytes: _EncodedDocument | None = None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        document = self._get_document()
        is_gzipped = _accepts_gzip(request)
        body = document.gzipped if is_gzipped else document.plain
        response = HttpResponse(body, content_type=self._content_type)
        if is_gzipped:
            response["Content-Encoding"] = "gzip"
        # Weak: the document is the same whether compressed or not.
        response["ETag"] = f'W/"{document.etag}"'
        response["Cache-Control"] = CACHE_CONTROL
        patch_vary_headers(response, ["Accept-Encoding"])
        if self._policy is not None:
            response["Content-Security-Policy"] = self._policy
        answer = get_conditional_response(request, etag=response["ETag"], response=response)
        return answer if isinstance(answer, HttpResponse) else response

    def _get_document(self) -> _EncodedDocument:
        with self._lock:
            if self._bytes is None:
                plain = self._build()
                self._bytes = _EncodedDocument(
                    plain, gzip.compress(plain, mtime=0), hashlib.sha256(plain).hexdigest()[:32]
                )
            return self._bytes


def _accepts_gzip(request: HttpRequest) -> bool:
    for offer in request.headers.get("Accept-Encoding", "").split(","):
        name, _, quality = offer.strip().partition(";")
        if name.strip().lower() == "gzip":
            return quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
