"""Checks the links of a campaign: a job with the guarded HTTP client, with live progress.

Results are cached per team for some hours, so that repeated reviews send no requests.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from server.campaigns.events import LinksAsked
from server.campaigns.kinds import review_of
from server.campaigns.models import LinkRun, LinkVerdict
from server.campaigns.selectors import campaigns, links
from server.campaigns.selectors.links import LinkCheckProgress
from server.campaigns.states import LinkOutcome, LinkState
from server.core import clock, jobs, rooms
from server.core.egress.client import Egress
from server.core.egress.errors import NotFetched, Reason
from server.core.events import publish
from server.core.jobs import Claim

JOB: Final = "campaigns.ask_links"
AT_ONCE = 8  # addresses per step: with two per host at a time and eight seconds each, well within a job's lease
MAX_CHECKS_PER_HOUR = 1_000  # per team, so that the product cannot be used for scanning
KEPT = timedelta(days=7)
_GONE = frozenset({404, 410})


@transaction.atomic
def ask(*, team_id: UUID, campaign_id: UUID, kind: str | None = None) -> LinkCheckProgress:
    """Starts checking unknown links and returns the progress. No-op while a check runs.

    Raises NotFound.
    """
    campaign = campaigns.get(team_id=team_id, campaign_id=campaign_id, kind=kind)
    addresses = review_of(campaign).all_asked
    asked = links.get_check_progress(team_id=team_id, campaign_id=campaign_id, addresses=addresses)
    if asked.state is not LinkState.UNASKED:
        return asked
    LinkRun.objects.bulk_create(
        [
            LinkRun(
                campaign_id=campaign_id,
                team_id=team_id,
                addresses_key=links.keys_of(addresses),
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
    """Checks the addresses in steps, outside of any transaction. A restart continues.

    Ends early if the campaign is deleted or a newer check has other addresses.
    """
    campaign = campaigns.campaigns_of(team_id).filter(pk=campaign_id).first()
    if campaign is None:
        return
    addresses = review_of(campaign).all_asked
    key = links.keys_of(addresses)
    known = links.verdicts(team_id=team_id, addresses=addresses)
    waiting = [address for address in addresses if address not in known]
    left = MAX_CHECKS_PER_HOUR - _asked_lately(team_id)
    for start in range(0, len(waiting), AT_ONCE):
        step = waiting[start : start + AT_ONCE]
        outcomes = asyncio.run(_answers(step)) if start < left else dict.fromkeys(step, LinkOutcome.UNKNOWN)
        claim.renew()
        if not _keep(team_id, campaign_id, key, outcomes, done=len(known) + start + len(step)):
            return
    if not waiting:
        _keep(team_id, campaign_id, key, {}, done=len(addresses))
    LinkVerdict.objects.for_team(team_id).filter(at__lt=clock.now() - KEPT).delete()


def _asked_lately(team_id: UUID) -> int:
    return LinkVerdict.objects.for_team(team_id).filter(at__gt=clock.now() - timedelta(hours=1)).count()


async def _answers(addresses: Sequence[str]) -> Mapping[str, LinkOutcome]:
    egress = Egress()
    found = await asyncio.gather(*(_answer(egress, address) for address in addresses))
    return dict(zip(addresses, found, strict=True))


async def _answer(egress: Egress, address: str) -> LinkOutcome:
    try:
        fetched = await egress.fetch(address)
    except NotFetched as error:
        match error.reason:
            case Reason.REFUSED:
                return LinkOutcome.REFUSED
            case Reason.NO_HOST:
                return LinkOutcome.NO_HOST
        return LinkOutcome.UNKNOWN
    if fetched.status in _GONE:
        return LinkOutcome.GONE
    return LinkOutcome.ANSWERS if fetched.status < 400 else LinkOutcome.UNKNOWN


@transaction.atomic
def _keep(team_id: UUID, campaign_id: UUID, key: bytes, outcomes: Mapping[str, LinkOutcome], *, done: int) -> bool:
    """Stores and publishes results. Returns False if a newer check has replaced the run."""
    now = clock.now()
    # In key order, so that runs with common addresses do not deadlock.
    rows = sorted(
        (
            LinkVerdict(team_id=team_id, key=links.key_of(each), outcome=outcome, at=now)
            for each, outcome in outcomes.items()
        ),
        key=lambda row: bytes(row.key),
    )
    LinkVerdict.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["team", "key"], update_fields=["outcome", "at"]
    )
    held = LinkRun.objects.for_team(team_id).select_for_update().filter(pk=campaign_id, addresses_key=key).first()
    if held is None:
        return False
    held.done, held.alive_at = min(done, held.total), now
    held.revision += 1
    held.save(update_fields=["done", "alive_at", "revision"])
    state = LinkState.DONE if held.done == held.total else LinkState.RUNNING
    told = LinksAsked(campaign_id=campaign_id, state=state, done=held.done, total=held.total, revision=held.revision)
    publish(told, rooms=[rooms.watching("campaign", campaign_id)])
    return True
