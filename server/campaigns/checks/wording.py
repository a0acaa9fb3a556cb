"""Checks for wording and punctuation that spam filters penalise."""

import re
from collections.abc import Iterable, Mapping

from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_fine, build_warning
from server.campaigns.checks.review import CampaignReview
from server.campaigns.checks.spam_phrases import SPAM_PHRASES

MAX_EXCLAMATIONS = 5
_ROW = re.compile(r"[!?]{3,}|\${2,}|(?:Rp){2,}")
_PATTERNS: Mapping[str, re.Pattern[str]] = {
    reason: re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(word) for word in words)})(?!\w)")
    for reason, words in SPAM_PHRASES.items()
}


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    campaign = review.campaign
    places = ((FindingPlace.SUBJECT, f"{campaign.subject} {campaign.preheader}"), (FindingPlace.CONTENT, review.words))
    found = [finding for place, text in places for finding in _find_phrases(place, text)]
    body = review.words
    if body.count("!") > MAX_EXCLAMATIONS or _ROW.search(body):
        found.append(build_warning("punctuation", FindingPlace.CONTENT))
    yield from found or [build_fine("wordingFine", FindingPlace.CONTENT)]


def _find_phrases(place: FindingPlace, text: str) -> Iterable[CampaignFinding]:
    plain = " ".join(text.casefold().split())
    for reason, pattern in _PATTERNS.items():
        words = list(dict.fromkeys(pattern.findall(plain)))
        if words:
            yield build_warning("wording", place, words, reason=reason)


WORDING = CampaignCheck("wording", check)
