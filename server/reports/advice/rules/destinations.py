"""Recipient domains with a much lower delivery rate than the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from server.reports.advice.facts import Destination, TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit

MIN_EMAILS: Final = 200
MIN_RATE_GAP: Final = 0.1  # ten percentage points below the rate of all other domains
PREFIX: Final = "destination:"


@dataclass(frozen=True, slots=True)
class Destinations:
    """Compares each domain with all others combined."""

    code: str = "destination"
    title: str = "Delivery to a domain"
    place: AdviceSubjectKind = AdviceSubjectKind.DESTINATION
    unit: Unit = Unit.SHARE

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        rows = facts.destinations()
        found = []
        for row in rows:
            others = _compute_rate([other for other in rows if other.domain != row.domain])
            if not row.domain or row.handed < MIN_EMAILS or others is None:
                continue
            rate = row.delivered / row.handed
            if others - rate >= MIN_RATE_GAP:
                found.append(
                    AdviceFinding(
                        subject=f"{PREFIX}{row.domain}",
                        level=AdviceLevel.BAD if rate < 0.5 else AdviceLevel.WARNING,
                        value=rate,
                        asked=others,
                        base=row.handed,
                        name=row.domain,
                        params={"refused": row.handed - row.delivered},
                    )
                )
        return sorted(found, key=lambda finding: finding.value - finding.asked)

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        wanted = subject.removeprefix(PREFIX)
        row = next((row for row in facts.destinations(since) if row.domain == wanted), None)
        return Measurement(row.delivered / row.handed, row.handed) if row and row.handed >= MIN_EMAILS else None


def _compute_rate(rows: Sequence[Destination]) -> float | None:
    handed = sum(row.handed for row in rows)
    return sum(row.delivered for row in rows) / handed if handed >= MIN_EMAILS else None


RULE = Destinations()
