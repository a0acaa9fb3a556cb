"""How bodies of requests are read, before a schema looks at them."""

from typing import Any, Final, NotRequired, TypedDict

from django.http import HttpRequest
from ninja.parser import Parser
from pydantic import ValidationError

from server.core.causes import BoundCause, read_pydantic

# The schema with the most has 40 names. Each unknown one becomes a finding.
MAX_BODY_NAMES: Final = 1_000
# A finding takes 5 microseconds to be worded, and one byte of a body can cause it.
MAX_WORDED_FINDINGS: Final = 1_000


class Finding(TypedDict):
    """One thing that a schema finds wrong. `input` is missing where the framework read the request."""

    type: str
    loc: tuple[int | str, ...]
    cause: BoundCause
    input: NotRequired[object]


def findings(error: ValidationError) -> list[Finding] | None:
    """What a schema finds wrong; None for more than can be worded.

    Raise another error only after the `except` block, and don't store this one. It holds the errors of validators and
    their frames, where the garbage collector can't find them. If it becomes the context of an error that one of these
    frames holds, all of them stay in memory permanently, with the body of the request.
    """
    if error.error_count() > MAX_WORDED_FINDINGS:
        return None
    return [
        {"type": each["type"], "loc": each["loc"], "cause": read_pydantic(each), "input": each["input"]}
        for each in error.errors(include_url=False)
    ]


class BodyParser(Parser):
    """Ninja's JSON parser, with a bound on the names of a body."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """The body. Raises ValueError for what is no JSON, or has too many names; Ninja answers 400 to either."""
        body: Any = super().parse_body(request)
        if isinstance(body, dict) and len(body) > MAX_BODY_NAMES:
            raise ValueError(f"more than {MAX_BODY_NAMES} names")
        return body  # type: ignore[no-any-return]
