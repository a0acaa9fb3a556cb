"""Messages that have passed the checks, ready to be stored: id, header, and the first state of each recipient."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.core import clock
from server.core.ids import from_milliseconds, to_milliseconds, uuid7
from server.delivery.mime import headers
from server.transactional import header_lines
from server.transactional.composing import OWN_HEADERS
from server.transactional.header_lines import HeaderLine, find_single_mailbox
from server.transactional.identities import KeyIdentity
from server.transactional.intake import check
from server.transactional.intake.checks.domain import is_sandbox, list_enclosing_names
from server.transactional.intake.checks.quota import count_units
from server.transactional.intake.context import Domain, Quarantine, SubmissionContext
from server.transactional.intake.submissions import AcceptedRecipient, AcceptedSubmission, Rate, Submission
from server.transactional.services import limits
from server.transactional.states import MessageState, RecipientState


@dataclass(frozen=True, slots=True)
class AcceptedMessage:
    """A submission that has passed; its id contains the time of the acceptance.

    `rest` is a view of the submission's MIME, so that a large message exists once until it is encrypted. `scheduled_at`
    is in the future. `units`: its use of the quota.
    """

    key: KeyIdentity
    submission: Submission
    id: UUID
    accepted_at: datetime
    scheduled_at: datetime | None
    domain: Domain
    lines: Sequence[HeaderLine]
    rest: memoryview
    rfc_id: str
    hold: Quarantine | None
    is_sandbox: bool
    units: int
    recipients: Sequence[AcceptedRecipient]
    suppressed: dict[str, str]
    rate: Rate | None

    @property
    def state(self) -> MessageState:
        if all(each.state == RecipientState.SUPPRESSED for each in self.recipients):
            return MessageState.FINISHED
        if self.hold is not None:
            return MessageState.HELD
        return MessageState.SCHEDULED if self.scheduled_at else MessageState.ACCEPTED

    @property
    def size_bytes(self) -> int:
        return header_lines.count_message_bytes(self.lines, self.rest)

    @property
    def accepted(self) -> AcceptedSubmission:
        return AcceptedSubmission(self.id, self.accepted_at, self.state, self.recipients, rate=self.rate)

    def build_mime(self) -> bytes:
        return header_lines.join_message(self.lines, self.rest)


def check_each(contexts: Sequence[SubmissionContext]) -> list[AcceptedMessage | Exception]:
    accepted_at = from_milliseconds(to_milliseconds(clock.now()))
    checked = [
        error or _build_accepted(context, accepted_at)
        for context, error in zip(contexts, check.run(contexts), strict=True)
    ]
    return _apply_sandbox_limits(checked)


def _apply_sandbox_limits(checked: Sequence[AcceptedMessage | Exception]) -> list[AcceptedMessage | Exception]:
    tested = [each for each in checked if isinstance(each, AcceptedMessage) and each.is_sandbox]
    errors = limits.count_sandbox_bytes([(each.key.team_id, each.size_bytes) for each in tested])
    exceeded = {each.id: error for each, error in zip(tested, errors, strict=True) if error is not None}
    return [exceeded.get(each.id, each) if isinstance(each, AcceptedMessage) else each for each in checked]


def _build_accepted(context: SubmissionContext, accepted_at: datetime) -> AcceptedMessage:
    submission, id_, sandbox = context.submission, uuid7(accepted_at), is_sandbox(context)
    is_late = submission.scheduled_at is not None and submission.scheduled_at <= accepted_at
    scheduled_at = None if is_late else submission.scheduled_at
    lines, rfc_id = _complete_header(context, id_, accepted_at)
    waiting = _get_waiting_state(context.hold, scheduled_at)
    return AcceptedMessage(
        key=context.key,
        submission=submission,
        id=id_,
        accepted_at=accepted_at,
        scheduled_at=scheduled_at,
        domain=context.sender_domain,
        lines=lines,
        rest=context.rest,
        rfc_id=rfc_id,
        hold=context.hold,
        is_sandbox=sandbox,
        units=0 if sandbox else count_units(context),
        recipients=[
            AcceptedRecipient(email, kind, RecipientState.SUPPRESSED if email in context.suppressed else waiting)
            for email, kind in submission.recipients
        ],
        suppressed=dict(context.suppressed),
        rate=context.rate,
    )


def _get_waiting_state(hold: Quarantine | None, scheduled_at: datetime | None) -> RecipientState:
    if hold is not None:
        return RecipientState.HELD
    return RecipientState.SCHEDULED if scheduled_at else RecipientState.QUEUED


def _should_send_field(line: HeaderLine, domain: Domain) -> bool:
    """Whether a field is sent: not if it is for us alone, or a Sender of another domain, which readers would see."""
    if line.name == b"sender":
        _, address = find_single_mailbox(line) or ("", "")
        return headers.is_address(address) and domain.name in list_enclosing_names(address.lower())
    return line.name != b"bcc" and not OWN_HEADERS.fullmatch(line.name.decode("ascii"))


def _complete_header(context: SubmissionContext, id_: UUID, accepted_at: datetime) -> tuple[list[HeaderLine], str]:
    """The header without our own fields, completed with required ones; and its Message-ID."""
    kept = [line for line in context.lines if _should_send_field(line, context.sender_domain)]
    names = {line.name for line in kept}
    found = header_lines.find_first(kept, b"message-id")
    rfc_id = found.value.decode("ascii", "replace") if found else f"<{id_.hex}@{context.sender_domain.name}>"
    if not found:
        kept.append(HeaderLine(b"message-id", b"Message-ID: " + rfc_id.encode() + b"\r\n"))
    if b"date" not in names:
        kept.append(HeaderLine(b"date", headers.build_date(accepted_at)))
    if b"mime-version" not in names:
        kept.append(HeaderLine(b"mime-version", b"MIME-Version: 1.0\r\n"))
    return kept, rfc_id[:255]
