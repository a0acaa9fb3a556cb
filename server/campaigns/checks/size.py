"""Checks that the email is small enough to be displayed completely."""

import quopri
from collections.abc import Iterable

from server.campaigns import content
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_fine, build_warning
from server.campaigns.checks.review import CampaignReview
from server.core.errors import ApiError
from server.delivery.mime.filling import FillProgram

# Gmail clips HTML parts beyond this size, including the unsubscribe link.
MAX_BYTES = 102 * 1024
_TOKEN = b"t" * 40  # about the length of a recipient token


def measure_html(review: CampaignReview) -> int | None:
    """The size of the HTML part in bytes for a sample recipient. None if compilation fails."""
    if review.mail is None:
        return None
    used = content.find_used_tags(review.mail)
    fields = review.fields.record(review.example, used) if review.example else {}
    return len(quopri.decodestring(b"".join(FillProgram(review.mail.html).fill(fields, _TOKEN))))


def get_html_bytes(review: CampaignReview) -> int:
    if isinstance(review.compiled, ApiError):
        raise review.compiled
    return measure_html(review) or 0


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    size = measure_html(review)
    if size is None:
        return
    kilobytes, limit = -(-size // 1024), MAX_BYTES // 1024
    if size > MAX_BYTES:
        yield build_warning("sizeLarge", FindingPlace.CONTENT, kilobytes=kilobytes, limit=limit)
    else:
        percent = round(size * 100 / MAX_BYTES)
        yield build_fine("sizeFine", FindingPlace.CONTENT, kilobytes=kilobytes, limit=limit, percent=percent)


SIZE = CampaignCheck("size", check)
