"""Checks length, capitals and punctuation of the subject, and the preview text."""

from collections.abc import Iterable

from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_fine, build_warning
from server.campaigns.checks.review import CampaignReview
from server.delivery.mime.filling import fill_text
from server.delivery.tags.grammar import Tag, split

MAX_LENGTH = 60  # characters shown by most inboxes on wide screens; phones show about 40
MIN_CAPITALS = 8  # letters; shorter words in capitals are names
MAX_PUNCTUATION = 1  # of "!" and "?" in a row, or "!" in total


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    written = "".join(piece for piece in split(review.campaign.subject) if not isinstance(piece, Tag))
    if not review.campaign.subject or review.mail is None:
        return
    fields = review.fields.record(review.example, review.fields.names) if review.example else {}
    length = len(fill_text(review.mail.subject, fields))
    found = []
    if length > MAX_LENGTH:
        found.append(build_warning("subjectLong", FindingPlace.SUBJECT, length=length, limit=MAX_LENGTH))
    letters = [sign for sign in written if sign.isalpha()]
    if len(letters) >= MIN_CAPITALS and not any(sign.islower() for sign in letters) and any(map(str.isupper, letters)):
        found.append(build_warning("subjectCapitals", FindingPlace.SUBJECT))
    if written.count("!") > MAX_PUNCTUATION or "?!" in written or "??" in written or "$$" in written:
        found.append(build_warning("subjectPunctuation", FindingPlace.SUBJECT))
    if not review.campaign.preheader.strip():
        found.append(build_warning("preheaderMissing", FindingPlace.SUBJECT))
    yield from found or [build_fine("subjectFine", FindingPlace.SUBJECT, length=length, limit=MAX_LENGTH)]


SUBJECT = CampaignCheck("subject", check)
