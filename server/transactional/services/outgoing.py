"""Outcomes of outgoing messages: writes states, events and the consequences of rejections in one transaction."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from server.delivery.bounces.classes import BounceClass, should_suppress
from server.delivery.smtp.replies import ReplyOutcome, SendResult
from server.delivery.sql import suppressing
from server.delivery.states import SuppressionReason, SuppressionSource
from server.transactional.services import recording, sandbox_copies, units
from server.transactional.services.recording import NewEvent
from server.transactional.sql import outgoing as sql
from server.transactional.sql.outgoing import ClaimedRecipient, RecipientResult
from server.transactional.states import RecipientState

# After a temporary rejection: like mailings, but sooner at first, because someone waits for the message.
RETRY_AFTER = (
    *(timedelta(seconds=s) for s in (15, 60)),
    *(timedelta(minutes=m) for m in (5, 15, 60, 180, 360, 720, 1440)),
)
RETURN_DELAY = timedelta(seconds=5)
LOST_REPLY = "Our server stopped before the relay responded"
BODY_DELETED_REPLY = "The content of the message is no longer stored"
# Rejections that are not by the recipient's side.
_SENDER_CLASSES = (BounceClass.SENDER, BounceClass.NONE)
_EVENTS = {
    RecipientState.DELIVERED: "delivered",
    RecipientState.DEFERRED: "deferred",
    RecipientState.BOUNCED: "bounced",
    RecipientState.FAILED: "failed",
    RecipientState.SUPPRESSED: "suppressed",
    RecipientState.IN_DOUBT: "inDoubt",
    RecipientState.SANDBOXED: "sandboxed",
}


def build_result(row: ClaimedRecipient, outcome: ReplyOutcome, *, at: datetime, mx: str) -> RecipientResult:
    """The outcome of a recipient by the relay's response; a temporary rejection is retried while attempts are left."""
    said: dict[str, Any] = {
        "code": outcome.code,
        "enhanced": outcome.enhanced,
        "reply": outcome.text,
        "bounce": outcome.bounce,
        "mx": mx,
    }
    if outcome.result is SendResult.SENT:
        return RecipientResult(row, RecipientState.DELIVERED, at, **said)
    if outcome.result is SendResult.IN_DOUBT:
        return RecipientResult(row, RecipientState.IN_DOUBT, at, **said)
    if outcome.result is SendResult.RETRY:
        if row.attempt <= len(RETRY_AFTER):
            return RecipientResult(row, RecipientState.DEFERRED, at, due_at=at + RETRY_AFTER[row.attempt - 1], **said)
        said["bounce"] = BounceClass.SOFT
    state = RecipientState.FAILED if said["bounce"] in _SENDER_CLASSES else RecipientState.BOUNCED
    return RecipientResult(row, state, at, **said)


def build_unsent_result(row: ClaimedRecipient, *, at: datetime) -> RecipientResult | None:
    if row.was == RecipientState.SENDING:
        return RecipientResult(row, RecipientState.IN_DOUBT, at, reply=LOST_REPLY)
    if row.suppressed:
        return RecipientResult(row, RecipientState.SUPPRESSED, at)
    if row.sandbox:
        return RecipientResult(row, RecipientState.SANDBOXED, at)
    return None


def build_missing_body_result(row: ClaimedRecipient, *, at: datetime) -> RecipientResult:
    return RecipientResult(
        row, RecipientState.FAILED, at, code=554, enhanced="5.3.0", reply=BODY_DELETED_REPLY, bounce=BounceClass.SENDER
    )


def build_returned_result(row: ClaimedRecipient, *, at: datetime, wait: timedelta = RETURN_DELAY) -> RecipientResult:
    """The outcome of a recipient that goes back to the queue: its destination had no capacity or the process stops."""
    return RecipientResult(row, RecipientState.QUEUED, at, due_at=at + wait)


def record_results(results: Sequence[RecipientResult]) -> int:
    """Writes outcomes in one transaction. Returns the number of written ones.

    Outcomes that are written already, or that belong to another process now, change nothing and create no event.
    """
    if not results:
        return 0
    copies = sandbox_copies.choose_copies([each.row for each in results if each.state == RecipientState.SANDBOXED])
    with transaction.atomic():
        known = sql.write_results(results)
        by_team: defaultdict[UUID, list[RecipientResult]] = defaultdict(list)
        for result in results:
            if (result.row.message_id, result.row.position) in known:
                by_team[result.row.team_id].append(result)
        copied = copies & known
        # In a fixed order, as everywhere: two processes can write outcomes for the same teams.
        for team_id in sorted(by_team):
            for result in by_team[team_id]:
                if (result.row.message_id, result.row.position) in copied:
                    sandbox_copies.request(result.row)
            if gone := _list_nonexistent_addresses(by_team[team_id]):
                at = max(result.at for result in by_team[team_id])
                suppress(team_id, gone, SuppressionReason.HARD_BOUNCE, at=at)
        recording.append_all(
            {
                team_id: [event for result in done if (event := _build_result_event(result, copied)) is not None]
                for team_id, done in by_team.items()
            }
        )
        for team_id in sorted(by_team):
            _return_suppressed_units(team_id, by_team[team_id])
    return len(known)


def _return_suppressed_units(team_id: UUID, results: Sequence[RecipientResult]) -> None:
    amounts = Counter(
        (result.row.accepted_at.date(), result.row.subaccount_id)
        for result in results
        if result.state == RecipientState.SUPPRESSED and not result.row.sandbox
    )
    if amounts:
        units.return_units(team_id=team_id, amounts=amounts)


def suppress(team_id: UUID, emails: Sequence[str], reason: SuppressionReason, *, at: datetime) -> None:
    """`emails` must be sorted and in lower case."""
    suppressing.add(
        team_id,
        emails=emails,
        reason=reason,
        marketing_only=False,
        expires_at=None,
        source=SuppressionSource.MAIL,
        is_told=False,
        now=at,
    )


def _list_nonexistent_addresses(results: Sequence[RecipientResult]) -> list[str]:
    """Sorted, which is the common lock order."""
    bounced = (result for result in results if result.state == RecipientState.BOUNCED)
    return sorted({result.row.email.lower() for result in bounced if should_suppress(result.bounce)})


def _build_result_event(result: RecipientResult, copied: Collection[tuple[UUID, int]]) -> NewEvent | None:
    kind = _EVENTS.get(RecipientState(result.state))
    if kind is None:
        return None
    is_copied = (result.row.message_id, result.row.position) in copied
    return build_event(result.row, kind, at=result.at, detail={"copied": True} if is_copied else _build_detail(result))


def build_event(row: ClaimedRecipient, kind: str, *, at: datetime, detail: Mapping[str, Any]) -> NewEvent:
    return NewEvent(
        type=kind,
        at=at,
        message_id=row.message_id,
        accepted_at=row.accepted_at,
        position=row.position,
        recipient=row.email,
        subject=row.subject,
        tag=row.tag,
        domain=row.from_address.rpartition("@")[2].lower(),
        domain_id=row.domain_id,
        subaccount_id=row.subaccount_id,
        key_id=row.key_id,
        sender=row.from_address,
        detail=detail,
    )


def _build_detail(result: RecipientResult) -> dict[str, Any]:
    row = result.row
    match result.state:
        case RecipientState.SUPPRESSED:
            return {"check": "suppression", "reason": row.suppressed}
        case RecipientState.SANDBOXED:
            return {}
        case RecipientState.IN_DOUBT:
            return {"reply": result.reply, "attempt": row.attempt, "mx": result.mx}
    said = {
        "code": result.code,
        "enhanced": result.enhanced,
        "reply": result.reply,
        "attempt": row.attempt,
        "mx": result.mx,
    }
    if result.state == RecipientState.DELIVERED:
        began = row.scheduled_at or row.accepted_at
        return said | {"latencyMs": max(0, round((result.at - began).total_seconds() * 1000))}
    if result.state in (RecipientState.BOUNCED, RecipientState.FAILED):
        return said | {"class": str(result.bounce)}
    return said
