"""Converts messages of the HTTP API to submissions: one, or a batch whose messages share most of their content."""

import binascii
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from server.core.causes import NOT_EMAIL
from server.core.errors import FieldsInvalid
from server.delivery.mime import headers
from server.delivery.tags.budget import Budget
from server.transactional import composing
from server.transactional.causes import NOT_BASE64
from server.transactional.composing import Attachment, Parts
from server.transactional.errors import MessageTooLarge, TemplateNotUsable
from server.transactional.filling import ContentProgram, FilledContent
from server.transactional.identities import KeyIdentity
from server.transactional.intake import acceptance, message_memory
from server.transactional.intake.message_memory import MemoryReservation
from server.transactional.intake.submissions import AcceptedBatch, AcceptedSubmission, Submission
from server.transactional.schemas.messages import AttachmentIn, Mailbox, MessageIn
from server.transactional.services import idempotency, limits, templates
from server.transactional.states import RecipientKind, Via

MAX_ATTACHED_BYTES = 25 * 1024 * 1024
# All messages of a batch are in memory until they are stored together: 100 kB for each of 1,000 recipients. All calls
# of a process share message_memory.MAX_BYTES.
MAX_BATCH_BYTES = 100 * 1024 * 1024
MAX_BATCH_STEPS = 2_000_000  # of filling all its messages (tags/budget.py): 2,000 for each; about 3 s of CPU


def submit(
    key: KeyIdentity, message: MessageIn, *, idempotency_key: str, fingerprint: bytes
) -> AcceptedSubmission | AcceptedBatch:
    """Accepts one message, or a batch. `fingerprint` distinguishes calls with the same idempotency key.

    Raises FieldsInvalid, TemplateNotUsable, MessageTooLarge, TooManyRequests, ServerFull, and what accepting raises.
    """
    if not message.recipients:
        with message_memory.open_reservation(key.team_id) as reservation:
            reservation.grow_to(_estimate_min_bytes(message))
            submission = compose_single(key, message, idempotency_key=idempotency_key, fingerprint=fingerprint)
            reservation.grow_to(len(submission.mime))
            return acceptance.accept(key, submission)
    # Before filling, which takes seconds; a repeated batch does not count against limits.
    if (known := idempotency.find_batch(key, idempotency_key, fingerprint)) is not None:
        return known
    _check_batch(key, message)
    with message_memory.open_reservation(key.team_id) as reservation:
        submissions = _compose_batch(key, message, reservation)
        return acceptance.accept_many(key, submissions, idempotency_key=idempotency_key, fingerprint=fingerprint)


def _estimate_min_bytes(message: MessageIn) -> int:
    """The minimum size of a composed message: its texts, and its attachments in base64 as in the request."""
    return len(message.text) + len(message.html) + sum(len(each.content) for each in message.attachments)


def _check_batch(key: KeyIdentity, message: MessageIn) -> None:
    """Rejects a batch before files are decoded and messages composed, which takes memory and seconds."""
    addresses = [_read_mailbox("recipients", each.to).email for each in message.recipients]
    acceptance.check_batch(key, _build_base(message, _read_sender(message)), addresses)


def _compose_batch(key: KeyIdentity, message: MessageIn, reservation: MemoryReservation) -> list[Submission]:
    """A submission for each recipient of a batch. Their bytes are reserved before they are composed, as far as known.

    Raises MessageTooLarge and TemplateNotUsable beyond the limits of a batch, TooManyRequests beyond those of a
    sandbox, and what the reservation raises; if the shared content is already too large, before composing any message.
    """
    base, parts, content = _compose_shared(key, message)
    shared: FilledContent | None = None
    min_bytes = sum(len(each.raw) for each in parts.files)
    if content is None:
        min_bytes += len(parts.text or b"") + len(parts.html or b"")
    elif any(each.data for each in message.recipients):
        min_bytes += content.min_bytes
    else:
        shared, content = content.fill(message.data or {}), None
        min_bytes += len(shared.text) + len(shared.html or b"")
    if len(message.recipients) * min_bytes > MAX_BATCH_BYTES:
        raise _build_batch_too_large()
    if key.sandbox:
        _check_sandbox(key, len(message.recipients) * min_bytes)
    reservation.grow_to(len(message.recipients) * min_bytes)
    size, steps, submissions = 0, 0, []
    for index, each in enumerate(message.recipients):
        mailbox, budget = _read_mailbox("recipients", each.to), Budget()
        filled = content.fill({**(message.data or {}), **each.data}, budget) if content else shared
        steps += budget.steps_used
        if steps > MAX_BATCH_STEPS:
            raise TemplateNotUsable(
                f"Rendering the messages in this batch takes more than {MAX_BATCH_STEPS:,} steps",
                payload={"cause": "tooManySteps", "most": MAX_BATCH_STEPS, "index": index},
            )
        submission = _compose(
            replace(
                base,
                recipients=[(mailbox.email, RecipientKind.TO)],
                metadata={**message.metadata, **each.metadata},
            ),
            replace(parts, to=_build_header_pairs([mailbox])),
            filled,
        )
        submissions.append(submission)
        size += len(submission.mime)
        if size > MAX_BATCH_BYTES:
            raise _build_batch_too_large(index=index)
        reservation.grow_to(size)
    return submissions


def _check_sandbox(key: KeyIdentity, size_bytes: int) -> None:
    most = limits.MAX_SANDBOX_BYTES_PER_HOUR
    if size_bytes > most:
        raise MessageTooLarge(
            f"The batch is over {most >> 20} MB, which is the most a sandbox stores per hour",
            payload={"cause": "sandbox", "limit": most},
        )
    limits.check_sandbox_bytes(key.team_id, size_bytes)


def _build_batch_too_large(**about: int) -> MessageTooLarge:
    return MessageTooLarge(
        f"The messages in this batch exceed {MAX_BATCH_BYTES >> 20} MB in total",
        payload={"cause": "batch", "limit": MAX_BATCH_BYTES, **about},
    )


def compose_single(
    key: KeyIdentity, message: MessageIn, *, idempotency_key: str, fingerprint: bytes, budget: Budget | None = None
) -> Submission:
    """The submission for a message to one group of recipients. `budget` must be unused.

    Raises FieldsInvalid, TemplateNotUsable, and MessageTooLarge.
    """
    base, parts, content = _compose_shared(key, message, budget)
    people = {
        RecipientKind.TO: [_read_mailbox("to", each) for each in message.to],
        RecipientKind.CC: [_read_mailbox("cc", each) for each in message.cc],
        RecipientKind.BCC: [_read_mailbox("bcc", each) for each in message.bcc],
    }
    return _compose(
        replace(
            base,
            recipients=[(each.email, kind) for kind, mailboxes in people.items() for each in mailboxes],
            idempotency_key=idempotency_key,
            fingerprint=fingerprint,
            metadata=message.metadata,
        ),
        replace(
            parts, to=_build_header_pairs(people[RecipientKind.TO]), cc=_build_header_pairs(people[RecipientKind.CC])
        ),
        content.fill(message.data or {}, budget) if content else None,
    )


def _compose_shared(
    key: KeyIdentity, message: MessageIn, budget: Budget | None = None
) -> tuple[Submission, Parts, ContentProgram | None]:
    """The common data of all messages in the call: submission and parts without recipients, and the program to fill."""
    sender = _read_sender(message)
    if message.reply_to and not headers.is_address(message.reply_to):
        raise FieldsInvalid.of("replyTo", NOT_EMAIL, message.reply_to, example="shop@example.com")
    template_id: UUID | None = None
    version: int | None = None
    content: ContentProgram | None = None
    if message.template:
        usable = templates.get_usable_template(key.team_id, message.template, budget)
        template_id, version, content = usable.template_id, usable.version, usable.program
    elif message.data is not None or any(each.data for each in message.recipients):
        content = ContentProgram(subject=message.subject, html=message.html, text=message.text)
    parts = Parts(
        from_name=sender.name,
        from_address=sender.email,
        subject=message.subject,
        to=(),
        reply_to=message.reply_to,
        text=composing.encode_text(message.text) if message.text and content is None else None,
        html=composing.encode_text(message.html) if message.html and content is None else None,
        files=[composing.encode_file(each) for each in _decode_attachments(message.attachments)],
        headers=message.headers,
    )
    base = replace(_build_base(message, sender), template_id=template_id, template_version=version)
    return base, parts, content


def _read_sender(message: MessageIn) -> Mailbox:
    sender = _read_mailbox("from", message.sender)
    if not headers.is_address(sender.email):
        raise FieldsInvalid.of("from", NOT_EMAIL, sender.email, example="shop@example.com")
    return sender


def _build_base(message: MessageIn, sender: Mailbox) -> Submission:
    return Submission(
        from_address=sender.email,
        from_name=sender.name,
        recipients=(),
        mime=b"",
        via=Via.HTTP,
        subject=message.subject,
        tag=message.tag,
        template=message.template,
        track_opens=message.track_opens,
        track_clicks=message.track_clicks,
        scheduled_at=message.scheduled_at,
    )


def _compose(submission: Submission, parts: Parts, filled: FilledContent | None) -> Submission:
    if filled is not None:
        parts = replace(parts, subject=filled.subject, html=filled.html, text=filled.text)
        submission = replace(submission, subject=filled.subject)
    return replace(submission, mime=composing.compose(parts))


def _read_mailbox(field: str, given: Mailbox | str) -> Mailbox:
    """An address in either form: alone, or with a name in front (`Ani <ani@example.com>`)."""
    if isinstance(given, Mailbox):
        return given
    text = given.strip()
    if text.endswith(">") and "<" in text:
        name, _, email = text[:-1].rpartition("<")
        return Mailbox.model_construct(email=email.strip(), name=name.strip().strip('"')[:200])
    if not text:
        raise FieldsInvalid.of(field, NOT_EMAIL, given, example="ani@example.com")
    return Mailbox.model_construct(email=text, name="")


def _build_header_pairs(people: Sequence[Mailbox]) -> list[tuple[str, str]]:
    """Names and addresses for the header; an address that can't be written there is rejected by the checks."""
    return [(each.name, headers.encode_address(each.email) or "invalid") for each in people]


def _decode_attachments(given: Sequence[AttachmentIn]) -> Iterator[Attachment]:
    """The decoded files, one at a time, so that each is freed once it is part of a message."""
    size = 0
    for number, each in enumerate(given):
        try:
            # MIME encoders break lines.
            content = b64decode(each.content.encode("ascii").translate(None, b"\r\n\t "), validate=True)
        except (binascii.Error, ValueError):
            raise FieldsInvalid.of(f"attachments.{number}.content", NOT_BASE64) from None
        size += len(content)
        if size > MAX_ATTACHED_BYTES:
            raise MessageTooLarge(payload={"size": size, "limit": MAX_ATTACHED_BYTES})
        yield Attachment(each.name, each.type, content, each.content_id)
