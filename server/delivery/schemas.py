"""Suppressions, and what recipients say of their subscription, on the wire."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.schemas.contacts import Email, Name
from server.contacts.states import LeavingReason
from server.contacts.values import WORDS_LENGTH, clean_lines
from server.core.pagination import Page, PageQuery
from server.core.schemas import Out, Schema
from server.core.wire_types import BigId, Integer, UtcDateTime
from server.delivery.states import FeedbackKind, PauseReason, SuppressionReason, SuppressionSource
from server.identity.schemas import LONGEST_SOLUTION

MOST_PASTED = 1_000
MOST_SHOWN = 20
MOST_LEAVING_WORDS = 500
Scope = Literal["marketing", "all"]
Reasons = Annotated[list[SuppressionReason], Field(max_length=len(SuppressionReason))]


class SuppressionOut(Out):
    """An address that the team doesn't write to. `removable` is false where only the recipient may undo it."""

    id: int
    email: str
    reason: SuppressionReason
    source: SuppressionSource
    scope: Scope
    removable: bool
    created_at: datetime
    expires_at: datetime | None


class SuppressionPage(Page[SuppressionOut]):
    """A page of the list. Those that have expired are not on it."""


class SuppressionListQuery(PageQuery):
    """The list's query: by how an address, or its domain after an @, is written."""

    reasons: Reasons = []


class SuppressionFilter(Schema):
    """Which ones an export means."""

    search: str | None = Field(None, max_length=200)
    reasons: Reasons = []


class SuppressIn(Schema):
    """Addresses to be written to no more: of marketing, or not at all; for good, or until a moment."""

    emails: Annotated[list[Annotated[str, Field(max_length=320)]], Field(min_length=1, max_length=MOST_PASTED)]
    scope: Scope = "marketing"
    expires_at: UtcDateTime | None = None


class SuppressedOut(Out):
    """What came of it: new ones, those that were on the list already, and what is no address (the first of them)."""

    added: int
    known: int
    invalid: int
    examples: Sequence[str]


class SuppressFileQuery(Schema):
    """What a file of addresses is: why they are not written to, and of what."""

    reason: SuppressionReason = SuppressionReason.MANUAL
    scope: Scope = "marketing"


class RemoveIn(Schema):
    """Why an address may be written to again."""

    why: Annotated[str, Field(min_length=3, max_length=200)]


Token = Annotated[str, Field(min_length=1, max_length=2_000)]


class SubscribeIn(Schema):
    """Someone asks for a team's email. `company` is its name in the address of its page, `words` what was agreed to,
    `captcha` the solution of a challenge of `GET captcha`."""

    company: Annotated[str, Field(max_length=63)]
    email: Email
    firstname: Name = ""
    lastname: Name = ""
    topic_ids: Annotated[list[BigId], Field(max_length=100)] | None = None
    words: Annotated[str, Field(max_length=WORDS_LENGTH), AfterValidator(clean_lines)] = ""
    language: Literal["en", "id", ""] = ""
    captcha: Annotated[str, Field(max_length=LONGEST_SOLUTION)]


class SubscribedOut(Out):
    """Whether a mail was sent that has to be answered. Known and unknown addresses are answered the same."""

    confirms: bool


class SubscriberTokenIn(Schema):
    """Who asks: the token out of a mail."""

    token: Token


class SubscriberTokenQuery(Schema):
    """The token of a one-click request, whose body is the provider's."""

    token: Annotated[str, Field(max_length=2_000)] = ""


class UnsubscribeIn(Schema):
    """Who leaves, and why, if one likes to say it."""

    token: Token
    reason: LeavingReason | Literal[""] = ""
    words: Annotated[str, Field(max_length=MOST_LEAVING_WORDS), AfterValidator(clean_lines)] = ""


class HealthQuery(Schema):
    """How many days back; today is one of them."""

    days: Integer = Field(30, ge=1, le=90)


class HealthWindowOut(Out):
    """What is judged now: marketing mail since a moment. Rates are shares of 1."""

    since: datetime
    handed: int = Field(description="handed to a mail server: sent, failed and in doubt")
    delivered: int
    hard_bounced: int
    complained: int
    bounce_rate: float = Field(description="hard bounced of handed")
    complaint_rate: float = Field(description="complained of delivered")


class HealthLimitsOut(Out):
    """From where on marketing mail is stopped; a rate of 0 never stops it. Below `leastSent` nothing is judged."""

    bounce_rate: float
    complaint_rate: float
    least_sent: int
    least_complaints: int
    days: int


class HealthDayOut(Out):
    """A day of the team's time zone. Soft bounces are without those that were blocked."""

    day: date
    handed: int
    delivered: int
    hard_bounced: int
    soft_bounced: int
    blocked: int
    complained: int


class DestinationOut(Out):
    """A domain that mail went to; an empty one stands for all the small ones together."""

    domain: str
    delivered: int
    hard_bounced: int
    soft_bounced: int
    blocked: int
    complained: int


class FeedbackOut(Out):
    """What came back about a campaign's message after it was sent. `reply` is what the other server said."""

    at: datetime
    kind: FeedbackKind
    bounce: str
    domain: str
    reply: str
    contact_id: int | None
    campaign_id: UUID


class SendingPauseOut(Out):
    """That marketing mail was stopped: `counted` of `sent` were too many by `threshold`, a share of 1."""

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
    """All of it. `paused` is the pause that holds now; `pauses` are earlier ones, `returns` what came back last."""

    paused: SendingPauseOut | None
    window: HealthWindowOut
    limits: HealthLimitsOut
    days: Sequence[HealthDayOut]
    destinations: Sequence[DestinationOut]
    returns: Sequence[FeedbackOut]
    pauses: Sequence[SendingPauseOut]


class SendingStateOut(Out):
    """Whether marketing mail is stopped, and because of what."""

    paused: bool
    reason: PauseReason | None


class ResumeIn(Schema):
    """That the advice was read: marketing mail goes on only then."""

    advice_read: Literal[True]


class ResumedOut(Out):
    """False where nothing was stopped."""

    changed: bool
