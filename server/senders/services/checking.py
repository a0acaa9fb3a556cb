"""Checks domains: DNS queries without a transaction, results stored in one transaction per domain.

A failed query only sets a mark. A domain that breaks has `GRACE_PERIOD` until it counts as broken, and only a definite
result ends the grace period.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from server.core import clock, jobs
from server.notifications.services.creation import notify
from server.senders.dns import dkim, dmarc, hosts, resolver, spf
from server.senders.dns.findings import RecordFinding, unknown
from server.senders.dns.resolver import CachingResolver, DnsOutcome, DnsResponse, QueryFailed
from server.senders.domain_names import is_example
from server.senders.models import DomainRecord, SenderDomain
from server.senders.selectors.domains import DisplayRecord, list_records, select_domains
from server.senders.services import certificates, keys
from server.senders.services.domains import CHECK_JOB, add_records, publish_change
from server.senders.states import DOMAIN_TRANSITIONS, Algorithm, DomainState, KeyState, RecordAssessment, RecordKind

GRACE_PERIOD = timedelta(days=3)
PASSING_ASSESSMENTS = (RecordAssessment.GOOD, RecordAssessment.WARNING)
# Check intervals by importance. Domains that stay unconfigured are checked less and less often.
CHECK_INTERVALS: Mapping[DomainState, timedelta] = {
    DomainState.PENDING: timedelta(minutes=5),
    DomainState.AUTHENTICATED: timedelta(hours=6),
    DomainState.BREAKING: timedelta(minutes=10),
    DomainState.BROKEN: timedelta(hours=1),
}
PENDING_INTERVALS = ((timedelta(hours=2), timedelta(minutes=30)), (timedelta(days=3), timedelta(hours=6)))
FIRST_RETRY = timedelta(minutes=1)
MAX_RETRY_DELAY = timedelta(hours=1)
MAX_CONCURRENT_DOMAINS = 10
DOMAINS_PER_JOB = 50
MAX_DUE = 2_000
# A check assigned to a job is not due again for this time, in case the job is lost.
ASSIGNMENT_TIMEOUT = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class _CheckedDomain:
    """A domain as it was at the time of the check."""

    domain: SenderDomain
    records: Sequence[DisplayRecord]
    at: datetime


@transaction.atomic
def enqueue_due() -> int:
    now = clock.now()
    due = list(
        # across teams: the schedule of all domains
        SenderDomain.objects.filter(next_check_at__lte=now)
        .select_for_update(skip_locked=True)
        .order_by("next_check_at", "pk")
        .values_list("pk", flat=True)[:MAX_DUE]
    )
    for start in range(0, len(due), DOMAINS_PER_JOB):
        jobs.enqueue(CHECK_JOB, domain_ids=[str(each) for each in due[start : start + DOMAINS_PER_JOB]])
    # across teams: the same rows
    SenderDomain.objects.filter(pk__in=due).update(next_check_at=now + ASSIGNMENT_TIMEOUT)
    return len(due)


def check(domain_ids: Sequence[UUID]) -> None:
    """A repeated call checks again."""
    # across teams: a job, which has only the id
    owners = SenderDomain.objects.filter(pk__in=domain_ids).values_list("team_id", "pk")
    seen = [found for team_id, domain_id in owners if (found := _load_domain(team_id, domain_id)) is not None]
    for one, findings in zip(seen, asyncio.run(_check_all(seen)), strict=True):
        _store_findings(one, findings)


@transaction.atomic
def _load_domain(team_id: UUID, domain_id: UUID) -> _CheckedDomain | None:
    domain = select_domains(team_id).filter(pk=domain_id).first()
    if domain is None:
        return None
    keys.retire_due(domain)
    add_records(domain)
    fresh = select_domains(team_id).get(pk=domain_id)
    return _CheckedDomain(fresh, list_records(fresh), clock.now())


async def _check_all(seen: Sequence[_CheckedDomain]) -> list[Mapping[UUID, RecordFinding]]:
    free = asyncio.Semaphore(MAX_CONCURRENT_DOMAINS)

    async def one(each: _CheckedDomain) -> Mapping[UUID, RecordFinding]:
        async with free:
            return await _check_domain(each)

    return list(await asyncio.gather(*(one(each) for each in seen)))


async def _check_domain(seen: _CheckedDomain) -> Mapping[UUID, RecordFinding]:
    if _is_demo_domain(seen.domain):
        return {each.record.pk: _build_skipped_finding(each) for each in seen.records}
    asker = CachingResolver()

    async def one(each: DisplayRecord) -> RecordFinding:
        try:
            async with asyncio.timeout(resolver.SECONDS_PER_CHECK):
                return await _check_record(asker, seen.domain, each)
        except TimeoutError:
            late = DnsResponse(each.wanted.host, each.wanted.type, DnsOutcome.FAILED, error="no response in time")
            return unknown(QueryFailed(late))

    found = await asyncio.gather(*(one(each) for each in seen.records))
    return {each.record.pk: finding for each, finding in zip(seen.records, found, strict=True)}


def _is_demo_domain(domain: SenderDomain) -> bool:
    """Whether the demo marked the domain as authenticated, which no public name server could confirm.

    With configured name servers, as in tests, example domains have records like any other.
    """
    is_story = settings.DEMO and not settings.DNS_SERVERS and is_example(domain.name)
    return is_story and domain.state == DomainState.AUTHENTICATED


def _build_skipped_finding(each: DisplayRecord) -> RecordFinding:
    why = "a name reserved for examples (RFC 2606), which no name server knows"
    return unknown(QueryFailed(DnsResponse(each.wanted.host, each.wanted.type, DnsOutcome.FAILED, error=why)))


async def _check_record(asker: CachingResolver, domain: SenderDomain, each: DisplayRecord) -> RecordFinding:
    if each.key is not None:
        algorithm = Algorithm(each.key.algorithm)
        return await dkim.check(asker, each.wanted.host, algorithm=algorithm, public_key=each.key.public_key)
    include = settings.SPF_INCLUDE
    looks: Mapping[str, Callable[[], Awaitable[RecordFinding]]] = {
        RecordKind.SPF: lambda: spf.check(asker, domain.name, include=include),
        RecordKind.DMARC: lambda: dmarc.check(asker, domain.name),
        RecordKind.RETURN_PATH: lambda: hosts.check_return_path(
            asker, each.wanted.host, target=each.wanted.value, include=include
        ),
        RecordKind.TRACKING: lambda: hosts.check_tracking(asker, each.wanted.host, target=each.wanted.value),
        RecordKind.MX: lambda: hosts.check_mx(asker, domain.name),
        RecordKind.PTR: lambda: hosts.check_ptr(asker, settings.SENDING_ADDRESSES),
    }
    return await looks[each.record.kind]()


@transaction.atomic
def _store_findings(seen: _CheckedDomain, findings: Mapping[UUID, RecordFinding]) -> None:
    """An older check never overwrites a newer one."""
    team_id = seen.domain.team_id
    domain = SenderDomain.objects.for_team(team_id).select_for_update().filter(pk=seen.domain.pk).first()
    if (
        domain is None
        or (domain.checked_at is not None and domain.checked_at > seen.at)
        or domain.slug != seen.domain.slug
    ):
        return
    now = clock.now()
    rows = {row.pk: row for row in DomainRecord.objects.for_team(team_id).filter(domain=domain).select_related("key")}
    for each in seen.records:
        if each.record.pk in rows:
            _write(rows[each.record.pk], findings[each.record.pk], now, is_required=each.is_required)
    for record_id, finding in findings.items():
        key = rows[record_id].key if record_id in rows else None
        if key is not None and key.state == KeyState.PENDING and finding.verdict in PASSING_ASSESSMENTS:
            keys.activate(key)
    domain.checked_at = seen.at
    change = _update_state(domain, now)
    any_unknown = any(finding.verdict is None for finding in findings.values())
    domain.failed_checks = domain.failed_checks + 1 if any_unknown else 0
    domain.next_check_at = _get_next_check(domain, now)
    domain.save()
    certificates.request_first_certificate(domain)
    publish_change(domain, change or "checked")


def _write(row: DomainRecord, finding: RecordFinding, now: datetime, *, is_required: bool) -> None:
    row.answers = [answer.to_stored() for answer in finding.answers]
    row.checked_at = now
    if finding.verdict is None:
        row.unknown_since = row.unknown_since or now
        row.unknown_reason = finding.reason
    else:
        # A record that email does not depend on gets at most a warning.
        verdict = (
            finding.verdict if is_required or finding.verdict is not RecordAssessment.BAD else RecordAssessment.WARNING
        )
        row.unknown_since, row.unknown_reason = None, ""
        if (row.verdict, row.reason) != (verdict, finding.reason):
            row.changed_at = now
        row.verdict, row.reason, row.params = verdict, finding.reason, finding.params
    row.save()


def _is_certain(row: DomainRecord) -> bool:
    return row.unknown_since is None


def _update_state(domain: SenderDomain, now: datetime) -> str | None:
    """Returns the change to publish, if any."""
    required = [each for each in list_records(select_domains(domain.team_id).get(pk=domain.pk)) if each.is_required]
    signs = any(each.key is not None and each.key.state == KeyState.ACTIVE for each in required)
    passes = signs and all(each.record.verdict in PASSING_ASSESSMENTS for each in required)
    fails = any(each.record.verdict == RecordAssessment.BAD for each in required)
    is_certain = all(_is_certain(each.record) for each in required)
    state = DomainState(domain.state)
    about: dict[str, Any] = {
        "team_id": domain.team_id,
        "subject": domain.name,
        "domain": domain.name,
        "domain_id": str(domain.pk),
    }
    if passes and state is not DomainState.AUTHENTICATED:
        _transition(domain, DomainState.AUTHENTICATED)
        domain.broken_at = domain.grace_until = None
        if state is DomainState.PENDING:
            notify("domain.authenticated", **about)
            return "authenticated"
        notify("domain.restored", **about)
        return "restored"
    if fails and state is DomainState.AUTHENTICATED:
        _transition(domain, DomainState.BREAKING)
        domain.broken_at, domain.grace_until = now, now + GRACE_PERIOD
        notify("domain.breaking", **about, day=domain.grace_until.date().isoformat())
        return "breaking"
    if fails and is_certain and domain.grace_until is not None and domain.grace_until <= now:
        _transition(domain, DomainState.BROKEN)
        domain.grace_until = None
        notify("domain.broken", **about)
        return "broken"
    return None


def _transition(domain: SenderDomain, state: DomainState) -> None:
    DOMAIN_TRANSITIONS.require(domain.state, state)
    domain.state = state


def _get_next_check(domain: SenderDomain, now: datetime) -> datetime:
    if domain.failed_checks:
        doubled: timedelta = FIRST_RETRY * (1 << min(domain.failed_checks - 1, 10))
        return now + min(doubled, MAX_RETRY_DELAY)
    state = DomainState(domain.state)
    every = CHECK_INTERVALS[state]
    if state is DomainState.PENDING:
        for age, slower in PENDING_INTERVALS:
            every = slower if now - domain.created_at >= age else every
    due = now + every
    return min(due, domain.grace_until) if domain.grace_until and domain.grace_until > now else due
