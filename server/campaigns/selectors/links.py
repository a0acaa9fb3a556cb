"""Queries of link checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from uuid import UUID

from django.db.models import Q

from server.campaigns.models import LinkCheck, LinkCheckResult
from server.campaigns.states import LinkOutcome, LinkState
from server.core import clock

RESULT_TTL = timedelta(hours=6)
UNKNOWN_RESULT_TTL = timedelta(minutes=10)  # unknown results are worth an early retry
STALLED_AFTER = timedelta(minutes=3)  # a run without progress for this long has died with its worker


@dataclass(frozen=True, slots=True)
class LinkCheckProgress:
    """Progress of the link check. `revision` grows with each step of a run."""

    state: LinkState
    done: int = 0
    total: int = 0
    revision: int = 0


def hash_url(address: str) -> bytes:
    return sha256(address.encode()).digest()


def hash_urls(addresses: Sequence[str]) -> bytes:
    return sha256(b"".join(sorted(hash_url(address) for address in addresses))).digest()


def find_results(*, team_id: UUID, addresses: Sequence[str]) -> Mapping[str, LinkOutcome]:
    """Results that have not expired, by address. Runs one query."""
    now = clock.now()
    rows = LinkCheckResult.objects.for_team(team_id).filter(
        Q(at__gt=now - RESULT_TTL) & ~Q(outcome=LinkOutcome.UNKNOWN) | Q(at__gt=now - UNKNOWN_RESULT_TTL),
        key__in=[hash_url(address) for address in addresses],
    )
    known = {bytes(key): LinkOutcome(outcome) for key, outcome in rows.values_list("key", "outcome")}
    return {address: known[key] for address in addresses if (key := hash_url(address)) in known}


def get_check_progress(*, team_id: UUID, campaign_id: UUID, addresses: Sequence[str]) -> LinkCheckProgress:
    if not addresses:
        return LinkCheckProgress(LinkState.NONE)
    run = LinkCheck.objects.for_team(team_id).filter(pk=campaign_id).first()
    known = len(find_results(team_id=team_id, addresses=addresses))
    revision = run.revision if run else 0
    alive = run is not None and run.done < run.total and run.alive_at > clock.now() - STALLED_AFTER
    if run is not None and alive and bytes(run.addresses_key) == hash_urls(addresses):
        return LinkCheckProgress(LinkState.RUNNING, run.done, run.total, revision)
    state = LinkState.DONE if known == len(addresses) else LinkState.UNASKED
    return LinkCheckProgress(state, known, len(addresses), revision)
