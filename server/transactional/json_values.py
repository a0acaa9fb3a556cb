"""Data that callers give for merge tags: bounded, and nothing that PostgreSQL's JSON can't hold."""

import json
import math
from typing import Annotated, Any

from pydantic import AfterValidator

MOST_BYTES = 100_000
MOST_DEPTH = 20
MAX_NUMBER_BITS = 1_024  # 308 digits, as many as a floating-point number has


def check(data: dict[str, Any]) -> dict[str, Any]:
    """The data as they are. Raises ValueError, saying what to mend."""
    pending: list[tuple[Any, int]] = [(data, 1)]
    size = 0  # never more than JSON takes, so that much too large ones are refused before all of them is read
    while pending:
        value, depth = pending.pop()
        size += 1 + (len(value) if isinstance(value, str | list | dict) else 0)
        if size > MOST_BYTES:
            break
        if depth > MOST_DEPTH:
            raise ValueError(f"The data nest at most {MOST_DEPTH} deep.")
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("A number must be finite.")
        if isinstance(value, int) and value.bit_length() > MAX_NUMBER_BITS:
            raise ValueError("A number must have at most 308 digits.")
        if isinstance(value, dict):
            pending.extend((key, depth) for key in value)
            pending.extend((each, depth + 1) for each in value.values())
        elif isinstance(value, list):
            pending.extend((each, depth + 1) for each in value)
        elif isinstance(value, str) and ("\x00" in value or not _is_text(value)):
            raise ValueError("A text holds a character that is none.")
    if size > MOST_BYTES or len(json.dumps(data)) > MOST_BYTES:
        raise ValueError(f"The data are at most {MOST_BYTES} bytes of JSON.")
    return data


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


MergeData = Annotated[dict[str, Any], AfterValidator(check)]
