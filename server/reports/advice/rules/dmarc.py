"""Mail leaves from a domain that publishes no DMARC record, or one that counts for nothing."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from server.reports.advice.facts import Facts
from server.reports.advice.protocol import Finding, Measure
from server.reports.advice.states import AdviceLevel, AdvicePlace, Unit
from server.senders.models import DomainRecord, SenderDomain
from server.senders.selectors.domains import standings
from server.senders.states import RecordKind

OVER: Final = timedelta(days=30)
LEAST_SENT: Final = 500
PREFIX: Final = "domain:"
# What the last certain look at the record said; its verdict is a warning for lesser faults, too (SEND-29).
NOTHING: Final = ("dmarcNone", "dmarcSeveral", "dmarcMalformed")


@dataclass(frozen=True, slots=True)
class Dmarc:
    """Of domains that were set up here; whether it is unknown what they publish is no finding."""

    code: str = "dmarc"
    title: str = "DMARC"
    place: AdvicePlace = AdvicePlace.DOMAIN
    unit: Unit = Unit.COUNT

    def findings(self, facts: Facts) -> Iterable[Finding]:
        """The domains that most mail left from first, with what left from names below them; in two queries."""
        lately = facts.since(facts.now - OVER)
        hosts = [campaign.from_email.rpartition("@")[2] for campaign in lately]
        nearest = standings(team_id=facts.team.pk, names=hosts)
        sent: dict[str, int] = defaultdict(int)
        for host, campaign in zip(hosts, lately, strict=True):
            if (domain := nearest[host]) is not None:
                sent[domain.name] += campaign.figures.sent
        missing = _missing(facts)
        for name, count in sorted(sent.items(), key=lambda pair: -pair[1]):
            if count >= LEAST_SENT and name in missing:
                params = {"domainId": str(missing[name])}
                yield Finding(f"{PREFIX}{name}", AdviceLevel.BAD, 0, 1, count, name=name, params=params)

    def after(self, facts: Facts, *, subject: str, since: datetime) -> Measure | None:
        """Whether there is one now."""
        name = subject.removeprefix(PREFIX)
        if not SenderDomain.objects.for_team(facts.team).filter(name=name).exists():
            return None
        return Measure(0 if name in _missing(facts) else 1, 1)


def _missing(facts: Facts) -> dict[str, object]:
    rows = DomainRecord.objects.for_team(facts.team).filter(kind=RecordKind.DMARC, reason__in=NOTHING)
    return dict(rows.values_list("domain__name", "domain_id"))


RULE = Dmarc()
