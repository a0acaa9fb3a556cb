"""Writes of signing keys.

A new key waits until the DNS shows its record. Then it replaces the active key of its algorithm, whose record stays
published for `OVERLAP`, so that delayed emails still verify. Then the private part is deleted.
"""

from datetime import timedelta

from server.core import clock, sealing
from server.core.ids import uuid7
from server.senders.keys import generate_key, generate_selector
from server.senders.models import DKIM_PURPOSE, DomainKey, DomainRecord, SenderDomain
from server.senders.states import KEY_TRANSITIONS, Algorithm, KeyState, RecordKind

# Delivery is attempted for up to five days, and verification can happen even later.
OVERLAP = timedelta(days=7)


def create_key(domain: SenderDomain, algorithm: Algorithm) -> DomainKey:
    private, public = generate_key(algorithm)
    key_id = uuid7()
    key = DomainKey.objects.create(
        id=key_id,
        team_id=domain.team_id,
        domain=domain,
        algorithm=algorithm,
        selector=generate_selector(algorithm),
        sealed=sealing.seal(private.decode(), purpose=DKIM_PURPOSE, owner=str(key_id)),
        public_key=public,
        created_at=clock.now(),
    )
    DomainRecord.objects.create(team_id=domain.team_id, domain=domain, kind=RecordKind.DKIM, key=key)
    return key


def activate(key: DomainKey) -> None:
    """Activates the key and retires the previous one. Raises ActionNotAllowed unless it is pending."""
    _transition(key, KeyState.ACTIVE)
    now = clock.now()
    former = DomainKey.objects.for_team(key.team_id).filter(domain_id=key.domain_id, algorithm=key.algorithm)
    for old in former.filter(state=KeyState.ACTIVE):
        _transition(old, KeyState.RETIRING)
        old.retired_at = now + OVERLAP
        old.save(update_fields=["state", "retired_at"])
    key.active_at = now
    key.save(update_fields=["state", "active_at"])


def retire_due(domain: SenderDomain) -> int:
    """Deletes the private part of keys after their overlap, and their records."""
    due = DomainKey.objects.for_team(domain.team_id).filter(domain=domain, state=KeyState.RETIRING)
    ended = 0
    for key in due.filter(retired_at__lte=clock.now()):
        _transition(key, KeyState.RETIRED)
        key.sealed = None
        key.save(update_fields=["state", "sealed"])
        DomainRecord.objects.for_team(domain.team_id).filter(key=key).delete()
        ended += 1
    return ended


def _transition(key: DomainKey, to: KeyState) -> None:
    KEY_TRANSITIONS.require(key.state, to)
    key.state = to
