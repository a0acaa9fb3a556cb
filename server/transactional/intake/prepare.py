"""What has passed the checks, made ready to be stored: its id, its header, and where each recipient begins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from server.core import clock
from server.core.ids import milliseconds_of, moment_at, uuid7
from server.delivery.mime import headers
from server.transactional import header_lines
from server.transactional.composing import OWN_HEADERS
from server.transactional.header_lines import Line, single_mailbox
from server.transactional.identities import KeyIdentity
from server.transactional.intake import check
from server.transactional.intake.checks.domain import is_sandbox, names_of
from server.transactional.intake.checks.quota import amount
from server.transactional.intake.context import Context, Domain, Held
from server.transactional.intake.submissions import Accepted, AcceptedRecipient, Rate, Submission
from server.transactional.services import limits
from server.transactional.sql.checking import Facts
from server.transactional.states import MessageState, RecipientKind, RecipientState


@dataclass(frozen=True, slots=True)
class Ready:
    """A submission that has passed, as it will be stored; its id bears the moment of the acceptance.

    `rest` is a view of the submission's MIME, so that a large message exists once until it is sealed.
    """

    key: KeyIdentity
    submission: Submission
    id: UUID
    accepted_at: datetime
    domain: Domain
    lines: Sequence[Line]
    rest: memoryview
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

    @property
    def size_bytes(self) -> int:
        """The size of the whole message."""
        return header_lines.joined_bytes(self.lines, self.rest)

    @property
    def accepted(self) -> Accepted:
        """What is answered once it is stored."""
        return Accepted(self.id, self.accepted_at, self.state, self.recipients, rate=self.rate)

    def build_mime(self) -> bytes:
        """A new copy of the whole message."""
        return header_lines.joined(self.lines, self.rest)


@dataclass(frozen=True, slots=True)
class Coming:
    """A submission with each of its recipients once, and what is known of its team."""

    key: KeyIdentity
    submission: Submission
    recipients: Sequence[tuple[str, RecipientKind]]
    facts: Facts
    fingerprint: bytes = b""
    # Of a batch: what is left of the limits, under which it was counted before.
    rate: Rate | None = None


def prepare(coming: Sequence[Coming]) -> list[Ready | Exception]:
    """Has submissions checked (check.py): each ready to be stored, or what refuses it."""
    accepted_at = moment_at(milliseconds_of(clock.now()))
    contexts = [
        Context(
            key=each.key,
            submission=_in_time(each.submission, accepted_at),
            recipients=each.recipients,
            facts=each.facts,
            rate=each.rate,
        )
        for each in coming
    ]
    prepared = [
        found if isinstance(found, Exception) else _ready(context, found, each.fingerprint, accepted_at)
        for each, context, found in zip(coming, contexts, check.run(contexts), strict=True)
    ]
    return _within_sandbox(prepared)


def _within_sandbox(prepared: Sequence[Ready | Exception]) -> list[Ready | Exception]:
    """The same, with the error in place of a sandbox message beyond the bytes of its team's day."""
    tested = [each for each in prepared if isinstance(each, Ready) and each.sandbox]
    errors = limits.take_sandbox_bytes([(each.key.team_id, each.size_bytes) for each in tested])
    exceeded = {each.id: error for each, error in zip(tested, errors, strict=True) if error is not None}
    return [exceeded.get(each.id, each) if isinstance(each, Ready) else each for each in prepared]


def _in_time(submission: Submission, now: datetime) -> Submission:
    """Without a moment that is over."""
    is_late = submission.scheduled_at is not None and submission.scheduled_at <= now
    return replace(submission, scheduled_at=None) if is_late else submission


def _ready(context: Context, held: Held | None, fingerprint: bytes, accepted_at: datetime) -> Ready:
    submission, id_, sandbox = context.submission, uuid7(accepted_at), is_sandbox(context)
    lines, rfc_id = _completed(context, id_, accepted_at)
    waiting = _waiting(submission, held)
    return Ready(
        key=context.key,
        submission=submission,
        id=id_,
        accepted_at=accepted_at,
        domain=context.sender_domain,
        lines=lines,
        rest=context.rest,
        rfc_id=rfc_id,
        held=held,
        sandbox=sandbox,
        counted=0 if sandbox else amount(context),
        recipients=[
            AcceptedRecipient(email, kind, RecipientState.SUPPRESSED if email in context.suppressed else waiting)
            for email, kind in context.recipients
        ],
        suppressed=dict(context.suppressed),
        fingerprint=fingerprint,
        rate=context.rate,
    )


def _waiting(submission: Submission, held: Held | None) -> RecipientState:
    if held is not None:
        return RecipientState.HELD
    return RecipientState.SCHEDULED if submission.scheduled_at else RecipientState.QUEUED


def _is_kept(line: Line, domain: Domain) -> bool:
    """Whether a field goes on: neither one for us alone, nor a Sender of another domain, which readers are shown."""
    if line.name == b"sender":
        _, address = single_mailbox(line) or ("", "")
        return headers.is_address(address) and domain.name in names_of(address.lower())
    return line.name != b"bcc" and not OWN_HEADERS.fullmatch(line.name.decode("ascii"))


def _completed(context: Context, id_: UUID, at: datetime) -> tuple[list[Line], str]:
    """The header without what is for us alone, and with what every mail has; and its Message-ID."""
    kept = [line for line in context.lines if _is_kept(line, context.sender_domain)]
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
