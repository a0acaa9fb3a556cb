"""Bounces and complaints about transactional messages. A token that we signed identifies the recipient.

All functions are idempotent: a report that was recorded before changes nothing.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from server.core import clock
from server.core.ids import get_creation_time
from server.delivery import keys
from server.delivery.bounces.classes import should_suppress
from server.delivery.bounces.reports import FeedbackReport, ReportKind
from server.delivery.own_hosts import is_bounce_host, list_bounce_hosts
from server.delivery.services import subscriptions
from server.delivery.services.bounces import BOUNCE_LOCAL_PART, FEEDBACK_LOCAL_PART, NotYetLogged
from server.delivery.services.bounces import processed_reports as counted
from server.delivery.states import SuppressionReason
from server.delivery.tokens import MessageRecipientKey as Token
from server.transactional.models import Message, MessageRecipient
from server.transactional.services import outgoing, recording
from server.transactional.services.recording import NewEvent
from server.transactional.states import RecipientState

# States that a bounce can follow.
_SENT = (RecipientState.DELIVERED, RecipientState.IN_DOUBT)


class MessageFeedback:
    """Handles transactional messages in the mailbox for bounces (delivery/bounces/mailbox.py)."""

    def is_named(self, address: str) -> bool:
        """Whether the address has a message token that we signed."""
        return _parse_token(address) is not None

    def is_known(self, address: str) -> bool:
        """Whether email to it is accepted: at our own host, or one of the message's sender domain."""
        token, host = _parse_token(address), address.rpartition("@")[2].lower().rstrip(".")
        if token is None:
            return False
        if host in list_bounce_hosts():
            return True
        message = _find_message(token)
        return message is not None and is_bounce_host(host, of=message.from_address.rpartition("@")[2].lower())

    def apply(self, report: FeedbackReport, address: str) -> str | None:
        """Applies a report and returns its result; None if it is about no message. Raises NotYetLogged."""
        token = _parse_token(address)
        if token is None and address.rpartition("@")[0].lower() == FEEDBACK_LOCAL_PART:
            token = _find_token(report)
        if token is None:
            return None
        what = _apply_report(report, token)
        counted.labels(what).inc()
        return what


def _parse_token(address: str) -> Token | None:
    local = address.rpartition("@")[0]
    if not local.lower().startswith(BOUNCE_LOCAL_PART):
        return None
    return keys.get_key_ring().read_message_mailbox(local[len(BOUNCE_LOCAL_PART) :])


def _find_token(report: FeedbackReport) -> Token | None:
    """The token in the email that a complaint encloses; None unless exactly one token of ours is in it."""
    texts = [text.removeprefix(BOUNCE_LOCAL_PART) for text in report.tokens]
    found = {token for token in map(keys.get_key_ring().read_message_mailbox, texts) if token is not None}
    return found.pop() if len(found) == 1 else None


def _find_message(token: Token) -> Message | None:
    # across teams: the token names the message, and with it the team
    return Message.objects.filter(pk=token.message_id, accepted_at=get_creation_time(token.message_id)).first()


def _apply_report(report: FeedbackReport, token: Token) -> str:
    match report.kind:
        case ReportKind.BOUNCE:
            return "bounced" if record_bounce(token, report) else "known"
        case ReportKind.COMPLAINT:
            return "complained" if record_complaint(token, why=report.why) else "known"
        case ReportKind.OPT_OUT:
            return "optedOut" if record_opt_out(token) else "known"
        case ReportKind.IGNORED:
            return "ignored"


def record_bounce(token: Token, report: FeedbackReport) -> bool:
    """Records a bounce. False if it is recorded already, or nothing was sent. Raises NotYetLogged."""
    now = clock.now()
    with transaction.atomic():
        found = _lock_recipient(token)
        if found is None:
            return False
        message, recipient = found
        if recipient.state == RecipientState.SENDING:
            raise NotYetLogged
        if recipient.state not in _SENT:
            return False
        recipient.state, recipient.bounce = RecipientState.BOUNCED, report.bounce
        recipient.code, recipient.enhanced = report.code, report.enhanced[:11]
        recipient.reply = report.diagnostic[:300]
        _filter_recipient(token, recipient).update(
            state=recipient.state,
            bounce=recipient.bounce,
            code=recipient.code,
            enhanced=recipient.enhanced,
            reply=recipient.reply,
        )
        if should_suppress(report.bounce):
            outgoing.suppress(message.team_id, [recipient.email.lower()], SuppressionReason.HARD_BOUNCE, at=now)
        detail = {
            "code": report.code,
            "enhanced": recipient.enhanced,
            "reply": recipient.reply,
            "class": str(report.bounce),
            "attempt": recipient.attempt,
            "byMail": True,
        }
        recording.append(message.team_id, [_build_event(message, recipient, "bounced", now, detail)])
    subscriptions.update_contacts()
    return True


def record_complaint(token: Token, *, why: str = "abuse") -> bool:
    """Records a spam complaint from a provider: suppresses all email of the team. False if it is recorded already."""
    return _record_unwanted(token, "complained", SuppressionReason.COMPLAINT, {"feedback": why})


def record_opt_out(token: Token) -> bool:
    """Unsubscribes the recipient at a provider's request. False if that is recorded already."""
    return _record_unwanted(token, "unsubscribed", SuppressionReason.UNSUBSCRIBED, {"feedback": "opt-out"})


def _record_unwanted(token: Token, kind: str, reason: SuppressionReason, detail: dict[str, str]) -> bool:
    now = clock.now()
    with transaction.atomic():
        found = _lock_recipient(token)
        # A repeated report must not undo later decisions.
        if found is None or found[1].complained_at is not None:
            return False
        message, recipient = found
        _filter_recipient(token, recipient).update(complained_at=now)
        outgoing.suppress(message.team_id, [recipient.email.lower()], reason, at=now)
        recording.append(message.team_id, [_build_event(message, recipient, kind, now, detail)])
    subscriptions.update_contacts()
    return True


def _lock_recipient(token: Token) -> tuple[Message, MessageRecipient] | None:
    message = _find_message(token)
    if message is None:
        return None
    rows = MessageRecipient.objects.for_team(message.team_id).filter(
        message_id=message.pk, position=token.position, accepted_at=message.accepted_at
    )
    recipient = rows.select_for_update().first()
    return None if recipient is None else (message, recipient)


def _filter_recipient(token: Token, recipient: MessageRecipient) -> QuerySet[MessageRecipient]:
    return MessageRecipient.objects.for_team(recipient.team_id).filter(
        message_id=token.message_id, position=token.position, accepted_at=recipient.accepted_at
    )


def _build_event(
    message: Message, recipient: MessageRecipient, kind: str, at: datetime, detail: dict[str, object] | dict[str, str]
) -> NewEvent:
    return NewEvent(
        type=kind,
        at=at,
        message_id=message.pk,
        accepted_at=message.accepted_at,
        position=recipient.position,
        recipient=recipient.email,
        subject=message.subject,
        tag=message.tag,
        domain=message.from_address.rpartition("@")[2].lower(),
        domain_id=message.domain_id,
        subaccount_id=message.subaccount_id,
        key_id=message.key_id,
        sender=message.from_address,
        detail=detail,
    )
