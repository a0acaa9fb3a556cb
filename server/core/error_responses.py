"""Responses to errors: the one body of both APIs, and the headers of errors that are temporary."""

import math
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
    build_field_error,
)
from server.core.parsing import ValidationIssue

# A form shows errors field by field. For a body with thousands of unknown keys the first few are enough.
MAX_FINDINGS = 20
MAX_VALUE_CHARACTERS = 1_000  # of a rejected value that the response repeats

HTTP_ERRORS: dict[int, type[ApiError]] = {400: BadRequest, 403: NotAuthorized, 404: PathNotFound}


def install(api: NinjaAPI) -> None:
    def respond(request: HttpRequest, error: ApiError) -> HttpResponse:
        response = api.create_response(request, error.body(), status=error.status)
        for name, value in build_retry_headers(error).items():
            response[name] = value
        return response

    @api.exception_handler(ApiError)
    def on_api_error(request: HttpRequest, error: ApiError) -> HttpResponse:
        return respond(request, error)

    @api.exception_handler(ValidationError)
    def on_validation_error(request: HttpRequest, error: ValidationError) -> HttpResponse:
        findings = cast(list[ValidationIssue], error.errors)
        return respond(request, NotFound() if _has_impossible_id(findings) else build_validation_error(findings))

    @api.exception_handler(MultiPartParserError)
    @api.exception_handler(TooManyFieldsSent)
    @api.exception_handler(TooManyFilesSent)
    def on_unreadable_form(request: HttpRequest, _error: Exception) -> HttpResponse:
        return respond(request, FormUnreadable())

    @api.exception_handler(HttpError)
    def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        """Errors that Ninja itself raises, mostly for a body that is not JSON."""
        return respond(request, HTTP_ERRORS.get(error.status_code, BadRequest)())


def build_retry_headers(error: ApiError) -> dict[str, str]:
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


def build_validation_error(problems: Sequence[ValidationIssue]) -> ApiError:
    """The error for Pydantic's findings: code 124 if a required value is missing, else 123.

    The payload has the first MAX_FINDINGS of them, and their `total` if there are more.
    """
    fields = [_describe(problem) for problem in problems[:MAX_FINDINGS]]
    missing = any(problem["type"] == "missing" for problem in problems)
    kind = FieldsMissing if missing else FieldsInvalid
    total = {"total": len(problems)} if len(problems) > MAX_FINDINGS else {}
    return kind(payload={**fields[0], "errors": fields, **total} if fields else None)


def _has_impossible_id(problems: Sequence[ValidationIssue]) -> bool:
    """Whether the path has an id that no record can have. All other findings are irrelevant then."""
    return any(problem["loc"][0] == "path" for problem in problems)


def _describe(problem: ValidationIssue) -> dict[str, Any]:
    """ERR-04 to 06: field, value, cause. The name omits the location in the request (body, query ...)."""
    path = [str(part) for part in problem["loc"]]
    name = ".".join(path[2:] or path[1:] or path)
    value = problem.get("input")
    if isinstance(value, str):
        value = value[:MAX_VALUE_CHARACTERS]
    elif isinstance(value, float) and not math.isfinite(value):
        value = None  # not JSON
    return build_field_error(name, problem["cause"], value if isinstance(value, str | int | float | bool) else None)
