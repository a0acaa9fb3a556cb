"""What delivery tells: the live figures of a mailing, and its changes of state."""

from typing import ClassVar
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
