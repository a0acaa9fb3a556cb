"""What became of a campaign by the domain of its recipients."""

from collections.abc import Mapping
from dataclasses import fields

from server.delivery.selectors import Figures
from server.reports import figures
from server.reports.schemas.breakdowns import DomainOut, DomainsOut
from server.reports.selectors.reports import Report
from server.reports.sql import domains

MOST = 100  # named; the smaller ones are one line
_COUNTED = frozenset(field.name for field in fields(Figures))


def listed(found: Report) -> DomainsOut:
    """The domains that were written to most, and the others together."""
    rows = domains.largest(found.team_id, mailing_ids=found.mailing_ids, most=MOST)
    whole, number = domains.whole(found.team_id, mailing_ids=found.mailing_ids)
    rest = {name: whole[name] - sum(row[name] for _, row in rows) for name in domains.COUNTED}
    return DomainsOut(
        items=[_out(found, domain, row) for domain, row in rows],
        others=_out(found, "", rest) if number > len(rows) else None,
        domains=number,
    )


def _out(found: Report, domain: str, amounts: Mapping[str, int]) -> DomainOut:
    told = found.seen(figures.summed({name: amount for name, amount in amounts.items() if name in _COUNTED}))
    return DomainOut(
        domain=domain,
        sent=told.sent,
        failed=told.failed,
        delivered=told.delivered,
        hard_bounced=told.hard_bounced,
        soft_bounced=told.soft_bounced,
        opened=told.opened,
        clicked=told.clicked,
        unsubscribed=told.unsubscribed,
        complained=told.complained,
        rates=figures.rates_of(told),
    )
