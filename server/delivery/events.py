"""What delivery tells: the live figures of a mailing, and its changes of state."""

from typing import ClassVar, Literal
from uuid import UUID

from server.core.events import Delivery, Event


class MailingProgressed(Event):
    """The whole figures of a mailing; at most three a second. The newest revision counts."""

    name: ClassVar[str] = "delivery.mailing.progressed"
    delivery: ClassVar[Delivery] = "passing"

    origin: str
    origin_id: UUID
    state: str
    revision: int
    recipients: int
    sent: int
    failed: int
    suppressed: int
    skipped: int
    in_doubt: int
    delivered: int
    deferred: int
    hard_bounced: int
    soft_bounced: int
    opened: int
    opens: int
    machine_opens: int
    clicked: int
    clicks: int
    machine_clicks: int
    any_opened: int
    any_clicked: int
    unsubscribed: int
    complained: int

    def replaces(self) -> str:
        return f"{self.name}:{self.origin_id}"


class MailingChanged(Event):
    """A mailing has another state."""

    name: ClassVar[str] = "delivery.mailing.changed"
    delivery: ClassVar[Delivery] = "kept"

    origin: str
    origin_id: UUID
    state: str


class SuppressionsChanged(Event):
    """Addresses came onto the list of those that a team doesn't write to, or went: one event per act of a person."""

    name: ClassVar[str] = "delivery.suppression.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Literal["added", "removed"]
    count: int


class CapChanged(Event):
    """How many campaigns may reach a contact in how many days; null where there is no limit any more."""

    name: ClassVar[str] = "delivery.cap.changed"
    delivery: ClassVar[Delivery] = "kept"

    mails: int | None
    days: int | None


class SendingHeld(Event):
    """A team's marketing mail was stopped because of its bounces or complaints, or may go on."""

    name: ClassVar[str] = "delivery.sending.held"
    delivery: ClassVar[Delivery] = "kept"

    paused: bool
    reason: Literal["bounces", "complaints"]
