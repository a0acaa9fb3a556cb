"""Queries of link checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from uuid import UUID

from django.db.models import Q

from server.campaigns.models import LinkRun, LinkVerdict
from server.campaigns.states import LinkOutcome, LinkState
from server.core import clock

FRESH = timedelta(hours=6)
FRESH_UNKNOWN = timedelta(minutes=10)  # unknown results are worth an early retry
DEAD = timedelta(minutes=3)  # a run without progress for this long has died with its worker


@dataclass(frozen=True, slots=True)
class LinkCheckProgress:
    """Progress of the link check. `revision` grows with each step of a run."""

    state: LinkState
    done: int = 0
    total: int = 0
    revision: int = 0


def key_of(address: str) -> bytes:
    return sha256(address.encode()).digest()


def keys_of(addresses: Sequence[str]) -> bytes:
    return sha256(b"".join(sorted(key_of(address) for address in addresses))).digest()


def verdicts(*, team_id: UUID, addresses: Sequence[str]) -> Mapping[str, LinkOutcome]:
    """Returns the recent results of the addresses, in one query."""
    now = clock.now()
    rows = LinkVerdict.objects.for_team(team_id).filter(
        Q(at__gt=now - FRESH) & ~Q(outcome=LinkOutcome.UNKNOWN) | Q(at__gt=now - FRESH_UNKNOWN),
        key__in=[key_of(address) for address in addresses],
    )
    known = {bytes(key): LinkOutcome(outcome) for key, outcome in rows.values_list("key", "outcome")}
    return {address: known[key] for address in addresses if (key := key_of(address)) in known}


def get_check_progress(*, team_id: UUID, campaign_id: UUID, addresses: Sequence[str]) -> LinkCheckProgress:
    """Returns the progress of the addresses' check."""
    if not addresses:
        return LinkCheckProgress(LinkState.NONE)
    run = LinkRun.objects.for_team(team_id).filter(pk=campaign_id).first()
    known = len(verdicts(team_id=team_id, addresses=addresses))
    revision = run.revision if run else 0
    alive = run is not None and run.done < run.total and run.alive_at > clock.now() - DEAD
    if run is not None and alive and bytes(run.addresses_key) == keys_of(addresses):
        return LinkCheckProgress(LinkState.RUNNING, run.done, run.total, revision)
    state = LinkState.DONE if known == len(addresses) else LinkState.UNASKED
    return LinkCheckProgress(state, known, len(addresses), revision)
