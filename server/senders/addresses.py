"""Validation of From names and addresses."""

from server.core.causes import NOT_EMAIL
from server.core.errors import FieldsInvalid
from server.core.text import is_email, normalize_email
from server.senders.causes import SENDER_NAME_CHARACTERS, SENDER_NAME_REQUIRED

MAX_NAME_LENGTH = 100
MAX_DOMAIN_LENGTH = 253  # RFC 1035, 2.3.4, without the final dot
MAX_LOCAL_PART_LENGTH = 64  # RFC 5321, 4.5.3.1.1


def validate_email(value: str) -> str:
    """Returns the address in lower case. Raises FieldsInvalid if not every mail server supports it."""
    email = normalize_email(value)
    if not is_email(email):
        raise FieldsInvalid.of("email", NOT_EMAIL, value[:254], example="news@example.com")
    local, _, domain = email.rpartition("@")
    # Non-ASCII addresses need SMTPUTF8 (RFC 6531) at every hop. Many servers reject quoted local parts.
    if not email.isascii() or '"' in local or "[" in domain or len(local) > MAX_LOCAL_PART_LENGTH:
        raise FieldsInvalid.of("email", NOT_EMAIL, value[:254], example="news@example.com")
    return email


def validate_name(value: str) -> str:
    """Returns the trimmed name for the header.

    Raises FieldsInvalid for control characters and for encoded-words (RFC 2047), which could contain some.
    """
    name = value.strip()
    if not name:
        raise FieldsInvalid.of("name", SENDER_NAME_REQUIRED, value[:100])
    if not name.isprintable() or "=?" in name:
        raise FieldsInvalid.of("name", SENDER_NAME_CHARACTERS, value[:100])
    return name
