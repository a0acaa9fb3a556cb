"""The OpenAPI documents with the errors of each operation: code, status and reason.

Errors of the caller follow from the operation's declaration, errors of the request from its parameters. Errors that its
own code raises are in `operation_errors.json` (error_graph.py). Operations share their responses by reference.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.utils.module_loading import autodiscover_modules
from ninja import NinjaAPI
from ninja.errors import ValidationError, ValidationErrorContext
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from server import error_graph
from server.core import errors
from server.core.access import SAFE_METHODS, Access, Public
from server.core.causes import read_pydantic
from server.core.errors import (
    AddressTooLong,
    ApiError,
    BadRequest,
    BodyTooLarge,
    FieldsInvalid,
    FieldsMissing,
    FormUnreadable,
    NotFound,
    PathNotFound,
    RequestTimedOut,
    TooManyRequests,
)
from server.core.parsing import MAX_FORMATTED_ISSUES, ValidationIssue
from server.core.patches.ninja_api import iter_operations
from server.core.schemas import ErrorOut

MEDIA_TYPE = "application/json"


class DocumentedAPI(NinjaAPI):
    """Adds the errors of every operation to its document, and limits the number of validation errors in a response."""

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> ValidationError:
        """The error for an invalid request. Raises BadRequest if there are too many findings to format."""
        try:
            if sum(each.pydantic_validation_error.error_count() for each in error_contexts) > MAX_FORMATTED_ISSUES:
                raise BadRequest
            return ValidationError([dict(finding) for context in error_contexts for finding in _iter_issues(context)])
        finally:
            # The calling frame would keep them in memory (parsing.list_issues).
            error_contexts.clear()

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Ninja's document, with summaries in sentence case and the errors as responses."""
        document = super().get_openapi_schema(**options)
        by_id = {operation.operation_id: operation for operation in iter_operations(self)}
        components = document["components"]
        components.setdefault("schemas", {})[ErrorOut.__name__] = ErrorOut.model_json_schema(mode="serialization")
        shared = components.setdefault("responses", {})
        for path in document["paths"].values():
            for method, described in path.items():
                operation = by_id[described["operationId"]]
                described["summary"] = get_summary(operation)
                codes = list_codes(operation, method.upper())
                for status, response in build_responses(codes).items():
                    name = _build_response_name(status, response)
                    shared[name] = response
                    described["responses"].setdefault(status, {"$ref": f"#/components/responses/{name}"})
        components["responses"] = dict(sorted(shared.items()))
        return document


def _iter_issues(context: ValidationErrorContext[Any]) -> Iterator[ValidationIssue]:
    """The validation errors in one source of a request, without the values: they might be secrets."""
    model = context.model
    for found in context.pydantic_validation_error.errors(include_url=False):
        place = model.__ninja_flatten_map_reverse__.get(found["loc"], found["loc"])
        loc = (model.__ninja_param_source__, *place)
        yield {"type": found["type"], "loc": loc, "cause": read_pydantic(found)}


def get_summary(operation: Operation) -> str:
    """The declared summary, or the function's name in sentence case instead of Ninja's title case."""
    name = operation.view_func.__name__.replace("_", " ")
    return name.capitalize() if operation.summary == name.title() else str(operation.summary)


def list_codes(operation: Operation, method: str) -> set[str]:
    found = {error.code for error in _list_declared_errors(operation, method)}
    return found | set(_load_operation_errors().get(str(operation.operation_id), ()))


def build_responses(codes: Iterable[str]) -> dict[int, dict[str, Any]]:
    by_status: dict[int, dict[str, str]] = {}
    for code in sorted(codes):
        for error in _load_classes_by_code()[code]:
            by_status.setdefault(error.status, {})[code] = error.when or error.message
    return {status: _build_response(said) for status, said in sorted(by_status.items())}


def _build_response(said: dict[str, str]) -> dict[str, Any]:
    narrowed = {"properties": {"code": {"enum": list(said)}}}
    schema = {"allOf": [{"$ref": f"#/components/schemas/{ErrorOut.__name__}"}, narrowed]}
    lines = [f"- `{code}`: {when}" for code, when in said.items()]
    return {"description": "\n".join(lines), "content": {MEDIA_TYPE: {"schema": schema}}}


def _build_response_name(status: int, response: dict[str, Any]) -> str:
    """Changes only with the codes."""
    narrowed = response["content"][MEDIA_TYPE]["schema"]["allOf"][1]["properties"]["code"]["enum"]
    return f"Error{status}_{hashlib.sha256(' '.join(narrowed).encode()).hexdigest()[:8]}"


def _list_declared_errors(operation: Operation, method: str) -> set[type[ApiError]]:
    found: set[type[ApiError]] = set()
    for declared in operation.auth_callbacks:
        if isinstance(declared, Access):
            found |= declared.errors(method=method)
        elif isinstance(declared, Public) and declared.per_minute is not None:
            found.add(TooManyRequests)
    sources = {model.__ninja_param_source__ for model in operation.models}
    # A malformed id in the path gives NotFound.
    fielded = [model for model in operation.models if model.__ninja_param_source__ != "path"]
    if fielded:
        found.add(FieldsInvalid)
    if any(field.is_required() for model in fielded for field in model.model_fields.values()):
        found.add(FieldsMissing)
    if method not in SAFE_METHODS:
        found |= {BodyTooLarge, RequestTimedOut}
    if sources & {"body", "form", "file"}:
        found.add(BadRequest)
    if sources & {"form", "file"}:
        found.add(FormUnreadable)
    if "query" in sources:
        found.add(AddressTooLong)
    if "path" in sources:
        found |= {NotFound, PathNotFound}
    return found


@cache
def _load_classes_by_code() -> dict[str, list[type[ApiError]]]:
    autodiscover_modules("errors")
    found: dict[str, list[type[ApiError]]] = {}
    for error in errors.list_classes():
        if error.__module__.startswith("server."):
            found.setdefault(error.code, []).append(error)
    return {code: sorted(each, key=lambda error: error.__qualname__) for code, each in found.items()}


@cache
def _load_operation_errors() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(error_graph.OPERATION_ERRORS_FILE.read_text())
    return found
