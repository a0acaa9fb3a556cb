"""Accepts messages from SMTP and HTTP. Once it returns, they are committed.

Requests that arrive at the same moment are accepted together (`accept_each`), whatever their team. Each is parsed and
validated (validate.py), one statement loads the data for the checks, and each passes the checks separately (check.py).
Then one transaction stores the accepted ones (store.py): messages, encrypted bodies, recipients, events, units of the
quota and idempotency keys. An error in one affects only its own result. The sender is woken at the commit.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from server.core.errors import ApiError, FieldsInvalid
from server.delivery.tags.budget import Budget
from server.transactional.causes import RECIPIENT_COUNT
from server.transactional.identities import KeyIdentity
from server.transactional.intake import check, free_space, rejections, store
from server.transactional.intake.accepted_messages import AcceptedMessage, check_each
from server.transactional.intake.checks import domain
from server.transactional.intake.checks import key as key_check
from server.transactional.intake.checks.content import clean_recipient
from server.transactional.intake.context import SubmissionContext
from server.transactional.intake.rejections import Rejection
from server.transactional.intake.requests import SubmissionRequest
from server.transactional.intake.submissions import AcceptedBatch, AcceptedSubmission, SlowSubmission, Submission
from server.transactional.intake.validate import validate
from server.transactional.services import idempotency, keys, limits
from server.transactional.services.keys import Credential
from server.transactional.states import RecipientKind, Scope

MAX_MESSAGES = 1_000

# A message with its key (None if unknown), or the error that prevents parsing it.
ParsedSubmission = tuple[KeyIdentity | None, Submission | Exception]
_Item = TypeVar("_Item")
_Done = TypeVar("_Done")


def accept(key: KeyIdentity, submission: Submission) -> AcceptedSubmission:
    """Stores one message; durable when it returns.

    The same submission under the same idempotency key is stored once, and has the same result for 24 hours. Raises
    IdempotencyKeyReused for another under the key, FieldsInvalid, ServerFull, and what the checks raise:
    FromNotAllowed, TrxDomainNotVerified, TooManyRecipients, RecipientInvalid, HeaderUnsafe, ContentInvalid, InvalidTag,
    MessageTooLarge, SubaccountInactive, SubaccountLimitReached, QuotaExceeded, TooManyRequests.
    """
    [result] = _accept_parsed([(key, submission)])
    if isinstance(result, Exception):
        raise result
    return result


def accept_each(
    requests: Sequence[SubmissionRequest], *, share: float = 1.0
) -> list[tuple[KeyIdentity, AcceptedSubmission] | Exception]:
    """Stores messages of any teams, each with its key; durable when it returns.

    The result of a message that is not stored is the exception: of `accept`, of finding its key, or of parsing it.
    Rejections of a known key are recorded (rejections.py). `share` is the fraction of the budget for filling a message;
    the result of one that takes more is SlowSubmission. Raises what prevents storing all of them.
    """
    parsed = [_parse(request, key, share) for request, key in zip(requests, _find_keys(requests), strict=True)]
    results = _accept_parsed(parsed)
    rejected = [_build_rejection(*each) for each in zip(requests, parsed, results, strict=True)]
    rejections.record([each for each in rejected if each is not None])
    return [
        result if isinstance(result, Exception) else (_require_key(key), result)
        for (key, _), result in zip(parsed, results, strict=True)
    ]


def check_batch(key: KeyIdentity, submission: Submission, addresses: Sequence[str]) -> None:
    """Checks recipients, key, domain and quota of a batch that is not composed yet.

    `submission` has the fields that all its messages share. Raises what `accept_many` raises for them. A rejected batch
    counts against the rates, as it does there.
    """
    recipients = []
    for index, address in enumerate(addresses):
        with _adding_index(index):
            recipients.append((clean_recipient(address), RecipientKind.TO))
    context = SubmissionContext(key, replace(submission, recipients=recipients))
    check.load_facts([context])
    free_space.check()
    try:
        with _adding_index(0):
            key_check.run(context)
            domain.run(context)
        if not domain.is_sandbox(context):
            store.check_units(key, sum(email not in context.facts.suppressed for email, _ in recipients))
    except ApiError:
        limits.count_messages(key, len(addresses))
        raise


def accept_many(
    key: KeyIdentity, submissions: Sequence[Submission], *, idempotency_key: str = "", fingerprint: bytes = b""
) -> AcceptedBatch:
    """Stores the messages of one call as a batch, all or none; durable when it returns. Raises as `accept` does.

    The payload of a rejection has the `index` of the submission that was rejected. `fingerprint`: as in a submission.
    """
    if not 0 < len(submissions) <= MAX_MESSAGES:
        raise FieldsInvalid.of("recipients", RECIPIENT_COUNT, len(submissions), max=MAX_MESSAGES)
    idempotency.check_key(idempotency_key)
    idempotency_key = idempotency.build_scoped_key(key, idempotency_key)
    contexts = []
    for index, submission in enumerate(submissions):
        with _adding_index(index):
            contexts.append(SubmissionContext(key, validate(key, submission)))
    check.load_facts(contexts, batch_key=idempotency_key)
    whole = fingerprint or hashlib.sha256(b"".join(each.submission.fingerprint for each in contexts)).digest()
    if idempotency_key and (stored := contexts[0].facts.known.get(idempotency_key)) is not None:
        return idempotency.restore_batch(*stored, whole)
    free_space.check()
    rate = limits.count_messages(key, len(submissions))
    for context in contexts:
        context.rate = rate
    messages = []
    for index, checked in enumerate(check_each(contexts)):
        with _adding_index(index):
            if isinstance(checked, Exception):
                raise checked
            messages.append(checked)
    return store.store_batch(key, messages, idempotency_key, whole)


@contextmanager
def _adding_index(index: int) -> Iterator[None]:
    try:
        yield
    except ApiError as error:
        error.payload = {**(error.payload or {}), "index": index}
        raise


def _find_keys(requests: Sequence[SubmissionRequest]) -> list[KeyIdentity | ApiError]:
    credentials = list(dict.fromkeys(each.caller for each in requests if isinstance(each.caller, Credential)))
    found = dict(zip(credentials, keys.resolve_each(credentials), strict=True)) if credentials else {}
    return [found[each.caller] if isinstance(each.caller, Credential) else each.caller for each in requests]


def _parse(request: SubmissionRequest, key: KeyIdentity | ApiError, share: float) -> ParsedSubmission:
    if isinstance(key, ApiError):
        return None, key
    budget = Budget(share)
    try:
        if isinstance(request.caller, Credential):
            keys.check_use(key, Scope.SEND)
        return key, request.parse(key, budget)
    except Exception as error:
        return key, SlowSubmission() if share < 1.0 and budget.is_exceeded else error


def _accept_parsed(parsed: Sequence[ParsedSubmission]) -> list[AcceptedSubmission | Exception]:
    results: dict[int, AcceptedSubmission | Exception] = {}
    valid = _apply(_validate, dict(enumerate(parsed)), results)
    check.load_facts(valid.values())
    contexts = _apply(_find_repeated, valid, results)
    messages: dict[int, AcceptedMessage] = {}
    for position, checked in zip(contexts, check_each(list(contexts.values())), strict=True):
        if isinstance(checked, AcceptedMessage):
            messages[position] = checked
        else:
            results[position] = checked
    results |= zip(messages, store.store(list(messages.values())), strict=True)
    return [result for _, result in sorted(results.items())]


def _apply(
    function: Callable[[_Item], _Done | AcceptedSubmission],
    items: Mapping[int, _Item],
    results: dict[int, AcceptedSubmission | Exception],
) -> dict[int, _Done]:
    """Applies the function to each item. Errors and earlier results are added to `results` instead."""
    done: dict[int, _Done] = {}
    for position, item in items.items():
        try:
            value = function(item)
        except Exception as error:
            results[position] = error
        else:
            if isinstance(value, AcceptedSubmission):
                results[position] = value
            else:
                done[position] = value
    return done


def _validate(parsed: ParsedSubmission) -> SubmissionContext:
    key, submission = parsed
    if isinstance(submission, Exception):
        raise submission
    return SubmissionContext(_require_key(key), validate(_require_key(key), submission))


def _find_repeated(context: SubmissionContext) -> SubmissionContext | AcceptedSubmission:
    """The message accepted before under the idempotency key, or else the context to check."""
    stored = context.facts.known.get(context.submission.idempotency_key)
    if stored is not None:
        return idempotency.restore_submission(*stored, context.submission.fingerprint)
    free_space.check()
    return context


def _require_key(key: KeyIdentity | None) -> KeyIdentity:
    if key is None:
        raise RuntimeError("A message was accepted without a known key")
    return key


def _build_rejection(
    request: SubmissionRequest, parsed: ParsedSubmission, result: AcceptedSubmission | Exception
) -> Rejection | None:
    key, submission = parsed
    if key is None or not isinstance(result, ApiError):
        return None
    summary = request.summary if isinstance(submission, Exception) else submission.summary
    return rejections.build_rejection(key, request.via, result, summary)
