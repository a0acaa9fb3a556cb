"""Writes of signing keys.

A new key waits until the DNS shows its record, then it signs in place of the former one of its algorithm, which stays
published for `OVERLAP`, so that mail that is under way or deferred still verifies. Then its private part is destroyed.
"""

from datetime import timedelta

from server.core import clock, sealing
from server.core.ids import uuid7
from server.senders.keys import new_key, new_selector
from server.senders.models import DKIM_PURPOSE, DomainKey, DomainRecord, SenderDomain
from server.senders.states import KEY_TRANSITIONS, Algorithm, KeyState, RecordKind

# Mail is tried for up to five days, and a verifier may look as late as its reader fetches it.
OVERLAP = timedelta(days=7)


def make(domain: SenderDomain, algorithm: Algorithm) -> DomainKey:
    """A pending key of the domain with its record to be looked for. Within the caller's transaction."""
    private, public = new_key(algorithm)
    key_id = uuid7()
    key = DomainKey.objects.create(
        id=key_id,
        team_id=domain.team_id,
        domain=domain,
        algorithm=algorithm,
        selector=new_selector(algorithm),
        sealed=sealing.seal(private.decode(), purpose=DKIM_PURPOSE, owner=str(key_id)),
        public_key=public,
        created_at=clock.now(),
    )
    DomainRecord.objects.create(team_id=domain.team_id, domain=domain, kind=RecordKind.DKIM, key=key)
    return key


def activate(key: DomainKey) -> None:
    """The key signs from now on; the one that signed before retires. Raises ActionNotAllowed unless it is pending."""
    _move(key, KeyState.ACTIVE)
    now = clock.now()
    former = DomainKey.objects.for_team(key.team_id).filter(domain_id=key.domain_id, algorithm=key.algorithm)
    for old in former.filter(state=KeyState.ACTIVE):
        _move(old, KeyState.RETIRING)
        old.retired_at = now + OVERLAP
        old.save(update_fields=["state", "retired_at"])
    key.active_at = now
    key.save(update_fields=["state", "active_at"])


def retire_due(domain: SenderDomain) -> int:
    """Ends keys whose overlap is over: the private part is destroyed and nobody asks for the record any more."""
    due = DomainKey.objects.for_team(domain.team_id).filter(domain=domain, state=KeyState.RETIRING)
    ended = 0
    for key in due.filter(retired_at__lte=clock.now()):
        _move(key, KeyState.RETIRED)
        key.sealed = None
        key.save(update_fields=["state", "sealed"])
        DomainRecord.objects.for_team(domain.team_id).filter(key=key).delete()
        ended += 1
    return ended


def _move(key: DomainKey, to: KeyState) -> None:
    KEY_TRANSITIONS.require(key.state, to)
    key.state = to
