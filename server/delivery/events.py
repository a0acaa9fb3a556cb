"""Events of delivery: live statistics and status changes of mailings."""

from typing import ClassVar, Literal
from uuid import UUID

from server.core.events import Delivery, DomainEvent


class MailingProgressed(DomainEvent):
    """All metrics of a mailing, at most three times a second. Published to clients that watch its campaign.

    A higher revision replaces a lower one.
    """

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


class MailingChanged(DomainEvent):
    """The status of a mailing changed."""

    name: ClassVar[str] = "delivery.mailing.changed"
    delivery: ClassVar[Delivery] = "kept"

    origin: str
    origin_id: UUID
    state: str


class SuppressionsChanged(DomainEvent):
    """Addresses were added to or removed from the suppression list. One event per user action."""

    name: ClassVar[str] = "delivery.suppression.changed"
    delivery: ClassVar[Delivery] = "kept"

    action: Literal["added", "removed"]
    count: int


class CapChanged(DomainEvent):
    """The frequency cap changed: how many campaigns each contact gets at most within a number of days.

    Null means no cap.
    """

    name: ClassVar[str] = "delivery.cap.changed"
    delivery: ClassVar[Delivery] = "kept"

    mails: int | None
    days: int | None


class SendingPauseChanged(DomainEvent):
    """Marketing email of the team was paused because of its bounces or complaints, or resumed."""

    name: ClassVar[str] = "delivery.sending.held"
    delivery: ClassVar[Delivery] = "kept"

    paused: bool
    reason: Literal["bounces", "complaints"]
