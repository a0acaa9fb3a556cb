"""Limits on the size of request bodies, by path.

The web server rejects a larger body before storing it (realtime/http_server.py). This middleware does the same under
any other server. An operation with a higher limit declares it beside its route, by the path of its contract.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponseBase, JsonResponse

from server.core.errors import ApiError, BodyTooLarge

# More than any list of ids, filter or setting that a screen sends.
MAX_BODY_BYTES: Final = 2 * 1024 * 1024
# JSON can write any letter as \uXXXX.
MAX_BYTES_PER_CHARACTER: Final = 6

ErrorFactory = Callable[[int, int], ApiError]


@dataclass(frozen=True, slots=True)
class _Limit:
    max_bytes: int
    refusal: ErrorFactory


def _build_too_large(_size_bytes: int, max_bytes: int) -> ApiError:
    return BodyTooLarge(payload={"limitBytes": max_bytes})


_DEFAULT: Final = _Limit(MAX_BODY_BYTES, _build_too_large)
_by_path: dict[str, _Limit] = {}
_by_pattern: dict[str, tuple[re.Pattern[str], _Limit]] = {}


def allow(path: str, max_bytes: int, refusal: ErrorFactory = _build_too_large) -> None:
    """Allows bodies of up to `max_bytes` on a path such as `/api/email-marketing/{campaign_id}`.

    `refusal` builds the error for a larger body from its size and this limit.
    """
    if max_bytes < MAX_BODY_BYTES:
        raise ValueError(f"{path} has a lower limit than the default")
    limit = _Limit(max_bytes, refusal)
    if "{" in path:
        pattern = "[^/]+".join(map(re.escape, re.split(r"\{\w+\}", path)))
        _by_pattern[path] = re.compile(pattern), limit
    else:
        _by_path[path] = limit


def list_allowed_paths() -> list[str]:
    return [*_by_path, *_by_pattern]


def get_max_bytes(path: str) -> int:
    return _get_limit(path).max_bytes


def check(path: str, size_bytes: int) -> None:
    if size_bytes > MAX_BODY_BYTES and size_bytes > (limit := _get_limit(path)).max_bytes:
        raise limit.refusal(size_bytes, limit.max_bytes)


def _get_limit(path: str) -> _Limit:
    found = _by_path.get(path)
    if found is not None:
        return found
    return next((limit for pattern, limit in _by_pattern.values() if pattern.fullmatch(path)), _DEFAULT)


class BodyMiddleware:
    """Rejects a body by its Content-Length. Without that header Django reads no body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or ""
        try:
            check(request.path, int(length) if length.isdecimal() else 0)
        except ApiError as error:
            return JsonResponse(error.body(), status=error.status)
        return self.get_response(request)
