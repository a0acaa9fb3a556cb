"""Data that callers give for merge tags: bounded, and nothing that PostgreSQL's JSON can't hold."""

import json
import math
from typing import Annotated, Any

from pydantic import AfterValidator

MOST_BYTES = 100_000
MOST_DEPTH = 20


def check(data: dict[str, Any]) -> dict[str, Any]:
    """The data as they are. Raises ValueError, saying what to mend."""
    pending: list[tuple[Any, int]] = [(data, 1)]
    while pending:
        value, depth = pending.pop()
        if depth > MOST_DEPTH:
            raise ValueError(f"The data nest at most {MOST_DEPTH} deep.")
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("A number must be finite.")
        if isinstance(value, dict):
            pending.extend((key, depth) for key in value)
            pending.extend((each, depth + 1) for each in value.values())
        elif isinstance(value, list):
            pending.extend((each, depth + 1) for each in value)
        elif isinstance(value, str) and ("\x00" in value or not _is_text(value)):
            raise ValueError("A text holds a character that is none.")
    if len(json.dumps(data)) > MOST_BYTES:
        raise ValueError(f"The data are at most {MOST_BYTES} bytes of JSON.")
    return data


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


MergeData = Annotated[dict[str, Any], AfterValidator(check)]
