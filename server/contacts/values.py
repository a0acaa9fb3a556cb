"""What a single value must look like: the rules that the forms and the import share (CONT-49, CONT-59)."""

import re
from collections.abc import Sequence
from datetime import date

from django.db.models import TextChoices

from server.accounts.models import EMAIL_LENGTH
from server.core.text import normal_email

NAME_LENGTH = 100
COMPANY_LENGTH = 200
PHONE_LENGTH = 32
NOTE_LENGTH = 2_000
LABEL_LENGTH = 60
FIELD_NAME_LENGTH = 60
TEXT_LENGTH = 1_000  # of a custom text


class Gender(TextChoices):
    MALE = "male"
    FEMALE = "female"
    OTHER = "other"


class FieldType(TextChoices):
    """CONT-39."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    DROPDOWN = "dropdown"
    CHECKBOX = "checkbox"


# Plain ASCII addresses (RFC 5321, 4.1.2, without quoted local parts): what every relay takes. Written for two engines,
# Python's and Rust's, so without look-around; two dots in a row are told apart below.
EMAIL = (
    r"^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64})*"
    r"@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$"
)
LOCAL_PART_LENGTH = 64
# Digits with the usual separators; 6 to 15 digits (E.164 allows 15).
PHONE = r"^\+?[0-9(][0-9 ().\-]{4,30}$"
PHONE_DIGITS = r"^(?:[^0-9]*[0-9]){6,15}[^0-9]*$"
CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+"
NUMBER = r"^[+-]?(?:[0-9]{1,15}(?:[.,][0-9]{1,10})?|[.,][0-9]{1,10})$"
ISO_DATE = r"^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T ].*)?$"
LOCAL_DATE = r"^([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})$"

# English and Indonesian.
GENDERS = {
    **dict.fromkeys(("m", "male", "man", "mr", "l", "laki", "laki-laki", "pria", "cowok"), Gender.MALE.value),
    **dict.fromkeys(("f", "female", "woman", "mrs", "ms", "p", "perempuan", "wanita", "cewek"), Gender.FEMALE.value),
    **dict.fromkeys(("o", "other", "x", "non-binary", "lainnya", "lain"), Gender.OTHER.value),
    **dict.fromkeys(("-", "n/a", "unknown", "none", "tidak diketahui"), ""),
}
CHECKS = {
    **dict.fromkeys(("true", "1", "yes", "y", "x", "on", "ya", "v", "checked", "benar"), True),
    **dict.fromkeys(("false", "0", "no", "n", "off", "tidak", "-", "unchecked", "salah"), False),
}
CustomValue = str | float | int | bool | None

_email, _phone, _phone_digits = re.compile(EMAIL), re.compile(PHONE), re.compile(PHONE_DIGITS)
_control, _number, _iso_date = re.compile(CONTROL), re.compile(NUMBER), re.compile(ISO_DATE)


def clean_text(text: str) -> str:
    """One line: control characters become a space, the ends are trimmed."""
    return _control.sub(" ", text).strip()


def clean_email(text: str) -> str | None:
    """The address as it is stored; None when mail can't be sent to it."""
    email = normal_email(text)
    usable = _email.match(email) and len(email) <= EMAIL_LENGTH and email.index("@") <= LOCAL_PART_LENGTH
    return email if usable else None


def clean_phone(text: str) -> str | None:
    """The number as it was given, None when it can't be one (CONT-59)."""
    phone = clean_text(text)
    return phone if not phone or (_phone.match(phone) and _phone_digits.match(phone)) else None


def clean_custom(*, kind: str, values: Sequence[str], value: object) -> CustomValue:
    """A custom value as it is stored; None for an empty one. Raises ValueError with a sentence that says what fits."""
    if value is None or value == "":
        return None
    if kind == FieldType.NUMBER:
        return _clean_number(value)
    if kind == FieldType.CHECKBOX:
        return _clean_check(value)
    if not isinstance(value, str):
        raise ValueError("Give a text.")
    text = clean_text(value)
    if kind == FieldType.DATE:
        return _clean_date(text)
    if kind == FieldType.DROPDOWN and text not in values:
        raise ValueError(f"Choose one of: {', '.join(values)}.")
    if len(text) > TEXT_LENGTH:
        raise ValueError(f"Give at most {TEXT_LENGTH} characters.")
    return text or None


def _clean_number(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("Give a number.")
    text = str(value).strip()
    if not _number.match(text):
        raise ValueError("Give a number of at most 15 digits.")
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def _clean_check(value: object) -> bool:
    if isinstance(value, bool):
        return value
    known = CHECKS.get(str(value).strip().lower())
    if known is None:
        raise ValueError("Give true or false.")
    return known


def _clean_date(text: str) -> str:
    found = _iso_date.match(text)
    try:
        if found is None:
            raise ValueError
        return date(int(found[1]), int(found[2]), int(found[3])).isoformat()
    except ValueError:
        raise ValueError("Give a date as YYYY-MM-DD.") from None
