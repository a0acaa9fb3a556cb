"""The one error body of both APIs: what is raised, as the client reads it."""

from collections.abc import Sequence
from typing import Any, cast

from django.core.exceptions import TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from server.core.errors import (
    ApiError,
    BadRequest,
    FieldsInvalid,
    FieldsMissing,
    FormUnreadable,
    NotAuthorized,
    NotFound,
    PathNotFound,
    field_error,
)
from server.core.parsing import Finding

# A form shows what is wrong field by field; of a made-up body with thousands of wrong keys the first few say enough.
MAX_FINDINGS = 20
MAX_VALUE_CHARACTERS = 1_000  # of a refused value that is repeated in the response

HTTP_ERRORS: dict[int, type[ApiError]] = {400: BadRequest, 403: NotAuthorized, 404: PathNotFound}


def install(api: NinjaAPI) -> None:
    """Has the API answer each failure with its coded body."""

    def answer(request: HttpRequest, error: ApiError) -> HttpResponse:
        response = api.create_response(request, error.body(), status=error.status)
        for name, value in headers_of(error).items():
            response[name] = value
        return response

    @api.exception_handler(ApiError)
    def on_api_error(request: HttpRequest, error: ApiError) -> HttpResponse:
        return answer(request, error)

    @api.exception_handler(ValidationError)
    def on_validation_error(request: HttpRequest, error: ValidationError) -> HttpResponse:
        findings = cast(list[Finding], error.errors)
        return answer(request, NotFound() if _names_no_record(findings) else invalid(findings))

    @api.exception_handler(MultiPartParserError)
    @api.exception_handler(TooManyFieldsSent)
    @api.exception_handler(TooManyFilesSent)
    def on_unreadable_form(request: HttpRequest, _error: Exception) -> HttpResponse:
        return answer(request, FormUnreadable())

    @api.exception_handler(HttpError)
    def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        """What Ninja raises by itself: a body that is no JSON, above all."""
        return answer(request, HTTP_ERRORS.get(error.status_code, BadRequest)())


def headers_of(error: ApiError) -> dict[str, str]:
    """What the headers say of a refusal that is only for now."""
    if not error.payload or "retryAfterSeconds" not in error.payload:
        return {}
    seconds = str(error.payload["retryAfterSeconds"])
    if "limit" not in error.payload:
        return {"Retry-After": seconds}
    limit = str(error.payload["limit"])
    return {
        "Retry-After": seconds,
        "RateLimit-Limit": limit,
        "RateLimit-Remaining": "0",
        "RateLimit-Reset": seconds,
    }


def invalid(problems: Sequence[Finding]) -> ApiError:
    """Pydantic's findings as our coded body: 124 when something required is missing, else 123.

    The payload names the first MAX_FINDINGS of them; where there are more, `total` says how many.
    """
    fields = [_field(problem) for problem in problems[:MAX_FINDINGS]]
    missing = any(problem["type"] == "missing" for problem in problems)
    kind = FieldsMissing if missing else FieldsInvalid
    total = {"total": len(problems)} if len(problems) > MAX_FINDINGS else {}
    return kind(payload={**fields[0], "errors": fields, **total} if fields else None)


def _names_no_record(problems: Sequence[Finding]) -> bool:
    """Whether the path holds an id that no record can have. What else is wrong no longer matters then."""
    return any(problem["loc"][0] == "path" for problem in problems)


def _field(problem: Finding) -> dict[str, Any]:
    """ERR-04 to 06: field, value, cause. The place in the request (body, query ...) is not part of the name."""
    path = [str(part) for part in problem["loc"]]
    name = ".".join(path[2:] or path[1:] or path)
    value = problem.get("input")
    if isinstance(value, str):
        value = value[:MAX_VALUE_CHARACTERS]
    return field_error(name, problem["cause"], value if isinstance(value, str | int | float | bool) else None)
