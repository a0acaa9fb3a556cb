"""Schemas of a campaign's recipients."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from server.core.schemas import Out


class Outcome(StrEnum):
    """The outcome of a recipient’s email. `cancelled`: not sent because sending was stopped."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"
    IN_DOUBT = "inDoubt"
    WAITING = "waiting"
    CANCELLED = "cancelled"


class RecipientOut(Out):
    """A recipient. `state` is the outcome of the email; `reply` is the latest response of the receiving server."""

    key: str = Field(description="Identifies the recipient in the report")
    position: int
    variant: int | None = Field(
        description="The variant of an A/B test; null for recipients of the winner and for other campaigns"
    )
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
    bounced_at: datetime | None = Field(description="When a bounce email reported a failed delivery")
