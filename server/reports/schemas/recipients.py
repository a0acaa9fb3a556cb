"""Recipients of a campaign on the wire."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from server.core.schemas import Out


class Outcome(StrEnum):
    """What became of a recipient's mail; cancelled: not sent, because sending was stopped."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"
    IN_DOUBT = "inDoubt"
    WAITING = "waiting"
    CANCELLED = "cancelled"


class RecipientOut(Out):
    """One recipient. `state` is what became of the mail; `reply` is what the server said last."""

    key: str = Field(description="names the recipient within the report")
    position: int
    variant: int | None = Field(description="of an A/B test; null for who got the winner, and of other campaigns")
    contact_id: int | None
    email: str
    state: Outcome
    at: datetime | None
    bounce: str
    reply: str
    attempt: int
    opens: int
    clicks: int
    machine_opens: int
    machine_clicks: int
    first_opened_at: datetime | None
    first_clicked_at: datetime | None
    unsubscribed_at: datetime | None
    complained_at: datetime | None
    bounced_at: datetime | None = Field(description="when a mail said that it could not be delivered")
