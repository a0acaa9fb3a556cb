"""Emails with almost no text without images: their plain text was generated from a body without words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from server.campaigns.content import generate_text
from server.campaigns.limits import EMAIL
from server.campaigns.models import Campaign
from server.core.errors import ApiError
from server.reports.advice.facts import SentCampaign, TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit

OBSERVED_PERIOD: Final = timedelta(days=30)
MIN_DELIVERED: Final = 500
MAX_CHECKED_CAMPAIGNS: Final = 50  # each is compiled, which takes a few milliseconds
MIN_LETTERS: Final = 60
_TAGS_AND_URLS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|https?://\S+", re.DOTALL)


def count_letters(text: str) -> int:
    """Counts letters and digits, without URLs and merge tags."""
    return sum(sign.isalnum() for sign in _TAGS_AND_URLS.sub("", text))


@dataclass(frozen=True, slots=True)
class PlainText:
    """Checks the newest campaigns with generated plain text. Variants of A/B tests are not checked."""

    code: str = "plainText"
    title: str = "Plain text"
    place: AdviceSubjectKind = AdviceSubjectKind.CAMPAIGN
    unit: Unit = Unit.COUNT

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        told = _list_sent(facts, facts.now - OBSERVED_PERIOD)
        letters = _count_letters_by_campaign(facts, told)
        found = [
            AdviceFinding(
                subject=f"campaign:{sent.id}",
                level=AdviceLevel.WARNING,
                value=letters[sent.id],
                asked=MIN_LETTERS,
                base=sent.figures.delivered,
                name=sent.name,
                campaign_id=sent.id,
            )
            for sent in told
            if letters.get(sent.id, MIN_LETTERS) < MIN_LETTERS
        ]
        return sorted(found, key=lambda finding: finding.value)

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        """Returns the shortest generated text of campaigns started since then."""
        later = _list_sent(facts, since)
        letters = _count_letters_by_campaign(facts, later)
        if not letters:
            return None
        return Measurement(min(letters.values()), sum(sent.figures.delivered for sent in later if sent.id in letters))


def _list_sent(facts: TeamFacts, since: datetime) -> Sequence[SentCampaign]:
    return [sent for sent in facts.since(since) if sent.kind == EMAIL and sent.figures.delivered >= MIN_DELIVERED][
        :MAX_CHECKED_CAMPAIGNS
    ]


def _count_letters_by_campaign(facts: TeamFacts, told: Sequence[SentCampaign]) -> Mapping[UUID, int]:
    rows = Campaign.objects.for_team(facts.team).filter(pk__in=[sent.id for sent in told], plain_text="")
    found = {}
    for campaign in rows:
        try:
            found[campaign.pk] = count_letters(generate_text(campaign, facts.team))
        except ApiError:  # content that only a previous version could read
            continue
    return found


RULE = PlainText()
