"""Bounded types for dates, integers, flags and time zones in requests. Every input schema uses them.

The calendar ends long before Python's and PostgreSQL's own, so that adding or subtracting any period of the product
can't overflow. `tests/architecture/test_wire_types.py` fails for an operation with a bare type.

A value that was stored before it had a bound is read with `Schema.of_stored`, which clamps it: one user's record must
not cause an error for every reader.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from server.core import causes
from server.core.causes import CauseError

MIN_DATE: Final = date(1900, 1, 1)  # people were born before 1970
MAX_DATE: Final = date(2199, 12, 31)
MAX_INT32: Final = 2**31 - 1
MAX_BIG_ID: Final = 2**63 - 1
MIN_EPOCH_MILLISECONDS: Final = int(datetime.combine(MIN_DATE, time.min, UTC).timestamp() * 1000)
MAX_EPOCH_MILLISECONDS: Final = int(datetime.combine(MAX_DATE, time.max, UTC).timestamp() * 1000)
STORED: Final = "stored"  # the key of the validation context that clamps instead of rejecting

_ISO_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,20}")
_PHONE: Final = re.compile(r"\+?[0-9\s().-]+")
_FLAGS: Final = {"true": True, "false": False}  # as in a query string


def is_stored(info: ValidationInfo) -> bool:
    """Whether the value comes from the database instead of a request."""
    return bool(info.context and info.context.get(STORED))


def _reject_number(value: Any) -> Any:
    """Pydantic accepts a number as seconds since 1970."""
    if isinstance(value, date) or (isinstance(value, str) and _ISO_DATE.match(value.strip())):
        return value
    raise CauseError(causes.NOT_DATE_OR_TIME)


def _reject_boolean(value: Any) -> Any:
    """Pydantic accepts false as 0."""
    if isinstance(value, bool) or (isinstance(value, str) and not _INTEGER.fullmatch(value)):
        raise CauseError(causes.NOT_WHOLE_NUMBER)
    return value


def _reject_number_for_flag(value: Any) -> Any:
    """Pydantic accepts 0, "off" and others as false."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value in _FLAGS:
        return _FLAGS[value]
    raise CauseError(causes.NOT_BOOLEAN)


def _validate_phone(value: str) -> str:
    text = value.strip()
    digits = sum(each.isdigit() for each in text)
    if text and not (_PHONE.fullmatch(text) and 6 <= digits <= 15):
        raise CauseError(causes.NOT_PHONE_NUMBER, min=6, max=15)
    return text


def _check_date_bounds(value: date, info: ValidationInfo) -> date:
    if MIN_DATE <= value <= MAX_DATE:
        return value
    if is_stored(info):
        return min(max(value, MIN_DATE), MAX_DATE)
    raise CauseError(causes.DATE_OUT_OF_RANGE, min=MIN_DATE.isoformat(), max=MAX_DATE.isoformat())


def _check_datetime_bounds(value: datetime, info: ValidationInfo) -> datetime:
    # By the date as written: converting a time at the end of the calendar to UTC could overflow.
    if MIN_DATE <= value.date() <= MAX_DATE:
        return value
    if is_stored(info):
        return value.replace(year=min(max(value.year, MIN_DATE.year), MAX_DATE.year), day=min(value.day, 28))
    raise CauseError(causes.DATE_OUT_OF_RANGE, min=MIN_DATE.isoformat(), max=MAX_DATE.isoformat())


def _require_offset(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise CauseError(causes.UTC_OFFSET_MISSING)
    return value


def _build_bounds_check(minimum: int, maximum: int) -> Callable[[int, ValidationInfo], int]:
    def check(value: int, info: ValidationInfo) -> int:
        if minimum <= value <= maximum:
            return value
        if is_stored(info):
            return min(max(value, minimum), maximum)
        raise CauseError(causes.OUT_OF_RANGE, min=minimum, max=maximum)

    return check


def _build_limits(minimum: date, maximum: date) -> dict[str, Any]:
    return {"formatMinimum": minimum.isoformat(), "formatMaximum": maximum.isoformat()}


def is_bounded_datetime(value: object) -> bool:
    return isinstance(value, datetime) and value.tzinfo is not None and MIN_DATE <= value.date() <= MAX_DATE


def is_big_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -MAX_BIG_ID <= value <= MAX_BIG_ID


def is_text(value: object) -> bool:
    """Whether a cursor's value is a text that PostgreSQL can store."""
    return isinstance(value, str) and "\x00" not in value and not _SURROGATE.search(value)


CalendarDate = Annotated[
    date,
    BeforeValidator(_reject_number),
    AfterValidator(_check_date_bounds),
    Field(json_schema_extra=_build_limits(MIN_DATE, MAX_DATE)),
]
# Without an offset it is local time in the team's time zone.
WallDateTime = Annotated[
    datetime,
    BeforeValidator(_reject_number),
    AfterValidator(_check_datetime_bounds),
    Field(json_schema_extra=_build_limits(MIN_DATE, MAX_DATE)),
]
UtcDateTime = Annotated[WallDateTime, AfterValidator(_require_offset)]


BigId = Annotated[
    int,
    BeforeValidator(_reject_boolean),
    AfterValidator(_build_bounds_check(0, MAX_BIG_ID)),
    Field(json_schema_extra={"minimum": 0, "maximum": MAX_BIG_ID}),
]
Int32 = Annotated[
    int,
    BeforeValidator(_reject_boolean),
    AfterValidator(_build_bounds_check(-MAX_INT32, MAX_INT32)),
    Field(json_schema_extra={"minimum": -MAX_INT32, "maximum": MAX_INT32}),
]
EpochMilliseconds = Annotated[
    int,
    BeforeValidator(_reject_boolean),
    AfterValidator(_build_bounds_check(MIN_EPOCH_MILLISECONDS, MAX_EPOCH_MILLISECONDS)),
    Field(json_schema_extra={"minimum": MIN_EPOCH_MILLISECONDS, "maximum": MAX_EPOCH_MILLISECONDS}),
]
# For a field with its own bounds.
Integer = Annotated[int, BeforeValidator(_reject_boolean)]
# For a field with its own bounds, after them in `Annotated`: Pydantic needs the bounds before a validator.
NOT_BOOLEAN: Final = BeforeValidator(_reject_boolean)
Flag = Annotated[bool, BeforeValidator(_reject_number_for_flag, json_schema_input_type=bool)]
# As people write it, with 6 to 15 digits (E.164); empty is allowed.
Phone = Annotated[str, Field(max_length=32), AfterValidator(_validate_phone)]
