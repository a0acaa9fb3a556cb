"""Merge data from callers: limited in size, and without values that PostgreSQL's JSON can't store."""

import json
import math
from typing import Annotated, Any

from pydantic import AfterValidator

from server.core.causes import NOT_FINITE, TOO_MANY_DIGITS, CauseError
from server.transactional.causes import DATA_CHARACTER_INVALID, DATA_TOO_DEEP, DATA_TOO_LARGE

MAX_DATA_BYTES = 100_000
MAX_DATA_DEPTH = 20
MAX_NUMBER_DIGITS = 308  # as many as a floating-point number has
MAX_NUMBER_BITS = 1_024  # of that many digits


def check(data: dict[str, Any]) -> dict[str, Any]:
    """Returns the data unchanged. Raises CauseError."""
    pending: list[tuple[Any, int]] = [(data, 1)]
    size = 0  # never more than the JSON takes, so far too large data is rejected without reading all of it
    while pending:
        value, depth = pending.pop()
        size += 1 + (len(value) if isinstance(value, str | list | dict) else 0)
        if size > MAX_DATA_BYTES:
            break
        if depth > MAX_DATA_DEPTH:
            raise CauseError(DATA_TOO_DEEP, max=MAX_DATA_DEPTH)
        if isinstance(value, float) and not math.isfinite(value):
            raise CauseError(NOT_FINITE)
        if isinstance(value, int) and value.bit_length() > MAX_NUMBER_BITS:
            raise CauseError(TOO_MANY_DIGITS, max=MAX_NUMBER_DIGITS)
        if isinstance(value, dict):
            pending.extend((key, depth) for key in value)
            pending.extend((each, depth + 1) for each in value.values())
        elif isinstance(value, list):
            pending.extend((each, depth + 1) for each in value)
        elif isinstance(value, str) and ("\x00" in value or not _is_text(value)):
            raise CauseError(DATA_CHARACTER_INVALID)
    if size > MAX_DATA_BYTES or len(json.dumps(data)) > MAX_DATA_BYTES:
        raise CauseError(DATA_TOO_LARGE, max=MAX_DATA_BYTES)
    return data


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


MergeData = Annotated[dict[str, Any], AfterValidator(check)]
