"""Results of a campaign by recipient domain."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Final

from server.campaigns.ab.statistics import LEVEL, Sample, compute_p_value
from server.core import clock
from server.delivery.selectors import MailingMetrics
from server.reports import metrics
from server.reports.schemas.breakdowns import DomainsOut, ReportDomainOut
from server.reports.selectors.reports import CampaignReport
from server.reports.sql import domains

MAX_DOMAINS = 100  # listed domains; the smaller ones are combined
# Most opens happen within a day; before that, a low rate is not significant.
OPENS_COMPARED_AFTER: Final = timedelta(hours=24)
MIN_DELIVERED_COMPARED: Final = 50
LOW_OPEN_SHARE: Final = 0.5  # a rate below this part of the rate of all other domains is low
_COUNTED = frozenset(field.name for field in fields(MailingMetrics))


def list_domains(found: CampaignReport) -> DomainsOut:
    rows = domains.list_largest(found.team_id, mailing_ids=found.mailing_ids, limit=MAX_DOMAINS)
    whole, number = domains.sum_all(found.team_id, mailing_ids=found.mailing_ids)
    rest = {name: whole[name] - sum(row[name] for _, row in rows) for name in domains.COUNTERS}
    compared_from = _get_comparison_start(found)
    are_compared = compared_from is not None and compared_from <= clock.now()
    named = [(domain, _build_metrics(found, row)) for domain, row in rows]
    low = _find_low_opens(dict(named), _build_metrics(found, whole)) if are_compared else frozenset()
    return DomainsOut(
        items=[_domain_out(domain, told, has_low_opens=domain in low) for domain, told in named],
        others=_domain_out("", _build_metrics(found, rest), has_low_opens=False) if number > len(rows) else None,
        domains=number,
        opens_compared_from=compared_from,
        are_opens_compared=are_compared,
    )


def _get_comparison_start(found: CampaignReport) -> datetime | None:
    """Returns when all mailings have been finished for long enough, or None while one is active."""
    finished = [mailing.finished_at if mailing.state in metrics.FINAL_STATES else None for mailing in found.mailings]
    ends = [at for at in finished if at is not None]
    return max(ends) + OPENS_COMPARED_AFTER if ends and len(ends) == len(finished) else None


def _find_low_opens(named: Mapping[str, MailingMetrics], whole: MailingMetrics) -> frozenset[str]:
    """Returns the domains with an open rate far and significantly below that of all others.

    The significance level is divided by the number of compared domains (Bonferroni).
    """
    samples = {
        domain: (_build_open_sample(told), _build_open_sample(whole, less=told))
        for domain, told in named.items()
        if told.delivered >= MIN_DELIVERED_COMPARED
    }
    return frozenset(
        domain
        for domain, (own, others) in samples.items()
        if own.rate < others.rate * LOW_OPEN_SHARE and compute_p_value(own, others) * len(samples) < LEVEL
    )


def _build_open_sample(told: MailingMetrics, *, less: MailingMetrics | None = None) -> Sample:
    delivered = told.delivered - (less.delivered if less else 0)
    opened = told.opened - (less.opened if less else 0)
    # An email can bounce after it was opened.
    return Sample(hits=min(max(opened, 0), max(delivered, 0)), size=max(delivered, 0))


def _build_metrics(found: CampaignReport, amounts: Mapping[str, int]) -> MailingMetrics:
    return found.seen(metrics.sum_metrics({name: amount for name, amount in amounts.items() if name in _COUNTED}))


def _domain_out(domain: str, told: MailingMetrics, *, has_low_opens: bool) -> ReportDomainOut:
    return ReportDomainOut(
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
        rates=metrics.rates_out(told),
        has_low_opens=has_low_opens,
    )
