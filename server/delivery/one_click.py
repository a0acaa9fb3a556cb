"""The one-click unsubscribe request of an email provider (RFC 8058): a form in one of two encodings."""

from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qs

FIELD_NAME, FIELD_VALUE = "List-Unsubscribe", "One-Click"
FORM_ENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def is_one_click_request(content_type: str, body: bytes) -> bool:
    """Whether the form has `List-Unsubscribe=One-Click`. A body without a type is parsed as urlencoded."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == MULTIPART:
        return FIELD_VALUE in _parse_multipart_values(content_type, body)
    if kind in ("", FORM_ENCODED):
        return FIELD_VALUE in parse_qs(body.decode("latin-1")).get(FIELD_NAME, [])
    return False


def _parse_multipart_values(content_type: str, body: bytes) -> list[str]:
    head = b"Content-Type: " + content_type.encode("latin-1", "replace") + b"\r\n\r\n"
    parsed = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = parsed.get_payload()
    if not isinstance(parts, list):
        return []
    return [
        str(part.get_payload()).strip()
        for part in parts
        if isinstance(part, Message) and part.get_param("name", header="content-disposition") == FIELD_NAME
    ]
