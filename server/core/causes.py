"""Why a value of a request is invalid: a code for the client, and an English sentence for API users.

Each app defines its own causes in `causes.py`; those here are general. The client has a sentence for every code in each
language (`client/src/lib/causes/texts/`); `tests/architecture/test_causes.py` compares both sides.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

Param = str | int | float | bool | None

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


@cache
def _find_placeholders(text: str) -> frozenset[str]:
    return frozenset(_PLACEHOLDER.findall(text))


@dataclass(frozen=True, slots=True)
class Cause:
    """A kind of error in a value. `text` has a `{name}` for each parameter."""

    code: str
    text: str

    @property
    def params(self) -> frozenset[str]:
        return _find_placeholders(self.text)

    def bind(self, **params: Param) -> "BoundCause":
        """Binds the parameters of one error. Raises TypeError unless exactly the cause's parameters are passed."""
        if params.keys() != self.params:
            raise TypeError(f"{self.code} takes {sorted(self.params)}, not {sorted(params)}")
        return BoundCause(self, params)


@dataclass(frozen=True, slots=True)
class BoundCause:
    cause: Cause
    params: Mapping[str, Param]

    @property
    def text(self) -> str:
        return _PLACEHOLDER.sub(lambda place: _format(self.params[place[1]]), self.cause.text)

    def payload(self) -> dict[str, Any]:
        return {"cause": self.text, "causeCode": self.cause.code, "causeParams": dict(self.params)}


class CauseError(ValueError):
    """Raised by validators and parsers of values."""

    def __init__(self, cause: Cause, **params: Param) -> None:
        self.bound = cause.bind(**params)
        super().__init__(self.bound.text)


_catalogue: Final[dict[str, Cause]] = {}


def define(code: str, text: str) -> Cause:
    """Raises RuntimeError if the code is already defined."""
    if code in _catalogue:
        raise RuntimeError(f"Two causes have the code {code}")
    return _catalogue.setdefault(code, Cause(code, text))


def get_catalogue() -> dict[str, Cause]:
    return dict(sorted(_catalogue.items()))


def _format(value: Param) -> str:
    if isinstance(value, float):
        return f"{value:,g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


INVALID = define("invalid", "Enter a valid value.")
REQUIRED = define("required", "Enter a value. This field is required.")
UNKNOWN_FIELD = define("unknownField", "Remove this field. It does not exist.")
NULL_NOT_ALLOWED = define("nullNotAllowed", "Enter a value, or leave this field out.")
PROPERTY_REQUIRED = define("propertyRequired", "Enter the property {name}.")
PATTERN_MISMATCH = define("patternMismatch", "The value must match the pattern {pattern}.")

NOT_TEXT = define("notText", "Enter text.")
TEXT_REQUIRED = define("textRequired", "Enter some text.")
TOO_SHORT = define("tooShort", "Enter at least {min} characters.")
TOO_LONG = define("tooLong", "Enter at most {max} characters.")
NUL_CHARACTER = define("nulCharacter", "The text must not contain a NUL character.")
NAME_REQUIRED = define("nameRequired", "Enter a name.")
NAME_IN_USE = define("nameTaken", "Enter another name. This one is already in use.")

NOT_NUMBER = define("notNumber", "Enter a number.")
NOT_FINITE = define("notFinite", "The number must be finite.")
NOT_WHOLE_NUMBER = define("notWholeNumber", "Enter a whole number.")
OUT_OF_RANGE = define("outOfRange", "Enter a whole number from {min} to {max}.")
TOO_SMALL = define("tooSmall", "Enter a number of at least {min}.")
TOO_LARGE = define("tooLarge", "Enter a number of at most {max}.")
NOT_GREATER = define("notGreater", "Enter a number greater than {min}.")
NOT_LESS = define("notLess", "Enter a number less than {max}.")
TOO_MANY_DIGITS = define("tooManyDigits", "Enter a number with at most {max} digits.")
NOT_BOOLEAN = define("notBoolean", "Enter true or false.")

NOT_LIST = define("notList", "Enter a list.")
NOT_OBJECT = define("notObject", "Enter an object.")
NO_ITEMS = define("noItems", "Choose at least one item.")
TOO_FEW_ITEMS = define("tooFewItems", "Choose at least {min} items.")
TOO_MANY_ITEMS = define("tooManyItems", "Choose at most {max} items.")
UNKNOWN_CHOICE = define("unknownChoice", "Choose one of: {choices}.")
UNKNOWN_CHOICES = define("unknownChoices", "Choose only from: {choices}.")
UNKNOWN_ITEM = define("unknownItem", "This item does not exist. Choose another one.")

NOT_UUID = define("notUuid", "Enter a UUID.")
NOT_EMAIL = define("notEmail", "Enter an email address such as {example}.")
NOT_URL = define("notUrl", "Enter a URL such as {example}.")
NOT_IP_ADDRESS = define("notIpAddress", "Enter an IP address such as {example}.")
NOT_PHONE_NUMBER = define("notPhoneNumber", "Enter a phone number with {min} to {max} digits.")

NOT_DATE = define("notDate", "Enter a date such as 2026-01-31.")
NOT_DATE_OR_TIME = define(
    "notDateOrTime", "Enter a date such as 2026-01-31, or a date and time such as 2026-01-31T09:00:00Z."
)
NOT_TIME = define("notTime", "Enter a time of day such as 09:30.")
UTC_OFFSET_MISSING = define(
    "utcOffsetMissing", "Enter the time with its offset from UTC, such as 2026-01-31T09:00:00Z."
)
DATE_OUT_OF_RANGE = define("dateOutOfRange", "Choose a date from {min} to {max}.")
END_NOT_AFTER_START = define("endNotAfterStart", "The end must be after the start.")
NOT_IN_FUTURE = define("notInFuture", "Choose a time in the future.")

UNKNOWN_SORT = define("unknownSort", "Sort by one of: {choices}.")
PAGE_SIZE_ZERO = define("pageSizeZero", "Enter -1 for all, or a number from 1 to {max}.")
INVALID_CURSOR = define("invalidCursor", "Enter the cursor from the previous page.")
INVALID_IDEMPOTENCY_KEY = define("invalidIdempotencyKey", "Enter 1 to {max} printable ASCII characters.")

# Pydantic's error types: their causes, and the context property for each parameter.
_BY_PYDANTIC_TYPE: Final[Mapping[str, tuple[Cause, Mapping[str, str]]]] = {
    "missing": (REQUIRED, {}),
    "extra_forbidden": (UNKNOWN_FIELD, {}),
    "union_tag_not_found": (PROPERTY_REQUIRED, {"name": "discriminator"}),
    "union_tag_invalid": (UNKNOWN_CHOICE, {"choices": "expected_tags"}),
    "literal_error": (UNKNOWN_CHOICE, {"choices": "expected"}),
    "enum": (UNKNOWN_CHOICE, {"choices": "expected"}),
    "string_pattern_mismatch": (PATTERN_MISMATCH, {"pattern": "pattern"}),
    "string_too_short": (TOO_SHORT, {"min": "min_length"}),
    "string_too_long": (TOO_LONG, {"max": "max_length"}),
    "too_short": (TOO_FEW_ITEMS, {"min": "min_length"}),
    "too_long": (TOO_MANY_ITEMS, {"max": "max_length"}),
    "greater_than_equal": (TOO_SMALL, {"min": "ge"}),
    "less_than_equal": (TOO_LARGE, {"max": "le"}),
    "greater_than": (NOT_GREATER, {"min": "gt"}),
    "less_than": (NOT_LESS, {"max": "lt"}),
    "finite_number": (NOT_FINITE, {}),
    "timezone_aware": (UTC_OFFSET_MISSING, {}),
}
# All other types, by prefix.
_BY_PREFIX: Final[Mapping[str, BoundCause]] = {
    "string_": NOT_TEXT.bind(),
    "int_": NOT_WHOLE_NUMBER.bind(),
    "float_": NOT_NUMBER.bind(),
    "decimal_": NOT_NUMBER.bind(),
    "bool_": NOT_BOOLEAN.bind(),
    "list_": NOT_LIST.bind(),
    "tuple_": NOT_LIST.bind(),
    "set_": NOT_LIST.bind(),
    "frozen_set_": NOT_LIST.bind(),
    "iterable_": NOT_LIST.bind(),
    "dict_": NOT_OBJECT.bind(),
    "mapping_": NOT_OBJECT.bind(),
    "model_": NOT_OBJECT.bind(),
    "uuid_": NOT_UUID.bind(),
    "url_": NOT_URL.bind(example="https://example.com"),
    "ip_": NOT_IP_ADDRESS.bind(example="203.0.113.7"),
    "datetime_": NOT_DATE_OR_TIME.bind(),
    "date_": NOT_DATE.bind(),
    "time_": NOT_TIME.bind(),
    "timezone_": UTC_OFFSET_MISSING.bind(),
}


def read_pydantic(problem: Mapping[str, Any]) -> BoundCause:
    """The cause of a Pydantic error: from our validator if it raised one, else from the error type."""
    context: Mapping[str, Any] = problem.get("ctx") or {}
    raised = context.get("error")
    if isinstance(raised, CauseError):
        return raised.bound
    kind = str(problem["type"])
    if context.get("min_length") == 1:
        return (REQUIRED if kind == "string_too_short" else NO_ITEMS).bind()
    if kind in _BY_PYDANTIC_TYPE:
        cause, names = _BY_PYDANTIC_TYPE[kind]
        return cause.bind(**{param: _to_param(context[name]) for param, name in names.items()})
    return next((bound for prefix, bound in _BY_PREFIX.items() if kind.startswith(prefix)), INVALID.bind())


def _to_param(value: object) -> Param:
    """A parameter from Pydantic's context. A list of choices ('a', 'b' or 'c') loses its quotes and conjunction."""
    if isinstance(value, int | float):
        return value
    text = str(value)
    return text.replace(" or ", ", ").replace("'", "") if text.startswith("'") or " or " in text else text
