"""The mail is small enough to be shown whole."""

import quopri
from collections.abc import Iterable

from server.campaigns import content
from server.campaigns.checks.findings import Check, Finding, Place, fine, warning
from server.campaigns.checks.review import Review
from server.core.errors import ApiError
from server.delivery.mime.filling import Program

# Gmail shows so much of the HTML part and cuts the rest off, the way to unsubscribe with it.
MOST_BYTES = 102 * 1024
_TOKEN = b"t" * 40  # about as long as a recipient's


def html_bytes(review: Review) -> int | None:
    """How large the HTML part is for an example of the recipients; None where it can't be made."""
    if review.mail is None:
        return None
    used = content.used_tags(review.mail)
    fields = review.fields.record(review.example, used) if review.example else {}
    return len(quopri.decodestring(b"".join(Program(review.mail.html).fill(fields, _TOKEN))))


def bytes_of(review: Review) -> int:
    """The same; raises what the compiler raises."""
    if isinstance(review.compiled, ApiError):
        raise review.compiled
    return html_bytes(review) or 0


def look(review: Review) -> Iterable[Finding]:
    size = html_bytes(review)
    if size is None:
        return
    kilobytes, limit = -(-size // 1024), MOST_BYTES // 1024
    if size > MOST_BYTES:
        yield warning("sizeLarge", Place.CONTENT, kilobytes=kilobytes, limit=limit)
    else:
        percent = round(size * 100 / MOST_BYTES)
        yield fine("sizeFine", Place.CONTENT, kilobytes=kilobytes, limit=limit, percent=percent)


SIZE = Check("size", look)
