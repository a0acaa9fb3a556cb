"""Parsing of request bodies before their validation by a schema."""

from typing import Any, Final, NotRequired, TypedDict

from django.http import HttpRequest
from ninja.parser import Parser
from pydantic import ValidationError

from server.core.causes import BoundCause, read_pydantic

# The largest schema has 40 names. Each unknown one becomes a finding.
MAX_BODY_NAMES: Final = 1_000
# Formatting a finding takes 5 microseconds, and one byte of a body can cause it.
MAX_FORMATTED_ISSUES: Final = 1_000


class ValidationIssue(TypedDict):
    """One validation error of a schema. `input` is missing if the framework parsed the request."""

    type: str
    loc: tuple[int | str, ...]
    cause: BoundCause
    input: NotRequired[object]


def list_issues(error: ValidationError) -> list[ValidationIssue] | None:
    """The validation errors of a schema; None if there are too many to format.

    Raise another error only after the `except` block, and don't store this one. It holds the errors of validators and
    their frames, where the garbage collector can't find them. If it becomes the context of an error that one of these
    frames holds, all of them stay in memory permanently, with the body of the request.
    """
    if error.error_count() > MAX_FORMATTED_ISSUES:
        return None
    return [
        {"type": each["type"], "loc": each["loc"], "cause": read_pydantic(each), "input": each["input"]}
        for each in error.errors(include_url=False)
    ]


class BodyParser(Parser):
    """Ninja's JSON parser, with a limit on the number of names in a body."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Raises ValueError for invalid JSON or too many names. Ninja responds with 400 to either."""
        body: Any = super().parse_body(request)
        if isinstance(body, dict) and len(body) > MAX_BODY_NAMES:
            raise ValueError(f"more than {MAX_BODY_NAMES} names")
        return body  # type: ignore[no-any-return]
