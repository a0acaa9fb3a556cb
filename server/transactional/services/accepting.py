"""The one service behind both doors: what it answers is stored.

A submission passes the checks (pipeline.py) by itself. What passed is stored by one transaction, with what else of the
same team waits at that moment (gathering.py): messages, sealed bodies, recipients, events, the units of the quota and
the idempotency keys, or nothing. The sender is woken at its commit.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.core.errors import ApiError, FieldsInvalid, IdempotencyKeyReused
from server.core.idempotency import LONGEST_KEY
from server.core.ids import milliseconds_of, moment_at, uuid7
from server.delivery.mime import headers
from server.plans import quota
from server.plans.features import TRANSACTIONAL_SENT
from server.transactional import header_lines
from server.transactional.composing import OWN_HEADERS
from server.transactional.errors import SubaccountLimitReached
from server.transactional.header_lines import Line
from server.transactional.identities import KeyIdentity
from server.transactional.models import TransactionalBatch
from server.transactional.models.messages import SUBJECT_LENGTH, TAG_LENGTH
from server.transactional.services import bodies, gathering, limits, pipeline, recording
from server.transactional.services.checks.content import cleaned
from server.transactional.services.checks.domain import is_sandbox, names_of
from server.transactional.services.checks.quota import amount
from server.transactional.services.context import Context, Domain, Held
from server.transactional.services.recording import NewEvent
from server.transactional.sql import accepting as sql
from server.transactional.sql import checking
from server.transactional.sql.checking import Facts
from server.transactional.states import MessageState, RecipientKind, RecipientState
from server.transactional.submissions import Accepted, AcceptedBatch, AcceptedRecipient, Rate, Submission

KEEP_KEYS = timedelta(hours=24)
MOST_AHEAD = timedelta(days=30)
MOST_MESSAGES = 1_000
MOST_METADATA = 20
LONGEST_METADATA = 200
METADATA_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
# Kept of the header for who looks at the message later.
MOST_KEPT_HEADERS = 50
MOST_KEPT_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Ready:
    """A submission that has passed, as it will be stored; its id bears the moment of the acceptance."""

    key: KeyIdentity
    submission: Submission
    id: UUID
    accepted_at: datetime
    domain: Domain
    mime: bytes
    lines: Sequence[Line]
    rfc_id: str
    held: Held | None
    sandbox: bool
    counted: int
    recipients: Sequence[AcceptedRecipient]
    suppressed: dict[str, str]
    fingerprint: bytes
    rate: Rate | None

    @property
    def state(self) -> MessageState:
        """The message's first state."""
        if all(each.state == RecipientState.SUPPRESSED for each in self.recipients):
            return MessageState.FINISHED
        if self.held is not None:
            return MessageState.HELD
        return MessageState.SCHEDULED if self.submission.scheduled_at else MessageState.ACCEPTED


def accept(key: KeyIdentity, submission: Submission) -> Accepted:
    """Stores one message; durable when it returns.

    The same submission under the same idempotency key is stored once, and answered alike for 24 hours. Raises
    IdempotencyKeyReused for another under the key, FieldsInvalid, and what the checks raise (errors.py).
    """
    _check_plain(submission)
    recipients = _unique(submission.recipients)
    facts = _facts(key, [submission], recipients)
    fingerprint = fingerprint_of(submission)
    known = facts.known.get(submission.idempotency_key)
    if known is not None:
        return _repeated(known[0], known[1], fingerprint)
    ready = _ready(key, submission, recipients, facts=facts, fingerprint=fingerprint)
    return gathering.store(ready, _store_together)


def accept_many(
    key: KeyIdentity, submissions: Sequence[Submission], *, idempotency_key: str = "", fingerprint: bytes = b""
) -> AcceptedBatch:
    """Stores the messages of one call as a batch, all or none; durable when it returns. Raises as `accept` does.

    The payload of a refusal has the `index` of the submission that was refused. `fingerprint`: as in a submission.
    """
    if not 0 < len(submissions) <= MOST_MESSAGES:
        raise FieldsInvalid.of("recipients", f"Give 1 to {MOST_MESSAGES} recipients.", len(submissions))
    _check_key(idempotency_key)
    each = []
    for index, submission in enumerate(submissions):
        with _named(index):
            _check_plain(submission)
            each.append(_unique(submission.recipients))
    facts = _facts(key, submissions, [pair for pairs in each for pair in pairs], idempotency_key)
    whole = fingerprint or hashlib.sha256(b"".join(map(fingerprint_of, submissions))).digest()
    if idempotency_key and (known := facts.known.get(idempotency_key)) is not None:
        return _repeated_batch(known[0], known[1], whole)
    rate = limits.take(key, len(submissions))
    ready = []
    for index, (submission, recipients) in enumerate(zip(submissions, each, strict=True)):
        with _named(index):
            ready.append(_ready(key, submission, recipients, facts=facts, rate=rate))
    return _store_batch(key, ready, idempotency_key, whole)


def fingerprint_of(submission: Submission) -> bytes:
    """What tells two submissions apart, whatever the door made of them."""
    if submission.fingerprint:
        return submission.fingerprint
    said = [
        submission.from_address,
        [[email, kind] for email, kind in submission.recipients],
        submission.tag,
        dict(submission.metadata),
        submission.template,
        submission.scheduled_at.isoformat() if submission.scheduled_at else None,
        [submission.track_opens, submission.track_clicks, submission.sandbox],
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode() + b"\n" + submission.mime).digest()


@contextmanager
def _named(index: int) -> Iterator[None]:
    """Says in a refusal which of many submissions it is about."""
    try:
        yield
    except ApiError as error:
        error.payload = {**(error.payload or {}), "index": index}
        raise


def _check_key(key: str) -> None:
    if key and (len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable()):
        raise FieldsInvalid.of("idempotencyKey", f"Give 1 to {LONGEST_KEY} printable ASCII characters.", key[:128])


def _check_plain(submission: Submission) -> None:
    """What has nothing to do with the team."""
    _check_key(submission.idempotency_key)
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


def _ready(
    key: KeyIdentity,
    submission: Submission,
    recipients: Sequence[tuple[str, RecipientKind]],
    *,
    facts: Facts,
    fingerprint: bytes = b"",
    rate: Rate | None = None,
) -> Ready:
    accepted_at = moment_at(milliseconds_of(clock.now()))
    if submission.scheduled_at is not None and submission.scheduled_at <= accepted_at:
        submission = replace(submission, scheduled_at=None)
    context = Context(key=key, submission=submission, recipients=recipients, facts=facts, rate=rate)
    held = pipeline.run(context)
    domain = context.sender_domain
    id_ = uuid7(accepted_at)
    lines, rfc_id = _completed(context, id_, accepted_at)
    sandbox = is_sandbox(context)
    waiting = _waiting(submission, held)
    return Ready(
        key=key,
        submission=submission,
        id=id_,
        accepted_at=accepted_at,
        domain=domain,
        mime=header_lines.joined(lines, context.rest),
        lines=lines,
        rfc_id=rfc_id,
        held=held,
        sandbox=sandbox,
        counted=0 if sandbox else amount(context),
        recipients=[
            AcceptedRecipient(email, kind, RecipientState.SUPPRESSED if email in context.suppressed else waiting)
            for email, kind in recipients
        ],
        suppressed=dict(context.suppressed),
        fingerprint=fingerprint,
        rate=context.rate,
    )


def _waiting(submission: Submission, held: Held | None) -> RecipientState:
    if held is not None:
        return RecipientState.HELD
    return RecipientState.SCHEDULED if submission.scheduled_at else RecipientState.QUEUED


def _completed(context: Context, id_: UUID, at: datetime) -> tuple[list[Line], str]:
    """The header without what is for us alone, and with what every mail has; and its Message-ID."""
    kept = [
        line for line in context.lines if line.name != b"bcc" and not OWN_HEADERS.fullmatch(line.name.decode("ascii"))
    ]
    names = {line.name for line in kept}
    found = header_lines.first(kept, b"message-id")
    rfc_id = found.value.decode("ascii", "replace") if found else f"<{id_.hex}@{context.sender_domain.name}>"
    if not found:
        kept.append(Line(b"message-id", b"Message-ID: " + rfc_id.encode() + b"\r\n"))
    if b"date" not in names:
        kept.append(Line(b"date", headers.date(at)))
    if b"mime-version" not in names:
        kept.append(Line(b"mime-version", b"MIME-Version: 1.0\r\n"))
    return kept, rfc_id[:255]


def _store_together(items: Sequence[Ready]) -> list[Accepted | Exception]:
    """Stores messages of one team in one transaction; what fails for one fails for it alone."""
    try:
        with transaction.atomic():
            return _stored(items)
    except Exception as error:
        if len(items) == 1:
            return [error]
    return [result for item in items for result in _store_together([item])]


def _stored(items: Sequence[Ready]) -> list[Accepted | Exception]:
    team_id = items[0].key.team_id
    new, answers = _with_keys(team_id, items)
    if new:
        _write(team_id, new, batch_id=None)
    return [answers.get(item.id) or _accepted(item) for item in items]


def _with_keys(team_id: UUID, items: Sequence[Ready]) -> tuple[list[Ready], dict[UUID, Accepted | Exception]]:
    """Those that are to be stored, and the answers to those that were before, also among themselves."""
    named: dict[str, Ready] = {}
    for item in items:
        if item.submission.idempotency_key:
            named.setdefault(item.submission.idempotency_key, item)
    if not named:
        return list(items), {}
    now = clock.now()
    given = [(key, item.fingerprint, _answer(item)) for key, item in sorted(named.items())]
    taken = sql.take_keys(team_id, given=given, now=now, stale=now - KEEP_KEYS)
    known = (
        checking.facts(team_id, names=(), emails=(), keys=sorted(named), now=now, stale=now - KEEP_KEYS).known
        if len(taken) < len(items)
        else {}
    )
    new: list[Ready] = []
    answers: dict[UUID, Accepted | Exception] = {}
    for item in items:
        key = item.submission.idempotency_key
        if not key or (key in taken and named[key] is item):
            new.append(item)
        else:
            answers[item.id] = _again(known[key], item.fingerprint)
    return new, answers


def _again(known: tuple[str, dict[str, Any]], fingerprint: bytes) -> Accepted | Exception:
    try:
        return _repeated(*known, fingerprint)
    except IdempotencyKeyReused as error:
        return error


def _write(team_id: UUID, items: Sequence[Ready], *, batch_id: UUID | None) -> None:
    sql.store(team_id, _columns(items, batch_id), wake=any(item.state == MessageState.ACCEPTED for item in items))
    recording.append(team_id, [event for item in items for event in _events(item, batch_id)])
    _count(team_id, items)


def _count(team_id: UUID, items: Sequence[Ready]) -> None:
    """Takes the units. Last of all: others of the team wait for the counter until the transaction ends."""
    key = items[0].key
    period = quota.monthly_period(key.plan_starts_at)
    by_subaccount: dict[UUID, int] = {}
    for item in items:
        if item.key.subaccount_id is not None and item.counted:
            by_subaccount[item.key.subaccount_id] = by_subaccount.get(item.key.subaccount_id, 0) + item.counted
    for subaccount_id, units in sorted(by_subaccount.items()):
        if not sql.take_of_subaccount(team_id, subaccount_id=subaccount_id, amount=units, period=period):
            raise SubaccountLimitReached
    units = sum(item.counted for item in items)
    if units:
        quota.use_known(
            team_id=team_id,
            limit=TRANSACTIONAL_SENT,
            amount=units,
            allowed=key.limit,
            starts_at=key.plan_starts_at,
        )


def _store_batch(key: KeyIdentity, ready: Sequence[Ready], idempotency_key: str, fingerprint: bytes) -> AcceptedBatch:
    first = ready[0].submission
    now = clock.now()
    with transaction.atomic():
        batch_id = uuid7(now)
        if idempotency_key:
            answer = {"batchId": str(batch_id), "size": len(ready)}
            given = [(idempotency_key, fingerprint, answer)]
            if not sql.take_keys(key.team_id, given=given, now=now, stale=now - KEEP_KEYS):
                stale = now - KEEP_KEYS
                facts = checking.facts(key.team_id, names=(), emails=(), keys=[idempotency_key], now=now, stale=stale)
                return _repeated_batch(*facts.known[idempotency_key], fingerprint)
        TransactionalBatch.objects.create(
            pk=batch_id,
            team_id=key.team_id,
            key_id=key.key_id,
            subject=first.subject[:SUBJECT_LENGTH],
            tag=first.tag,
            size=len(ready),
            scheduled_at=first.scheduled_at,
            created_at=now,
        )
        _write(key.team_id, ready, batch_id=batch_id)
    return AcceptedBatch(batch_id, len(ready), rate=ready[0].rate)


def _columns(items: Sequence[Ready], batch_id: UUID | None) -> sql.Columns:
    rows: list[dict[str, Any]] = []
    for item in items:
        submission = item.submission
        rows.append(
            {
                "id": item.id,
                "accepted_at": item.accepted_at,
                "key_id": item.key.key_id,
                "subaccount_id": item.key.subaccount_id,
                "domain_id": item.domain.id,
                "batch_id": batch_id,
                "template_id": submission.template_id,
                "resent_from": submission.resent_from,
                "scheduled_at": submission.scheduled_at,
                "size": len(item.mime),
                "template_version": submission.template_version,
                "recipients": len(item.recipients),
                "sandbox": item.sandbox,
                "track_opens": submission.track_opens,
                "track_clicks": submission.track_clicks,
                "via": str(submission.via),
                "state": str(item.state),
                "hold_reason": str(item.held.reason) if item.held else "",
                "from_address": submission.from_address.lower(),
                "from_name": headers.harmless(submission.from_name)[:200],
                "subject": headers.harmless(submission.subject)[:SUBJECT_LENGTH],
                "tag": submission.tag,
                "rfc_id": item.rfc_id,
                "metadata": json.dumps(dict(submission.metadata)),
                "headers": json.dumps(_kept_headers(item.lines)),
                "body_expires_at": bodies.expiry(item.key.body_days, finished=item.state == MessageState.FINISHED),
                "sealed": bodies.sealed(item.mime, team_id=item.key.team_id),
            }
        )
    addressed = [
        {
            "message": item.id,
            "accepted_at": item.accepted_at,
            "position": position,
            "email": each.email,
            "kind": str(each.kind),
            "state": str(each.state),
            "due_at": _due_at(item, each),
        }
        for item in items
        for position, each in enumerate(item.recipients)
    ]
    return sql.Columns(_by_column(rows), _by_column(addressed))


def _by_column(rows: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


def _due_at(item: Ready, recipient: AcceptedRecipient) -> datetime | None:
    if recipient.state == RecipientState.QUEUED:
        return item.accepted_at
    return item.submission.scheduled_at if recipient.state == RecipientState.SCHEDULED else None


def _kept_headers(lines: Sequence[Line]) -> list[list[str]]:
    """Name and value of the fields, as a screen lists them."""
    kept = []
    for line in lines[:MOST_KEPT_HEADERS]:
        name = line.raw.partition(b":")[0].decode("ascii")
        kept.append([name, headers.harmless(line.text)[:MOST_KEPT_CHARACTERS]])
    return kept


def _events(item: Ready, batch_id: UUID | None) -> list[NewEvent]:
    """One of each kind for each recipient that it befell; that it is held befell the message."""
    submission = item.submission
    accepted = {
        "via": str(submission.via),
        "sandbox": item.sandbox,
        "metadata": dict(submission.metadata),
        "batchId": str(batch_id) if batch_id else None,
    }

    def event(type_: str, position: int | None, email: str, detail: dict[str, Any]) -> NewEvent:
        return NewEvent(
            type=type_,
            at=item.accepted_at,
            message_id=item.id,
            accepted_at=item.accepted_at,
            position=position,
            recipient=email,
            subject=headers.harmless(submission.subject)[:SUBJECT_LENGTH],
            tag=submission.tag,
            domain=item.domain.name,
            domain_id=item.domain.id,
            subaccount_id=item.key.subaccount_id,
            key_id=item.key.key_id,
            sender=submission.from_address.lower(),
            detail=detail,
        )

    found = []
    for position, each in enumerate(item.recipients):
        found.append(event("accepted", position, each.email, accepted))
        if each.state == RecipientState.SUPPRESSED:
            why = {"check": "suppression", "reason": item.suppressed[each.email]}
            found.append(event("suppressed", position, each.email, why))
        elif each.state == RecipientState.SCHEDULED and submission.scheduled_at:
            found.append(event("scheduled", position, each.email, {"scheduledAt": submission.scheduled_at.isoformat()}))
    if item.held is not None and item.state == MessageState.HELD:
        found.append(event("held", None, "", {"check": item.held.check, "reason": str(item.held.reason)}))
    return found


def _accepted(item: Ready) -> Accepted:
    return Accepted(item.id, item.accepted_at, item.state, item.recipients, rate=item.rate)


def _answer(item: Ready) -> dict[str, Any]:
    return {
        "id": str(item.id),
        "state": str(item.state),
        "recipients": [[each.email, str(each.kind), str(each.state)] for each in item.recipients],
    }


def _repeated(known: str, answer: dict[str, Any], fingerprint: bytes) -> Accepted:
    if known != fingerprint.hex() or "id" not in answer:
        raise IdempotencyKeyReused
    id_ = UUID(answer["id"])
    recipients = [AcceptedRecipient(*each) for each in answer["recipients"]]
    return Accepted(id_, moment_at(id_.int >> 80), answer["state"], recipients, repeated=True)


def _repeated_batch(known: str, answer: dict[str, Any], fingerprint: bytes) -> AcceptedBatch:
    if known != fingerprint.hex() or "batchId" not in answer:
        raise IdempotencyKeyReused
    return AcceptedBatch(UUID(answer["batchId"]), answer["size"], repeated=True)
