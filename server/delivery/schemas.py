"""Schemas of suppressions, subscriptions and sending health."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.schemas.contacts import Email, Name
from server.contacts.schemas.timeline import EntryOut
from server.contacts.states import UnsubscribeReason
from server.contacts.values import MAX_CONSENT_TEXT_LENGTH, clean_lines
from server.core.bounded_types import BigId, Integer, UtcDateTime
from server.core.pagination import Page, PageQuery
from server.core.schemas import Out, Schema
from server.delivery.states import FeedbackKind, PauseReason, SuppressionReason, SuppressionSource
from server.identity.schemas import MAX_SOLUTION_CHARACTERS

MAX_PASTED_ADDRESSES = 1_000
MAX_UNSUBSCRIBE_COMMENT_CHARACTERS = 500
Scope = Literal["marketing", "all"]
Reasons = Annotated[list[SuppressionReason], Field(max_length=len(SuppressionReason))]


class SuppressionOut(Out):
    """A suppressed address. `removable` is false if only the recipient can lift the suppression."""

    id: int
    email: str
    reason: SuppressionReason
    source: SuppressionSource
    scope: Scope
    removable: bool
    created_at: datetime
    expires_at: datetime | None


class SuppressionPage(Page[SuppressionOut]):
    """A page of the suppression list, without expired entries."""


class SuppressionListQuery(PageQuery):
    """Query of the list. `search` matches any part of an address."""

    reasons: Reasons = []


class SuppressionFilter(Schema):
    """Which entries to export."""

    search: str | None = Field(None, max_length=200)
    reasons: Reasons = []


class SuppressIn(Schema):
    """Addresses to suppress: from marketing email or from all email, permanently or until `expiresAt`."""

    emails: Annotated[list[Annotated[str, Field(max_length=320)]], Field(min_length=1, max_length=MAX_PASTED_ADDRESSES)]
    scope: Scope = "marketing"
    expires_at: UtcDateTime | None = None


class SuppressionResultOut(Out):
    """Number of newly suppressed, already suppressed and invalid addresses, with the first invalid ones as examples."""

    added: int
    known: int
    invalid: int
    examples: Sequence[str]


class SuppressFileQuery(Schema):
    """The reason and scope of the suppression for all addresses in the file."""

    reason: SuppressionReason = SuppressionReason.MANUAL
    scope: Scope = "marketing"


class RemoveIn(Schema):
    """Why the suppression is lifted."""

    why: Annotated[str, Field(min_length=3, max_length=200)]


Token = Annotated[str, Field(min_length=1, max_length=2_000)]


class SubscribeIn(Schema):
    """A request to subscribe to a team’s email.

    `company` is the team name in the URL of its page, `words` the text the subscriber agreed to, and `captcha` the
    solution of a challenge from `GET captcha`.
    """

    company: Annotated[str, Field(max_length=63)]
    email: Email
    firstname: Name = ""
    lastname: Name = ""
    topic_ids: Annotated[list[BigId], Field(max_length=100)] | None = None
    words: Annotated[str, Field(max_length=MAX_CONSENT_TEXT_LENGTH), AfterValidator(clean_lines)] = ""
    language: Literal["en", "id", ""] = ""
    captcha: Annotated[str, Field(max_length=MAX_SOLUTION_CHARACTERS)]


class SubscribeResultOut(Out):
    """`confirms` is true if the team asks new subscribers to confirm by email.

    The response is the same for known and unknown addresses.
    """

    confirms: bool


class SubscriberTokenIn(Schema):
    """Identifies the subscriber by the token from an email."""

    token: Token


class SubscriberTokenQuery(Schema):
    """The token in the URL of a one-click unsubscribe request. RFC 8058 defines the body."""

    token: Annotated[str, Field(max_length=2_000)] = ""


class UnsubscribeIn(Schema):
    """A subscriber who unsubscribes, with an optional reason."""

    token: Token
    reason: UnsubscribeReason | Literal[""] = ""
    words: Annotated[str, Field(max_length=MAX_UNSUBSCRIBE_COMMENT_CHARACTERS), AfterValidator(clean_lines)] = ""


class HealthQuery(Schema):
    """Number of days, including today."""

    days: Integer = Field(30, ge=1, le=90)


class HealthWindowOut(Out):
    """The marketing email that is currently evaluated: everything sent since `since`. Rates are from 0 to 1."""

    since: datetime
    handed: int = Field(description="Emails passed to a receiving server: sent, failed or unconfirmed")
    delivered: int
    hard_bounced: int
    complained: int
    bounce_rate: float = Field(description="Share of `handed` that hard bounced")
    complaint_rate: float = Field(description="Share of `delivered` reported as spam")


class HealthLimitsOut(Out):
    """Rates at which marketing email is paused; 0 turns the limit off.

    Below `leastSent` emails, nothing is evaluated.
    """

    bounce_rate: float
    complaint_rate: float
    least_sent: int
    least_complaints: int
    days: int


class HealthDayOut(Out):
    """A day in the team’s time zone. `softBounced` excludes `blocked`."""

    day: date
    handed: int
    delivered: int
    hard_bounced: int
    soft_bounced: int
    blocked: int
    complained: int


class DestinationOut(Out):
    """A recipient domain. An empty `domain` combines all small ones."""

    domain: str
    delivered: int
    hard_bounced: int
    soft_bounced: int
    blocked: int
    complained: int


class FeedbackOut(Out):
    """A bounce or complaint received after a campaign email was sent.

    `reply` is the response of the receiving server.
    """

    at: datetime
    kind: FeedbackKind
    bounce: str
    domain: str
    reply: str
    contact_id: int | None
    campaign_id: UUID


class SendingPauseOut(Out):
    """A pause of marketing email: `counted` of `sent` emails reached `threshold`, a share from 0 to 1.

    For complaints, `sent` is the number of delivered emails."""

    at: datetime
    reason: PauseReason
    sent: int
    counted: int
    threshold: float
    campaigns: int
    resumed_at: datetime | None
    resumed_by: str
    by_operator: bool


class SendingHealthOut(Out):
    """Sending health of the team.

    `paused` is the current pause, `pauses` are earlier ones, and `returns` the latest bounces and complaints.
    """

    paused: SendingPauseOut | None
    window: HealthWindowOut
    limits: HealthLimitsOut
    days: Sequence[HealthDayOut]
    destinations: Sequence[DestinationOut]
    returns: Sequence[FeedbackOut]
    pauses: Sequence[SendingPauseOut]


class SendingStateOut(Out):
    """Whether marketing email is paused, and the reason."""

    paused: bool
    reason: PauseReason | None


class ResumeIn(Schema):
    """Confirms that the user has read the advice. Required to resume."""

    advice_read: Literal[True]


class ResumeResultOut(Out):
    """False if nothing was paused."""

    changed: bool


class EmailRef(Out):
    """The email of a timeline entry. `campaignId` is set if it belongs to a campaign."""

    subject: str
    campaign_id: UUID | None = None


class EmailEntryOut(EntryOut):
    """An email to a contact was sent or not, or the contact did something with it."""

    mail: EmailRef | None = None
    link: str | None = None
    reply: str | None = None
    device: str | None = None
    reason: UnsubscribeReason | None = None
