"""Validation of single values, shared by forms and imports (CONT-49, CONT-59)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from django.db.models import TextChoices

from server.accounts.models import EMAIL_LENGTH
from server.contacts.causes import NOT_CHOICES, NOT_DATE_WITH_TIME
from server.contacts.states import Stage
from server.core.causes import (
    NOT_BOOLEAN,
    NOT_DATE,
    NOT_EMAIL,
    NOT_NUMBER,
    NOT_PHONE_NUMBER,
    NOT_TEXT,
    NOT_URL,
    TOO_LONG,
    TOO_MANY_DIGITS,
    UNKNOWN_CHOICE,
    UNKNOWN_CHOICES,
    CauseError,
)
from server.core.text import normalize_email
from server.lookups.geography import find_country_name
from server.lookups.timezones import find_timezone_name

MAX_CONTACT_NAME_LENGTH = 100
MAX_COMPANY_LENGTH = 200
MAX_VIEW_NAME_LENGTH = 60
MAX_CONSENT_TEXT_LENGTH = 1_000
MAX_TOPIC_NAME_LENGTH = 60
MAX_TOPIC_DESCRIPTION_LENGTH = 200
MAX_PHONE_LENGTH = 32
MAX_TIMEZONE_LENGTH = 40
MAX_NOTE_LENGTH = 2_000
MAX_LABEL_LENGTH = 60
MAX_STAGE_NAME_LENGTH = 40
MAX_FIELD_NAME_LENGTH = 60
MAX_MAPPING_NAME_LENGTH = 80
MAX_TEXT_LENGTH = 1_000  # of a custom text
MAX_LONG_TEXT_LENGTH = 10_000
MAX_URL_LENGTH = 2_000


class Gender(TextChoices):
    MALE = "male"
    FEMALE = "female"
    OTHER = "other"


class FieldType(TextChoices):
    """Type of a custom field."""

    # CONT-39 and additional types.

    TEXT = "text"
    LONG_TEXT = "longText"
    NUMBER = "number"
    DATE = "date"
    DATE_TIME = "dateTime"
    DROPDOWN = "dropdown"
    MULTI_CHOICE = "multiChoice"
    CHECKBOX = "checkbox"
    URL = "url"
    PHONE = "phone"
    EMAIL = "email"


CHOICE_TYPES = frozenset({FieldType.DROPDOWN, FieldType.MULTI_CHOICE})


# ASCII addresses (RFC 5321, 4.1.2, without quoted local parts), which every relay accepts. The pattern runs in the
# regex engines of Python and Rust, so it has no look-around; consecutive dots are checked below.
EMAIL = (
    r"^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64})*"
    r"@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$"
)
MAX_LOCAL_PART_LENGTH = 64
# Digits with the usual separators; 6 to 15 digits (E.164 allows 15).
PHONE = r"^\+?[0-9(][0-9 ().\-]{4,30}$"
PHONE_DIGITS = r"^(?:[^0-9]*[0-9]){6,15}[^0-9]*$"
CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+"
# The same, except line feeds.
CONTROL_IN_LINES = r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+"
NUMBER = r"^[+-]?(?:[0-9]{1,15}(?:[.,][0-9]{1,10})?|[.,][0-9]{1,10})$"
ISO_DATE = r"^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T ].*)?$"
LOCAL_DATE = r"^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})$"
# Optional time and UTC offset after the date of a timestamp.
TIME = r"(?:[T ]+([0-9]{1,2})[:.]([0-9]{2})(?:[:.]([0-9]{2})(?:[.,][0-9]+)?)?)? ?(Z|[+-][0-9]{2}:?[0-9]{2})?$"
ISO_TIMESTAMP = r"^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})" + TIME
LOCAL_TIMESTAMP = r"^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})" + TIME
# Stored format of timestamps, always UTC.
TIMESTAMP_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
# A web address with or without scheme. The host ends with a top-level domain of letters.
URL = r"(?i)^(?:https?://)?(?:[\w-]{1,63}\.)+(?:[^\W\d_]{2,63}|xn--[a-z0-9-]{2,59})\.?(?::[0-9]{1,5})?(?:[/?#][^\s]*)?$"
SCHEME = r"(?i)^https?://"
SEPARATOR = r"[;|]"  # between choices in one text

# In English and Indonesian.
GENDER_BY_SYNONYM = {
    **dict.fromkeys(("m", "male", "man", "mr", "l", "laki", "laki-laki", "pria", "cowok"), Gender.MALE.value),
    **dict.fromkeys(("f", "female", "woman", "mrs", "ms", "p", "perempuan", "wanita", "cewek"), Gender.FEMALE.value),
    **dict.fromkeys(("o", "other", "x", "non-binary", "lainnya", "lain"), Gender.OTHER.value),
    **dict.fromkeys(("-", "n/a", "unknown", "none", "tidak diketahui"), ""),
}
# Default stage names by language, and synonyms.
DEFAULT_STAGE_NAMES: Mapping[str, Mapping[str, str]] = {
    "en": {
        Stage.AWARENESS.value: "Awareness",
        Stage.INTEREST.value: "Interest",
        Stage.DECISION.value: "Decision",
        Stage.ACTION.value: "Action",
        Stage.LOYALTY.value: "Loyalty",
    },
    "id": {
        Stage.AWARENESS.value: "Kesadaran",
        Stage.INTEREST.value: "Minat",
        Stage.DECISION.value: "Keputusan",
        Stage.ACTION.value: "Tindakan",
        Stage.LOYALTY.value: "Loyalitas",
    },
}
STAGE_BY_DEFAULT_NAME = {name.lower(): stage for names in DEFAULT_STAGE_NAMES.values() for stage, name in names.items()}
STAGE_BY_SYNONYM = {
    **STAGE_BY_DEFAULT_NAME,
    **dict.fromkeys(("aware", "sadar"), Stage.AWARENESS.value),
    **dict.fromkeys(("interested", "ketertarikan", "tertarik"), Stage.INTEREST.value),
    **dict.fromkeys(("deciding", "consideration", "pertimbangan"), Stage.DECISION.value),
    **dict.fromkeys(("purchase", "aksi", "pembelian"), Stage.ACTION.value),
    **dict.fromkeys(("loyal", "kesetiaan"), Stage.LOYALTY.value),
}
BOOLEAN_BY_SYNONYM = {
    **dict.fromkeys(("true", "1", "yes", "y", "x", "on", "ya", "v", "checked", "benar"), True),
    **dict.fromkeys(("false", "0", "no", "n", "off", "tidak", "-", "unchecked", "salah"), False),
}
CustomValue = str | float | int | bool | list[str] | None

_email, _phone, _phone_digits = re.compile(EMAIL), re.compile(PHONE), re.compile(PHONE_DIGITS)
_control, _number, _iso_date = re.compile(CONTROL), re.compile(NUMBER), re.compile(ISO_DATE)
_iso_timestamp, _url, _scheme = re.compile(ISO_TIMESTAMP), re.compile(URL), re.compile(SCHEME)


def clean_text(text: str) -> str:
    """Replaces control characters with spaces and strips the ends."""
    return _control.sub(" ", text).strip()


def clean_email(text: str) -> str | None:
    """Returns the address as stored, or None if it cannot receive email."""
    email = normalize_email(text)
    usable = _email.match(email) and len(email) <= EMAIL_LENGTH and email.index("@") <= MAX_LOCAL_PART_LENGTH
    return email if usable else None


def clean_phone(text: str) -> str | None:
    """Returns the number as entered, or None if it is invalid (CONT-59)."""
    phone = clean_text(text)
    return phone if not phone or (_phone.match(phone) and _phone_digits.match(phone)) else None


def clean_country(text: str) -> str:
    """Returns the English name of a country, or unknown text unchanged."""
    named = clean_text(text)
    return find_country_name(named) or named


def clean_timezone(text: str) -> str | None:
    """Returns the name of a time zone as in the lookups, empty for an empty text, or None if it is unknown."""
    named = clean_text(text)
    return find_timezone_name(named) if named else ""


def clean_lines(text: str) -> str:
    return "\n".join(clean_text(line) for line in text.splitlines()).strip()


@dataclass(frozen=True, slots=True)
class FieldConstraints:
    """Constraints of a custom field: type, choices, and the zone of timestamps without an offset."""

    kind: str
    choices: Sequence[str] = ()
    zone: tzinfo = UTC


def clean_custom(field: FieldConstraints, value: object) -> CustomValue:
    """Returns the custom value as stored, None if empty. Raises CauseError."""
    return None if value is None or value in ("", []) else _CLEANERS[FieldType(field.kind)](field, value)


def convert_custom(value: object, *, old: FieldConstraints, new: FieldConstraints) -> CustomValue:
    """Converts a stored value to another field type. None if it is lost.

    Idempotent: a converted value remains unchanged.
    """
    try:
        if new.kind == FieldType.MULTI_CHOICE:
            known = [
                one
                for one in map(build_choice_matcher(new), _split_choices(_convert_to_text(value, old, new)))
                if one is not None
            ]
            return clean_custom(new, known)
        return clean_custom(new, value if new.kind == old.kind else _convert_to_text(value, old, new))
    except ValueError:
        return None


def build_choice_matcher(field: FieldConstraints) -> Callable[[str], str | None]:
    """Returns a function that matches a text to a choice, exactly or else ignoring case."""
    lowered = {choice.lower(): choice for choice in reversed(field.choices)}
    exact = set(field.choices)
    return lambda text: text if text in exact else lowered.get(text.lower())


def _convert_to_text(value: object, old: FieldConstraints, new: FieldConstraints) -> object:
    """Timestamps are in the zone of the field."""
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if old.kind == FieldType.DATE_TIME and isinstance(value, str) and new.kind != FieldType.DATE_TIME:
        return format_timestamp(value, old.zone)
    return value


def format_timestamp(stored: str, zone: tzinfo) -> str:
    """Returns a stored timestamp in a zone; other text is unchanged."""
    try:
        moment = datetime.strptime(stored, TIMESTAMP_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return stored
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M")


def _require_text(value: object) -> str:
    if not isinstance(value, str):
        raise CauseError(NOT_TEXT)
    return value


def _limit_length(text: str, length: int) -> str | None:
    if len(text) > length:
        raise CauseError(TOO_LONG, max=length)
    return text or None


def _clean_line(field: FieldConstraints, value: object) -> str | None:
    return _limit_length(clean_text(_require_text(value)), MAX_TEXT_LENGTH)


def _clean_lines(field: FieldConstraints, value: object) -> str | None:
    return _limit_length(clean_lines(_require_text(value)), MAX_LONG_TEXT_LENGTH)


def _clean_number(field: FieldConstraints, value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise CauseError(NOT_NUMBER)
    text = str(value).strip()
    if not _number.match(text):
        raise CauseError(TOO_MANY_DIGITS, max=15)
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def _clean_check(field: FieldConstraints, value: object) -> bool:
    if isinstance(value, bool):
        return value
    known = BOOLEAN_BY_SYNONYM.get(str(value).strip().lower())
    if known is None:
        raise CauseError(NOT_BOOLEAN)
    return known


def _clean_date(field: FieldConstraints, value: object) -> str:
    found = _iso_date.match(clean_text(_require_text(value)))
    try:
        if found is None:
            raise ValueError
        return date(int(found[1]), int(found[2]), int(found[3])).isoformat()
    except ValueError:
        raise CauseError(NOT_DATE) from None


def _clean_timestamp(field: FieldConstraints, value: object) -> str:
    found = _iso_timestamp.match(clean_text(_require_text(value)))
    try:
        if found is None:
            raise ValueError
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
        zone = datetime.strptime(found[7], "%z").tzinfo if found[7] else field.zone
        moment = datetime(year, month, day, hour, minute, second, tzinfo=zone)
        return moment.astimezone(UTC).strftime(TIMESTAMP_FORMAT).zfill(len("2026-01-31T00:00:00Z"))
    except (ValueError, OverflowError):
        raise CauseError(NOT_DATE_WITH_TIME) from None


def _clean_choice(field: FieldConstraints, value: object) -> str:
    choice = build_choice_matcher(field)(clean_text(_require_text(value)))
    if choice is None:
        raise CauseError(UNKNOWN_CHOICE, choices=", ".join(field.choices))
    return choice


def _split_choices(value: object) -> list[str]:
    parts = re.split(SEPARATOR, value) if isinstance(value, str) else value
    if not isinstance(parts, list):
        raise CauseError(NOT_CHOICES)
    return [text for text in (clean_text(_require_text(part)) for part in parts) if text]


def _clean_choices(field: FieldConstraints, value: object) -> list[str] | None:
    chosen = {build_choice_matcher(field)(text) for text in _split_choices(value)}
    if None in chosen:
        raise CauseError(UNKNOWN_CHOICES, choices=", ".join(field.choices))
    return [choice for choice in field.choices if choice in chosen] or None


def _clean_url(field: FieldConstraints, value: object) -> str:
    text = clean_text(_require_text(value))
    url = text if _scheme.match(text) else f"https://{text}"
    if not _url.match(text) or len(url) > MAX_URL_LENGTH:
        raise CauseError(NOT_URL, example="https://example.com")
    return url


def _clean_email(field: FieldConstraints, value: object) -> str:
    email = clean_email(_require_text(value))
    if email is None:
        raise CauseError(NOT_EMAIL, example="name@example.com")
    return email


def _clean_phone(field: FieldConstraints, value: object) -> str | None:
    phone = clean_phone(_require_text(value))
    if phone is None or len(phone) > MAX_PHONE_LENGTH:
        raise CauseError(NOT_PHONE_NUMBER, min=6, max=15)
    return phone or None


_CLEANERS: Mapping[FieldType, Callable[[FieldConstraints, object], CustomValue]] = {
    FieldType.TEXT: _clean_line,
    FieldType.LONG_TEXT: _clean_lines,
    FieldType.NUMBER: _clean_number,
    FieldType.DATE: _clean_date,
    FieldType.DATE_TIME: _clean_timestamp,
    FieldType.DROPDOWN: _clean_choice,
    FieldType.MULTI_CHOICE: _clean_choices,
    FieldType.CHECKBOX: _clean_check,
    FieldType.URL: _clean_url,
    FieldType.PHONE: _clean_phone,
    FieldType.EMAIL: _clean_email,
}
