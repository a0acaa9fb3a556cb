"""Stores accepted messages in one transaction: rows, bodies, recipients, events, units and idempotency keys.

Messages of several teams that arrive at the same moment share it, since each of them waits for its commit. Every row
has its own team.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.core.errors import IdempotencyKeyReused
from server.core.ids import uuid7
from server.plans import quota
from server.plans.features import TRANSACTIONAL_SENT
from server.transactional.errors import SubaccountLimitReached
from server.transactional.identities import KeyIdentity
from server.transactional.intake import rows
from server.transactional.intake.accepted_messages import AcceptedMessage
from server.transactional.intake.submissions import AcceptedBatch, AcceptedSubmission
from server.transactional.models import Subaccount, TransactionalBatch
from server.transactional.models.messages import SUBJECT_LENGTH
from server.transactional.services import idempotency, recording
from server.transactional.services.idempotency import KEY_LIFETIME
from server.transactional.sql import checking
from server.transactional.sql import intake as sql
from server.transactional.sql.checking import FactsQuery
from server.transactional.sql.intake import NewKey
from server.transactional.states import MessageState

# Of messages in one statement, unless one alone is larger: encrypting and sending them takes about four times their
# size.
MAX_STATEMENT_BYTES: Final = 16 << 20


def store(items: Sequence[AcceptedMessage]) -> list[AcceptedSubmission | Exception]:
    """Stores messages, whose teams can differ, in one transaction; an error of one message affects only its own result.

    If the transaction fails, the messages of each team are stored separately, and if that fails, each message.
    """
    if not items:
        return []
    try:
        with transaction.atomic():
            return _store_in_transaction(items)
    except Exception as error:
        if len(items) == 1:
            return [error]
    by_team = _group_by_team(items)
    parts = list(by_team.values()) if len(by_team) > 1 else [[item] for item in items]
    results = {item.id: result for part in parts for item, result in zip(part, store(part), strict=True)}
    return [results[item.id] for item in items]


def _group_by_team(items: Sequence[AcceptedMessage]) -> dict[UUID, list[AcceptedMessage]]:
    found: defaultdict[UUID, list[AcceptedMessage]] = defaultdict(list)
    for item in items:
        found[item.key.team_id].append(item)
    return found


def store_batch(
    key: KeyIdentity, items: Sequence[AcceptedMessage], idempotency_key: str, fingerprint: bytes
) -> AcceptedBatch:
    first = items[0].submission
    now = clock.now()
    stale = now - KEY_LIFETIME
    accepted = AcceptedBatch(uuid7(now), len(items), rate=items[0].rate)
    with transaction.atomic():
        if idempotency_key:
            given = NewKey(key.team_id, idempotency_key, fingerprint, idempotency.build_batch_response(accepted))
            if not sql.claim_keys([given], now=now, stale=stale):
                asked = {key.team_id: FactsQuery(keys=frozenset({idempotency_key}))}
                known = checking.load_facts(asked, now=now, stale=stale)[key.team_id].known
                return idempotency.restore_batch(*known[idempotency_key], fingerprint)
        TransactionalBatch.objects.create(
            pk=accepted.id,
            team_id=key.team_id,
            key_id=key.key_id,
            subject=first.subject[:SUBJECT_LENGTH],
            tag=first.tag,
            size=accepted.size,
            scheduled_at=items[0].scheduled_at,
            created_at=now,
        )
        _write(items, batch_id=accepted.id)
    return accepted


def check_units(key: KeyIdentity, amount: int) -> None:
    """Raises what storing this many recipients of a live batch would raise now, and counts nothing."""
    period = quota.get_monthly_period(key.plan_starts_at)
    if key.subaccount_id is not None and amount:
        subaccount = Subaccount.objects.for_team(key.team_id).filter(pk=key.subaccount_id).first()
        limit = subaccount.monthly_limit if subaccount else None
        used = subaccount.used if subaccount and subaccount.period == period else 0
        if limit is not None and used + amount > limit:
            raise SubaccountLimitReached
    quota.check_remaining(
        team_id=key.team_id, limit=TRANSACTIONAL_SENT, amount=amount, allowed=key.limit, starts_at=key.plan_starts_at
    )


def _store_in_transaction(items: Sequence[AcceptedMessage]) -> list[AcceptedSubmission | Exception]:
    new, repeated = _claim_keys(items)
    if new:
        _write(new, batch_id=None)
    return [repeated.get(item.id) or item.accepted for item in items]


def _claim_keys(
    items: Sequence[AcceptedMessage],
) -> tuple[list[AcceptedMessage], dict[UUID, AcceptedSubmission | Exception]]:
    """Claims idempotency keys. Returns the messages to store, and the results of the others: those that were accepted
    before, and those that repeat another of these messages.
    """
    named: dict[tuple[UUID, str], AcceptedMessage] = {}
    for item in items:
        if item.submission.idempotency_key:
            named.setdefault((item.key.team_id, item.submission.idempotency_key), item)
    if not named:
        return list(items), {}
    now = clock.now()
    stale = now - KEY_LIFETIME
    given = [
        NewKey(*name, item.submission.fingerprint, idempotency.build_response(item.accepted))
        for name, item in sorted(named.items())
    ]
    taken = sql.claim_keys(given, now=now, stale=stale)
    again = {
        item.id: (*name, item.submission.fingerprint)
        for item in items
        if (name := (item.key.team_id, item.submission.idempotency_key)) in named
        and not (name in taken and named[name] is item)
    }
    if not again:
        return list(items), {}
    asked: defaultdict[UUID, set[str]] = defaultdict(set)
    for team_id, key, _ in again.values():
        asked[team_id].add(key)
    facts = checking.load_facts(
        {team_id: FactsQuery(keys=frozenset(of_team)) for team_id, of_team in asked.items()}, now=now, stale=stale
    )
    answers = {
        id_: _restore(facts[team_id].known[key], fingerprint) for id_, (team_id, key, fingerprint) in again.items()
    }
    return [item for item in items if item.id not in answers], answers


def _restore(known: tuple[str, dict[str, Any]], fingerprint: bytes) -> AcceptedSubmission | Exception:
    try:
        return idempotency.restore_submission(*known, fingerprint)
    except IdempotencyKeyReused as error:
        return error


def _write(items: Sequence[AcceptedMessage], *, batch_id: UUID | None) -> None:
    by_team = _group_by_team(items)
    waking = {item.key.team_id for item in items if item.state == MessageState.ACCEPTED}
    for part in _split_statements(items):
        sql.store(rows.build_columns(part, batch_id), waking=sorted(waking))
        waking.clear()
    recording.append_all(
        {
            team_id: [event for item in of_team for event in rows.build_events(item, batch_id)]
            for team_id, of_team in by_team.items()
        }
    )
    # In a fixed order, as everywhere: two transactions can count for the same teams.
    for team_id in sorted(by_team):
        _consume_units(team_id, by_team[team_id])


def _split_statements(items: Sequence[AcceptedMessage]) -> Iterator[list[AcceptedMessage]]:
    part: list[AcceptedMessage] = []
    size_bytes = 0
    for item in items:
        if part and size_bytes + item.size_bytes > MAX_STATEMENT_BYTES:
            yield part
            part, size_bytes = [], 0
        part.append(item)
        size_bytes += item.size_bytes
    yield part


def _consume_units(team_id: UUID, items: Sequence[AcceptedMessage]) -> None:
    """Called last, because other transactions of the team wait for the counter until this one ends."""
    key = items[0].key
    period = quota.get_monthly_period(key.plan_starts_at)
    by_subaccount: dict[UUID, int] = {}
    for item in items:
        if item.key.subaccount_id is not None and item.units:
            by_subaccount[item.key.subaccount_id] = by_subaccount.get(item.key.subaccount_id, 0) + item.units
    for subaccount_id, units in sorted(by_subaccount.items()):
        if not sql.consume_subaccount_units(team_id, subaccount_id=subaccount_id, amount=units, period=period):
            raise SubaccountLimitReached
    units = sum(item.units for item in items)
    if units:
        quota.use_with_plan(
            team_id=team_id,
            limit=TRANSACTIONAL_SENT,
            amount=units,
            allowed=key.limit,
            starts_at=key.plan_starts_at,
        )
