"""SMTP responses and texts of errors. Of the payload they include only the cause."""

from server.core.errors import ApiError, FieldsInvalid
from server.transactional.errors import format_smtp_reply

MAX_REPLY_CHARACTERS = 400  # characters; a line can have 512 (RFC 5321, 4.5.3.1.5)
_ASCII_CHARACTERS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "…": "..."})


def format_reply(error: ApiError) -> str:
    if isinstance(error, FieldsInvalid):
        return _clean(f"550 5.6.0 {describe(error)}")
    detail = _get_detail(error)
    return _clean(f"{format_smtp_reply(error)}: {detail}" if detail else format_smtp_reply(error))


def describe(error: ApiError) -> str:
    """The text of an error for people: as in `format_reply`, but without codes and not limited to ASCII."""
    about = error.payload or {}
    if isinstance(error, FieldsInvalid):
        return f"{error.text}: {about.get('field', '')}: {about.get('cause', '')}"
    detail = _get_detail(error)
    return f"{error.text}: {detail}" if detail else error.text


def _get_detail(error: ApiError) -> str:
    about = error.payload or {}
    return next((str(about[name]) for name in ("cause", "name", "address", "scope") if about.get(name)), "")


def _clean(reply: str) -> str:
    """Reduces a response to one line of printable ASCII, which every client can read."""
    text = " ".join(reply.translate(_ASCII_CHARACTERS).encode("ascii", "replace").decode("ascii").split())
    return "".join(sign for sign in text if sign.isprintable())[:MAX_REPLY_CHARACTERS]
