"""What is answered to who hands in, in words: of a payload only the little that tells the cause."""

from server.core.errors import ApiError, FieldsInvalid
from server.transactional.errors import smtp_reply

MOST_REPLY = 400  # characters; a line has room for 512 (RFC 5321, 4.5.3.1.5)
_ASCII_SIGNS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "…": "..."})


def of(error: ApiError) -> str:
    """The reply line of a failure; nobody sees more of it."""
    if isinstance(error, FieldsInvalid):
        return _shown(f"550 5.6.0 {words(error)}")
    detail = _detail(error)
    return _shown(f"{smtp_reply(error)}: {detail}" if detail else smtp_reply(error))


def words(error: ApiError) -> str:
    """The same without codes, in any letters."""
    about = error.payload or {}
    if isinstance(error, FieldsInvalid):
        return f"{error.text}: {about.get('field', '')}: {about.get('cause', '')}"
    detail = _detail(error)
    return f"{error.text}: {detail}" if detail else error.text


def _detail(error: ApiError) -> str:
    about = error.payload or {}
    return next((str(about[name]) for name in ("cause", "name", "address", "scope") if about.get(name)), "")


def _shown(reply: str) -> str:
    """One line that every client can read."""
    text = " ".join(reply.translate(_ASCII_SIGNS).encode("ascii", "replace").decode("ascii").split())
    return "".join(sign for sign in text if sign.isprintable())[:MOST_REPLY]
