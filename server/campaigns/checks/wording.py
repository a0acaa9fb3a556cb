"""Checks for wording and punctuation that spam filters penalise."""

import re
from collections.abc import Iterable, Mapping

from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, fine, warning
from server.campaigns.checks.review import CampaignReview
from server.campaigns.checks.words import WORDS

MAX_EXCLAMATIONS = 5
_ROW = re.compile(r"[!?]{3,}|\${2,}|(?:Rp){2,}")
_PATTERNS: Mapping[str, re.Pattern[str]] = {
    reason: re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(word) for word in words)})(?!\w)")
    for reason, words in WORDS.items()
}


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    campaign = review.campaign
    places = ((FindingPlace.SUBJECT, f"{campaign.subject} {campaign.preheader}"), (FindingPlace.CONTENT, review.words))
    found = [finding for place, text in places for finding in _in(place, text)]
    body = review.words
    if body.count("!") > MAX_EXCLAMATIONS or _ROW.search(body):
        found.append(warning("punctuation", FindingPlace.CONTENT))
    yield from found or [fine("wordingFine", FindingPlace.CONTENT)]


def _in(place: FindingPlace, text: str) -> Iterable[CampaignFinding]:
    plain = " ".join(text.casefold().split())
    for reason, pattern in _PATTERNS.items():
        words = list(dict.fromkeys(pattern.findall(plain)))
        if words:
            yield warning("wording", place, words, reason=reason)


WORDING = CampaignCheck("wording", check)
