"""How large the body of a request may be, by its path.

The web server refuses a larger one before it is stored anywhere (realtime/http_server.py), and so does Django under any
other server. An operation that takes more than the default says so beside its route, by the path of its contract.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponseBase, JsonResponse

from server.core.errors import ApiError, BodyTooLarge

# More than any list of ids, filter or setting that a screen sends.
MAX_BODY_BYTES: Final = 2 * 1024 * 1024
# JSON may write any letter as \uXXXX.
MAX_BYTES_PER_CHARACTER: Final = 6

Refusal = Callable[[int, int], ApiError]


@dataclass(frozen=True, slots=True)
class _Limit:
    max_bytes: int
    refusal: Refusal


def _too_large(_size_bytes: int, max_bytes: int) -> ApiError:
    return BodyTooLarge(payload={"limitBytes": max_bytes})


_DEFAULT: Final = _Limit(MAX_BODY_BYTES, _too_large)
_by_path: dict[str, _Limit] = {}
_by_pattern: dict[str, tuple[re.Pattern[str], _Limit]] = {}


def allow(path: str, max_bytes: int, refusal: Refusal = _too_large) -> None:
    """Lets bodies of up to `max_bytes` through on a path such as `/api/email-marketing/{campaign_id}`.

    `refusal` makes the error of a larger one, of its size and this limit.
    """
    if max_bytes < MAX_BODY_BYTES:
        raise ValueError(f"{path} has a lower limit than the default")
    limit = _Limit(max_bytes, refusal)
    if "{" in path:
        pattern = "[^/]+".join(map(re.escape, re.split(r"\{\w+\}", path)))
        _by_pattern[path] = re.compile(pattern), limit
    else:
        _by_path[path] = limit


def allowed_paths() -> list[str]:
    """Every path with a limit of its own."""
    return [*_by_path, *_by_pattern]


def max_bytes(path: str) -> int:
    """How large a body may be on this path."""
    return _limit(path).max_bytes


def check(path: str, size_bytes: int) -> None:
    """Raises the error of the path when a body of this size is too large for it."""
    if size_bytes > MAX_BODY_BYTES and size_bytes > (limit := _limit(path)).max_bytes:
        raise limit.refusal(size_bytes, limit.max_bytes)


def _limit(path: str) -> _Limit:
    found = _by_path.get(path)
    if found is not None:
        return found
    return next((limit for pattern, limit in _by_pattern.values() if pattern.fullmatch(path)), _DEFAULT)


class BodyMiddleware:
    """Refuses a body by its Content-Length. Without one Django reads none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or ""
        try:
            check(request.path, int(length) if length.isdecimal() else 0)
        except ApiError as error:
            return JsonResponse(error.body(), status=error.status)
        return self.get_response(request)
