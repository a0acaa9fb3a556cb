"""The one service behind both doors: what it answers is stored.

A submission passes the checks (pipeline.py) by itself. What passed is made ready (preparing.py) and stored by one
transaction (storing.py), with what else of the same team waits at that moment (gathering.py): messages, sealed bodies,
recipients, events, the units of the quota and the idempotency keys, or nothing. The sender is woken at its commit.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from server.core import clock
from server.core.errors import ApiError, FieldsInvalid
from server.transactional.identities import KeyIdentity
from server.transactional.models.messages import TAG_LENGTH
from server.transactional.services import gathering, idempotency, limits, preparing, room, storing
from server.transactional.services.checks.content import cleaned
from server.transactional.services.checks.domain import names_of
from server.transactional.services.idempotency import KEEP_KEYS
from server.transactional.sql import checking
from server.transactional.sql.checking import Facts
from server.transactional.states import RecipientKind
from server.transactional.submissions import Accepted, AcceptedBatch, Submission

MOST_AHEAD = timedelta(days=30)
MOST_MESSAGES = 1_000
MOST_METADATA = 20
LONGEST_METADATA = 200
METADATA_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


def accept(key: KeyIdentity, submission: Submission) -> Accepted:
    """Stores one message; durable when it returns.

    The same submission under the same idempotency key is stored once, and answered alike for 24 hours. Raises
    IdempotencyKeyReused for another under the key, FieldsInvalid, ServerFull, and what the checks raise (errors.py).
    """
    _check_plain(submission)
    recipients = _unique(submission.recipients)
    facts = _facts(key, [submission], recipients)
    fingerprint = idempotency.fingerprint_of(submission)
    known = facts.known.get(submission.idempotency_key)
    if known is not None:
        return idempotency.repeated(known[0], known[1], fingerprint)
    room.check()
    ready = preparing.prepare(key, submission, recipients, facts=facts, fingerprint=fingerprint)
    return gathering.store(ready, storing.store)


def accept_many(
    key: KeyIdentity, submissions: Sequence[Submission], *, idempotency_key: str = "", fingerprint: bytes = b""
) -> AcceptedBatch:
    """Stores the messages of one call as a batch, all or none; durable when it returns. Raises as `accept` does.

    The payload of a refusal has the `index` of the submission that was refused. `fingerprint`: as in a submission.
    """
    if not 0 < len(submissions) <= MOST_MESSAGES:
        raise FieldsInvalid.of("recipients", f"Give 1 to {MOST_MESSAGES} recipients.", len(submissions))
    idempotency.check_key(idempotency_key)
    each = []
    for index, submission in enumerate(submissions):
        with _named(index):
            _check_plain(submission)
            each.append(_unique(submission.recipients))
    facts = _facts(key, submissions, [pair for pairs in each for pair in pairs], idempotency_key)
    whole = fingerprint or hashlib.sha256(b"".join(map(idempotency.fingerprint_of, submissions))).digest()
    if idempotency_key and (known := facts.known.get(idempotency_key)) is not None:
        return idempotency.repeated_batch(known[0], known[1], whole)
    room.check()
    rate = limits.take(key, len(submissions))
    ready = []
    for index, (submission, recipients) in enumerate(zip(submissions, each, strict=True)):
        with _named(index):
            ready.append(preparing.prepare(key, submission, recipients, facts=facts, rate=rate))
    return storing.store_batch(key, ready, idempotency_key, whole)


@contextmanager
def _named(index: int) -> Iterator[None]:
    """Says in a refusal which of many submissions it is about."""
    try:
        yield
    except ApiError as error:
        error.payload = {**(error.payload or {}), "index": index}
        raise


def _check_plain(submission: Submission) -> None:
    """What has nothing to do with the team."""
    idempotency.check_key(submission.idempotency_key)
    if len(submission.tag) > TAG_LENGTH:
        raise FieldsInvalid.of("tag", f"Give at most {TAG_LENGTH} characters.", submission.tag[:TAG_LENGTH])
    if len(submission.metadata) > MOST_METADATA or not all(
        METADATA_KEY.fullmatch(name) and len(value) <= LONGEST_METADATA for name, value in submission.metadata.items()
    ):
        raise FieldsInvalid.of(
            "metadata",
            f"Give at most {MOST_METADATA} names of letters, digits, - and _, each with up to {LONGEST_METADATA}"
            " characters.",
        )
    moment = submission.scheduled_at
    if moment is not None and moment > clock.now() + MOST_AHEAD:
        raise FieldsInvalid.of("scheduledAt", "Choose a moment of the next 30 days.", moment.isoformat())


def _unique(recipients: Sequence[tuple[str, RecipientKind]]) -> list[tuple[str, RecipientKind]]:
    """Each address once, in the first place where it stands."""
    found: dict[str, RecipientKind] = {}
    for address, kind in recipients:
        found.setdefault(cleaned(address), RecipientKind(kind))
    return list(found.items())


def _facts(
    key: KeyIdentity,
    submissions: Sequence[Submission],
    recipients: Sequence[tuple[str, RecipientKind]],
    idempotency_key: str = "",
) -> Facts:
    now = clock.now()
    names = {name for submission in submissions for name in names_of(submission.from_address)}
    keys = {submission.idempotency_key for submission in submissions} | {idempotency_key}
    return checking.facts(
        key.team_id,
        names=sorted(names),
        emails=[email for email, _ in recipients],
        keys=sorted(keys - {""}),
        now=now,
        stale=now - KEEP_KEYS,
    )
