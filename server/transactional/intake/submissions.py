"""One message as its caller submitted it, over any transport, and the result for the caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from server.transactional.states import RecipientKind, Via


@dataclass(frozen=True, slots=True)
class MessageSummary:
    """The known data of a rejected message."""

    sender: str = ""
    recipients: Sequence[str] = ()
    subject: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Submission:
    """One parsed message. `mime` is the complete message with CRLF; Bcc recipients are only in `recipients`.

    `recipients`: address and kind, in the order given; once it is valid (validate.py), each address once.
    `scheduled_at` None: immediately. `idempotency_key` "": none.
    """

    from_address: str
    recipients: Sequence[tuple[str, RecipientKind]]
    mime: bytes
    via: Via
    from_name: str = ""
    subject: str = ""
    tag: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    template: str = ""
    template_id: UUID | None = None
    template_version: int | None = None
    track_opens: bool = False
    track_clicks: bool = False
    scheduled_at: datetime | None = None
    idempotency_key: str = ""
    sandbox: bool = False
    resent_from: UUID | None = None
    # Distinguishes submissions with the same idempotency key; if empty, validate.py computes it from all other fields.
    fingerprint: bytes = b""

    @property
    def summary(self) -> MessageSummary:
        return MessageSummary(self.from_address, [address for address, _ in self.recipients], self.subject, self.tag)


class SlowSubmission(Exception):
    """Parsing a submission takes so long that those accepted with it would wait."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The remainder of the nearest limit. `policies`: the messages and the seconds of each limit.

    `in_hour`: messages of the key since the full hour, including this one.
    """

    limit: int
    remaining: int
    reset_seconds: int
    policies: Sequence[tuple[int, int]]
    in_hour: int = 0


@dataclass(frozen=True, slots=True)
class AcceptedRecipient:
    """An address of an accepted message and its first state."""

    email: str
    kind: str
    state: str


@dataclass(frozen=True, slots=True)
class AcceptedSubmission:
    """The result of a stored message. `repeated`: the idempotency key was used before, and nothing new was stored."""

    id: UUID
    accepted_at: datetime
    state: str
    recipients: Sequence[AcceptedRecipient]
    repeated: bool = False
    # The remaining limits of the key; None if nothing was counted.
    rate: Rate | None = None


@dataclass(frozen=True, slots=True)
class AcceptedBatch:
    id: UUID
    size: int
    repeated: bool = False
    rate: Rate | None = None
