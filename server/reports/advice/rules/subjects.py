"""Long subjects or missing preview texts with fewer opens than usual."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from server.reports.advice.facts import SentCampaign, TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit

MAX_SUBJECT_CHARACTERS: Final = 60  # phones show about as many
MIN_DELIVERED: Final = 500
MAX_RATE_RATIO: Final = 0.8  # of the usual open rate
MIN_AGE: Final = timedelta(days=2)  # most opens happen before
_BLOCK, _TAG = re.compile(r"\{%.*?%\}"), re.compile(r"\{\{.*?\}\}")
_SAMPLE_VALUE: Final = "x" * 8  # about the length of a first name


def measure_length(subject: str) -> int:
    """Counts a first name for each merge tag."""
    return len(" ".join(_TAG.sub(_SAMPLE_VALUE, _BLOCK.sub("", subject)).split()))


@dataclass(frozen=True, slots=True)
class FewerOpens:
    """Flags campaigns that match `is_so` and have far fewer opens than the team's others."""

    code: str
    title: str
    is_so: Callable[[SentCampaign], bool]
    place: AdviceSubjectKind = AdviceSubjectKind.CAMPAIGN
    unit: Unit = Unit.SHARE

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        found = []
        for sent in facts.campaigns:
            old = sent.started_at <= facts.now - MIN_AGE
            if not old or sent.figures.delivered < MIN_DELIVERED or not self.is_so(sent):
                continue
            usual = facts.usual_open_rate(min_delivered=MIN_DELIVERED, but=sent.id)
            if usual is not None and sent.figures.open_rate < round(usual * MAX_RATE_RATIO, 6):
                found.append(
                    AdviceFinding(
                        subject=f"campaign:{sent.id}",
                        level=AdviceLevel.HINT,
                        value=sent.figures.open_rate,
                        asked=usual,
                        base=sent.figures.delivered,
                        name=sent.name,
                        campaign_id=sent.id,
                        params={
                            "length": measure_length(sent.subject),
                            "longest": MAX_SUBJECT_CHARACTERS,
                            **sent.about,
                        },
                    )
                )
        return sorted(found, key=lambda finding: finding.value)

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        """Returns the median open rate of campaigns started since then that do not match."""
        later = [
            sent
            for sent in facts.since(since)
            if sent.started_at <= facts.now - MIN_AGE
            and sent.figures.delivered >= MIN_DELIVERED
            and not self.is_so(sent)
        ]
        if not later:
            return None
        return Measurement(
            median(sent.figures.open_rate for sent in later), sum(sent.figures.delivered for sent in later)
        )


LONG = FewerOpens(
    code="longSubject", title="Long subject", is_so=lambda sent: measure_length(sent.subject) > MAX_SUBJECT_CHARACTERS
)
BARE = FewerOpens(code="noPreheader", title="No preview text", is_so=lambda sent: not sent.preheader.strip())
