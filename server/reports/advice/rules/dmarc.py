"""Sender domains without an effective DMARC record."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from server.reports.advice.facts import TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit
from server.senders.models import DomainRecord, SenderDomain
from server.senders.selectors.domains import find_nearest_domains
from server.senders.states import RecordKind

OBSERVED_PERIOD: Final = timedelta(days=30)
MIN_SENT: Final = 500
PREFIX: Final = "domain:"
# Reasons of the last definite check; the verdict alone is a warning for lesser issues too (SEND-29).
INEFFECTIVE_REASONS: Final = ("dmarcNone", "dmarcSeveral", "dmarcMalformed")


@dataclass(frozen=True, slots=True)
class Dmarc:
    """Covers domains that were set up here. An unknown result is not an issue."""

    code: str = "dmarc"
    title: str = "DMARC"
    place: AdviceSubjectKind = AdviceSubjectKind.DOMAIN
    unit: Unit = Unit.COUNT

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        """Yields the domains with the most email first, including email of their subdomains; two queries."""
        lately = facts.since(facts.now - OBSERVED_PERIOD)
        hosts = [campaign.from_email.rpartition("@")[2] for campaign in lately]
        nearest = find_nearest_domains(team_id=facts.team.pk, names=hosts)
        sent: dict[str, int] = defaultdict(int)
        for host, campaign in zip(hosts, lately, strict=True):
            if (domain := nearest[host]) is not None:
                sent[domain.name] += campaign.figures.sent
        missing = _find_missing(facts)
        for name, count in sorted(sent.items(), key=lambda pair: -pair[1]):
            if count >= MIN_SENT and name in missing:
                params = {"domainId": str(missing[name])}
                yield AdviceFinding(f"{PREFIX}{name}", AdviceLevel.BAD, 0, 1, count, name=name, params=params)

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        name = subject.removeprefix(PREFIX)
        if not SenderDomain.objects.for_team(facts.team).filter(name=name).exists():
            return None
        return Measurement(0 if name in _find_missing(facts) else 1, 1)


def _find_missing(facts: TeamFacts) -> dict[str, object]:
    rows = DomainRecord.objects.for_team(facts.team).filter(kind=RecordKind.DMARC, reason__in=INEFFECTIVE_REASONS)
    return dict(rows.values_list("domain__name", "domain_id"))


RULE = Dmarc()
