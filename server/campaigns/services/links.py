"""Checks the links of a campaign: a job with the guarded HTTP client, with live progress.

Results are cached per team for some hours, so that repeated reviews send no requests.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from server.campaigns.events import LinkCheckProgressed
from server.campaigns.kinds import build_review
from server.campaigns.models import LinkCheck, LinkCheckResult
from server.campaigns.selectors import campaigns, links
from server.campaigns.selectors.links import LinkCheckProgress
from server.campaigns.states import LinkOutcome, LinkState
from server.core import clock, jobs, rooms
from server.core.egress.client import Egress
from server.core.egress.errors import FetchError, FetchErrorReason
from server.core.events import publish
from server.core.jobs import Claim

JOB: Final = "campaigns.ask_links"
STEP_URLS = 8  # addresses per step: with two per host at a time and eight seconds each, well within a job's lease
MAX_CHECKS_PER_HOUR = 1_000  # requested addresses per team, so that the product cannot be used for scanning
RESULT_RETENTION = timedelta(days=7)
_NOT_FOUND_STATUSES = frozenset({404, 410})


@transaction.atomic
def start_link_check(*, team_id: UUID, campaign_id: UUID, kind: str | None = None) -> LinkCheckProgress:
    """Starts checking the links without a recent result. No-op while a check runs. Raises NotFound."""
    campaign = campaigns.get(team_id=team_id, campaign_id=campaign_id, kind=kind)
    addresses = build_review(campaign).all_asked
    asked = links.get_check_progress(team_id=team_id, campaign_id=campaign_id, addresses=addresses)
    if asked.state is not LinkState.UNASKED:
        return asked
    LinkCheck.objects.bulk_create(
        [
            LinkCheck(
                campaign_id=campaign_id,
                team_id=team_id,
                addresses_key=links.hash_urls(addresses),
                total=len(addresses),
                done=asked.done,
                revision=asked.revision + 1,
                alive_at=clock.now(),
            )
        ],
        update_conflicts=True,
        unique_fields=["campaign"],
        update_fields=["addresses_key", "total", "done", "revision", "alive_at"],
    )
    jobs.enqueue(JOB, key=f"links:{campaign_id}", team_id=str(team_id), campaign_id=str(campaign_id))
    return LinkCheckProgress(LinkState.RUNNING, asked.done, len(addresses), asked.revision + 1)


def run(*, team_id: UUID, campaign_id: UUID, claim: Claim) -> None:
    """Checks the addresses in steps, each in its own transaction. A restarted job continues.

    Ends early if the campaign is deleted or a newer check has other addresses.
    """
    campaign = campaigns.query_campaigns(team_id).filter(pk=campaign_id).first()
    if campaign is None:
        return
    addresses = build_review(campaign).all_asked
    key = links.hash_urls(addresses)
    known = links.find_results(team_id=team_id, addresses=addresses)
    waiting = [address for address in addresses if address not in known]
    left = MAX_CHECKS_PER_HOUR - _count_recent_requests(team_id)
    for start in range(0, len(waiting), STEP_URLS):
        step = waiting[start : start + STEP_URLS]
        is_requested = start < left
        outcomes = asyncio.run(_check_urls(step)) if is_requested else dict.fromkeys(step, LinkOutcome.UNKNOWN)
        claim.renew()
        done = len(known) + start + len(step)
        if not _store_results(team_id, campaign_id, key, outcomes, done=done, is_requested=is_requested):
            return
    if not waiting:
        _store_results(team_id, campaign_id, key, {}, done=len(addresses), is_requested=False)
    LinkCheckResult.objects.for_team(team_id).filter(at__lt=clock.now() - RESULT_RETENTION).delete()


def _count_recent_requests(team_id: UUID) -> int:
    since = clock.now() - timedelta(hours=1)
    # No row is older than its request; `at` has the index.
    return LinkCheckResult.objects.for_team(team_id).filter(at__gt=since, requested_at__gt=since).count()


async def _check_urls(addresses: Sequence[str]) -> Mapping[str, LinkOutcome]:
    egress = Egress()
    found = await asyncio.gather(*(_check_url(egress, address) for address in addresses))
    return dict(zip(addresses, found, strict=True))


async def _check_url(egress: Egress, address: str) -> LinkOutcome:
    try:
        fetched = await egress.fetch(address)
    except FetchError as error:
        match error.reason:
            case FetchErrorReason.REFUSED:
                return LinkOutcome.REFUSED
            case FetchErrorReason.NO_HOST:
                return LinkOutcome.NO_HOST
        return LinkOutcome.UNKNOWN
    if fetched.status in _NOT_FOUND_STATUSES:
        return LinkOutcome.GONE
    return LinkOutcome.ANSWERS if fetched.status < 400 else LinkOutcome.UNKNOWN


@transaction.atomic
def _store_results(
    team_id: UUID, campaign_id: UUID, key: bytes, outcomes: Mapping[str, LinkOutcome], *, done: int, is_requested: bool
) -> bool:
    """Stores and publishes results. Returns False if a newer check has replaced the run.

    Results without a request leave the time of the last one, so they do not count towards the hourly limit.
    """
    now = clock.now()
    # In key order, so that runs with common addresses do not deadlock.
    rows = sorted(
        (
            LinkCheckResult(
                team_id=team_id,
                key=links.hash_url(each),
                outcome=outcome,
                at=now,
                requested_at=now if is_requested else None,
            )
            for each, outcome in outcomes.items()
        ),
        key=lambda row: bytes(row.key),
    )
    updated = ["outcome", "at", "requested_at"] if is_requested else ["outcome", "at"]
    LinkCheckResult.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["team", "key"], update_fields=updated
    )
    held = LinkCheck.objects.for_team(team_id).select_for_update().filter(pk=campaign_id, addresses_key=key).first()
    if held is None:
        return False
    held.done, held.alive_at = min(done, held.total), now
    held.revision += 1
    held.save(update_fields=["done", "alive_at", "revision"])
    state = LinkState.DONE if held.done == held.total else LinkState.RUNNING
    told = LinkCheckProgressed(
        campaign_id=campaign_id, state=state, done=held.done, total=held.total, revision=held.revision
    )
    publish(told, rooms=[rooms.build_room("campaign", campaign_id)])
    return True
