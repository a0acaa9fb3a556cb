"""The one service behind both doors: what it answers is stored.

What comes in at the same moment is accepted together (`accept_each`), whatever its team: what the checks need is asked
for by one statement, each passes the checks by itself (check.py), and what passed is made ready (prepare.py) and
stored by one transaction (store.py): messages, sealed bodies, recipients, events, the units of the quota and the
idempotency keys. What is wrong with one is answered for it alone. The sender is woken at the commit.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TypeVar
from uuid import UUID

from server.core import clock
from server.core.causes import TOO_LONG
from server.core.errors import ApiError, FieldsInvalid
from server.delivery.tags.budget import Budget
from server.transactional.causes import INVALID_METADATA, RECIPIENT_COUNT, TOO_FAR_AHEAD
from server.transactional.identities import KeyIdentity
from server.transactional.intake import free_space, prepare, rejections, store
from server.transactional.intake.checks import domain
from server.transactional.intake.checks import key as key_check
from server.transactional.intake.checks.content import cleaned
from server.transactional.intake.checks.domain import names_of
from server.transactional.intake.context import Context
from server.transactional.intake.prepare import Coming, Ready
from server.transactional.intake.rejections import Noting, Refusal
from server.transactional.intake.submissions import Accepted, AcceptedBatch, Lengthy, Submission
from server.transactional.models.messages import TAG_LENGTH
from server.transactional.schemas.messages import MOST_METADATA
from server.transactional.services import idempotency, keys, limits
from server.transactional.services.idempotency import KEEP_KEYS
from server.transactional.services.keys import Credential
from server.transactional.sql import checking
from server.transactional.sql.checking import Asked, Facts
from server.transactional.states import RecipientKind, Scope, Via

MOST_AHEAD = timedelta(days=30)
MOST_MESSAGES = 1_000
LONGEST_METADATA = 200
METADATA_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


Recipients = Sequence[tuple[str, RecipientKind]]
_Item = TypeVar("_Item")
_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class Handed:
    """What somebody hands in: by a key, or by what it is found, and what is made of it once the key is known.

    `read` takes the budget of filling it, and may raise Lengthy where that is a share. `noting` has what the door knows
    of it, should it not come to be read, and what `read` has found out by then.
    """

    who: KeyIdentity | Credential
    read: Callable[[KeyIdentity, Budget], Submission]
    via: Via
    noting: Noting = field(default_factory=Noting)


def accept(key: KeyIdentity, submission: Submission) -> Accepted:
    """Stores one message; durable when it returns.

    The same submission under the same idempotency key is stored once, and answered alike for 24 hours. Raises
    IdempotencyKeyReused for another under the key, FieldsInvalid, ServerFull, and what the checks raise:
    FromNotAllowed, TrxDomainNotVerified, TooManyRecipients, RecipientInvalid, HeaderUnsafe, ContentInvalid, InvalidTag,
    MessageTooLarge, SubaccountInactive, SubaccountLimitReached, QuotaLimitExceeded, TooManyRequests.
    """
    [result] = _accepted_each([_Read(key, submission)])
    if isinstance(result, Exception):
        raise result
    return result


def accept_each(handed: Sequence[Handed], *, share: float = 1.0) -> list[tuple[KeyIdentity, Accepted] | Exception]:
    """Stores messages of any teams, each with its key; durable when it returns.

    The result of a message that is not stored is the exception: of `accept`, of finding its key, or of reading it.
    Refusals to a known key are recorded (rejections.py). With a `share` of what filling a message may cost, the result
    of one that takes more is Lengthy. Raises what prevents storing all of them.
    """
    read = [_read(each, key, share) for each, key in zip(handed, _known(handed), strict=True)]
    results = _accepted_each(read)
    rejections.note([refused for each in zip(handed, read, results, strict=True) if (refused := _refusal(*each))])
    return [
        result if isinstance(result, Exception) else (_key_of(each), result)
        for each, result in zip(read, results, strict=True)
    ]


def _accepted_each(read: Sequence["_Read"]) -> list[Accepted | Exception]:
    results: dict[int, Accepted | Exception] = {}
    looked = _of_each(_look, dict(enumerate(read)), results)
    facts = _facts(list(looked.values()))
    coming = _of_each(lambda each: _coming(each, facts[each.key.team_id]), looked, results)
    ready: dict[int, Ready] = {}
    for place, prepared in zip(coming, prepare.prepare(list(coming.values())), strict=True):
        if isinstance(prepared, Ready):
            ready[place] = prepared
        else:
            results[place] = prepared
    results |= zip(ready, store.store(list(ready.values())), strict=True)
    return [result for _, result in sorted(results.items())]


def _of_each(
    function: Callable[[_Item], _Done | Accepted], items: Mapping[int, _Item], results: dict[int, Accepted | Exception]
) -> dict[int, _Done]:
    """What the function makes of each by its place; what ends there is a result."""
    done: dict[int, _Done] = {}
    for place, item in items.items():
        try:
            made = function(item)
        except Exception as error:
            results[place] = error
        else:
            if isinstance(made, Accepted):
                results[place] = made
            else:
                done[place] = made
    return done


def check_batch(key: KeyIdentity, submission: Submission, addresses: Sequence[str]) -> None:
    """Checks recipients, key, domain and quota of a batch that is not composed yet. `submission` is what they share.

    Raises what `accept_many` raises for them. A rejected batch counts under the rates, as it does there.
    """
    emails = []
    for index, address in enumerate(addresses):
        with _named(index):
            emails.append(cleaned(address))
    recipients = [(email, RecipientKind.TO) for email in emails]
    facts = _facts([_Looked(key, submission, recipients, b"")])[key.team_id]
    free_space.check()
    context = Context(key=key, submission=submission, recipients=recipients, facts=facts)
    try:
        with _named(0):
            key_check.run(context)
            domain.run(context)
        if not domain.is_sandbox(context):
            store.check_units(key, sum(email not in facts.suppressed for email in emails))
    except ApiError:
        limits.take(key, len(addresses))
        raise


def accept_many(
    key: KeyIdentity, submissions: Sequence[Submission], *, idempotency_key: str = "", fingerprint: bytes = b""
) -> AcceptedBatch:
    """Stores the messages of one call as a batch, all or none; durable when it returns. Raises as `accept` does.

    The payload of a refusal has the `index` of the submission that was refused. `fingerprint`: as in a submission.
    """
    if not 0 < len(submissions) <= MOST_MESSAGES:
        raise FieldsInvalid.of("recipients", RECIPIENT_COUNT, len(submissions), max=MOST_MESSAGES)
    idempotency.check_key(idempotency_key)
    idempotency_key = idempotency.scoped(key, idempotency_key)
    looked = []
    for index, submission in enumerate(submissions):
        with _named(index):
            looked.append(_well_formed(key, submission))
    facts = _facts(looked, Asked(keys=frozenset({idempotency_key} - {""})))[key.team_id]
    whole = fingerprint or hashlib.sha256(b"".join(each.fingerprint for each in looked)).digest()
    if idempotency_key and (known := facts.known.get(idempotency_key)) is not None:
        return idempotency.repeated_batch(known[0], known[1], whole)
    free_space.check()
    rate = limits.take(key, len(submissions))
    ready = []
    coming = [Coming(key, each.submission, each.recipients, facts, rate=rate) for each in looked]
    for index, prepared in enumerate(prepare.prepare(coming)):
        with _named(index):
            if isinstance(prepared, Exception):
                raise prepared
            ready.append(prepared)
    return store.store_batch(key, ready, idempotency_key, whole)


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
        raise FieldsInvalid.of("tag", TOO_LONG, submission.tag[:TAG_LENGTH], max=TAG_LENGTH)
    if len(submission.metadata) > MOST_METADATA or not all(
        METADATA_KEY.fullmatch(name) and len(value) <= LONGEST_METADATA for name, value in submission.metadata.items()
    ):
        raise FieldsInvalid.of("metadata", INVALID_METADATA, max=MOST_METADATA, maxCharacters=LONGEST_METADATA)
    moment = submission.scheduled_at
    if moment is not None and moment > clock.now() + MOST_AHEAD:
        raise FieldsInvalid.of("scheduledAt", TOO_FAR_AHEAD, moment.isoformat(), max=MOST_AHEAD.days)


def _unique(recipients: Recipients) -> Recipients:
    """Each address once, in the first place where it stands."""
    found: dict[str, RecipientKind] = {}
    for address, kind in recipients:
        found.setdefault(cleaned(address), RecipientKind(kind))
    return list(found.items())


@dataclass(frozen=True, slots=True)
class _Looked:
    """A submission that is well formed."""

    key: KeyIdentity
    submission: Submission
    recipients: Recipients
    fingerprint: bytes


@dataclass(frozen=True, slots=True)
class _Read:
    """Whose it is, if that is known, and what was handed in, if it could be read."""

    key: KeyIdentity | None
    submission: Submission | Exception


def _read(handed: Handed, key: KeyIdentity | ApiError, share: float) -> _Read:
    if isinstance(key, ApiError):
        return _Read(None, key)
    budget = Budget(share)
    try:
        if isinstance(handed.who, Credential):
            keys.check_use(key, Scope.SEND)
        return _Read(key, handed.read(key, budget))
    except Exception as error:
        return _Read(key, Lengthy() if share < 1.0 and budget.is_exceeded else error)


def _key_of(read: _Read) -> KeyIdentity:
    if read.key is None:
        raise RuntimeError("A message was accepted without a known key")
    return read.key


def _refusal(handed: Handed, read: _Read, result: Accepted | Exception) -> Refusal | None:
    if read.key is None or not isinstance(result, ApiError):
        return None
    submission = read.submission
    about = handed.noting.about if isinstance(submission, Exception) else rejections.of_submission(submission)
    return rejections.of_error(read.key, handed.via, result, about)


def _look(read: _Read) -> _Looked:
    if isinstance(read.submission, Exception):
        raise read.submission
    return _well_formed(_key_of(read), read.submission)


def _well_formed(key: KeyIdentity, submission: Submission) -> _Looked:
    _check_plain(submission)
    fingerprint = idempotency.fingerprint_of(submission)
    named = replace(submission, idempotency_key=idempotency.scoped(key, submission.idempotency_key))
    return _Looked(key, named, _unique(submission.recipients), fingerprint)


def _known(handed: Sequence[Handed]) -> list[KeyIdentity | ApiError]:
    unknown = list(dict.fromkeys(each.who for each in handed if isinstance(each.who, Credential)))
    found = dict(zip(unknown, keys.known_each(unknown), strict=True)) if unknown else {}
    return [found[each.who] if isinstance(each.who, Credential) else each.who for each in handed]


def _facts(looked: Sequence[_Looked], besides: Asked | None = None) -> dict[UUID, Facts]:
    """What the checks need to know of each team."""
    if not looked:
        return {}
    now = clock.now()
    asked: defaultdict[UUID, list[Asked]] = defaultdict(list)
    for each in looked:
        asked[each.key.team_id].append(
            Asked(
                frozenset(names_of(each.submission.from_address)),
                frozenset(email for email, _ in each.recipients),
                frozenset({each.submission.idempotency_key} - {""}),
            )
        )
    return checking.facts(
        {team_id: Asked.of([*each, *([besides] if besides else ())]) for team_id, each in asked.items()},
        now=now,
        stale=now - KEEP_KEYS,
    )


def _coming(looked: _Looked, facts: Facts) -> Coming | Accepted:
    """What is to be checked; of one that was accepted before, what was answered."""
    known = facts.known.get(looked.submission.idempotency_key)
    if known is not None:
        return idempotency.repeated(known[0], known[1], looked.fingerprint)
    free_space.check()
    return Coming(looked.key, looked.submission, looked.recipients, facts, looked.fingerprint)
