"""Schemas of campaigns (CAMP-05)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field, field_validator

from server.campaigns.extras import CalendarEvent, Footer, Utm, UtmDefaultsOut
from server.campaigns.kinds import KindName
from server.campaigns.limits import (
    CATEGORY_LENGTH,
    MAX_PER_HOUR,
    MAX_REVISION,
    MAX_TEST_ADDRESSES,
    MIN_PER_HOUR,
    NAME_LENGTH,
    PLAIN_LENGTH,
    PREHEADER_LENGTH,
    SUBJECT_LENGTH,
    Newsletter,
    ScheduleZone,
)
from server.campaigns.parts import Content, Recipients
from server.campaigns.states import CampaignStatus
from server.core.bounded_types import NOT_BOOLEAN, BigId, CalendarDate, WallDateTime
from server.core.causes import NULL_NOT_ALLOWED, CauseError
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema

Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
Subject = Annotated[str, Field(max_length=SUBJECT_LENGTH)]
Preheader = Annotated[str, Field(max_length=PREHEADER_LENGTH)]
Category = Annotated[str, Field(max_length=CATEGORY_LENGTH)]
PlainText = Annotated[str, Field(max_length=PLAIN_LENGTH)]


class CampaignIn(Schema):
    """A new campaign. Without a sender, UTM parameters or footer, it uses the team’s defaults.

    `plainText` is the text/plain part; if it is empty, the part is generated from the content. A document starts from
    the starter template in `newsletter`. Without one, it starts empty.
    """

    name: Name
    subject: Subject = ""
    preheader: Preheader = ""
    category: Category = ""
    sender_id: UUID | None = None
    content: Content = Content()
    newsletter: Newsletter | None = None
    plain_text: PlainText = ""
    utm: Utm = Utm()
    footer: Footer = Footer()
    event: CalendarEvent | None = None
    recipients: Recipients = Recipients()

    def stored_fields(self) -> dict[str, Any]:
        return {
            name: getattr(self, name)
            for name in CampaignIn.model_fields
            if name in self.model_fields_set and name != "newsletter"
        }


class CampaignChange(Schema):
    """Fields in the request replace the stored values; omitted fields are unchanged.

    With `baseRevision` (the last known revision), the request fails with `editConflict` if one of its fields was
    edited since.
    """

    base_revision: Annotated[int, Field(ge=1, le=MAX_REVISION), NOT_BOOLEAN] | None = None
    name: Name | None = None
    subject: Subject | None = None
    preheader: Preheader | None = None
    category: Category | None = None
    sender_id: UUID | None = None
    content: Content | None = None
    plain_text: PlainText | None = None
    utm: Utm | None = None
    footer: Footer | None = None
    event: CalendarEvent | None = None
    recipients: Recipients | None = None

    @field_validator("name", "subject", "preheader", "category", "content", "plain_text", "utm", "footer", "recipients")
    @classmethod
    def not_null(cls, value: Any) -> Any:
        if value is None:
            raise CauseError(NULL_NOT_ALLOWED)
        return value

    def stored_fields(self) -> dict[str, Any]:
        return {
            name: getattr(self, name)
            for name in CampaignChange.model_fields
            if name in self.model_fields_set and name != "base_revision"
        }


class CategoryIn(Schema):
    category: Category


class CategoryMoveIn(Schema):
    """A category, and the category that its campaigns are moved to.

    An empty `to` removes the category from the campaigns.
    """

    category: Annotated[str, Field(min_length=1, max_length=CATEGORY_LENGTH)]
    to: Category


class ScheduleIn(Schema):
    """When a campaign is sent. A time without a UTC offset is in the team’s time zone.

    If `zone` is `contact`, each recipient gets the email at that time in their own time zone, or immediately if it has
    passed. `perHour` limits the emails sent per hour; null sends at full speed.
    """

    # CAMP-27

    schedule_at: WallDateTime | None = None
    zone: ScheduleZone = ScheduleZone.TEAM
    per_hour: Annotated[int, Field(ge=MIN_PER_HOUR, le=MAX_PER_HOUR), NOT_BOOLEAN] | None = None


class CalendarQuery(Schema):
    """From `start` (inclusive) to `end` (exclusive) in the team’s time zone, at most 70 days."""

    start: CalendarDate
    end: CalendarDate


class CampaignTestIn(Schema):
    """Recipients of a test email, and the contact whose data fills the merge tags.

    Without `contactId`, the newest recipient is used, or the newest contact if there are no recipients.
    """

    # CAMP-27

    emails: list[Annotated[str, Field(min_length=3, max_length=254)]] = Field(
        min_length=1, max_length=MAX_TEST_ADDRESSES
    )
    contact_id: BigId | None = None


class CampaignQuery(PageQuery):
    """Filters for a list. `search` matches text in the name or the subject."""

    status: CampaignStatus | None = None
    category: str | None = Field(None, max_length=CATEGORY_LENGTH)


class PreviewQuery(Schema):
    """The contact to preview as. Without `contactId`, the newest recipient, or the newest contact if there are no
    recipients."""

    contact_id: BigId | None = None


class CampaignSenderOut(Out):
    """The sender. For a draft, its current data; for a started campaign, its data at the start."""

    sender_id: UUID | None
    name: str
    email: str
    validated: bool


class CampaignMetricsOut(Out):
    """The main metrics of a campaign, as numbers of recipients."""

    recipients: int
    sent: int
    delivered: int
    opened: int
    clicked: int


class CampaignRowOut(Out):
    """A campaign in a list."""

    id: UUID
    kind: KindName
    name: str
    subject: str
    category: str
    status: CampaignStatus
    sender: CampaignSenderOut | None
    schedule_at: datetime | None = Field(description="The planned start of a draft.")
    schedule_zone: ScheduleZone
    fires_at: datetime | None = Field(description="When a scheduled campaign starts.")
    per_hour: int | None
    failure: str = Field(description="The error code of a failed campaign.")
    started_at: datetime | None
    sent_at: datetime | None
    ready_at: datetime | None = Field(
        description="When a user marked the draft as ready. Null if it has been edited since."
    )
    created_at: datetime
    updated_at: datetime
    revision: int
    document_id: UUID | None = Field(description="The document, if the campaign is built in the email editor.")
    figures: CampaignMetricsOut | None = Field(None, description="Null until the campaign has started.")


class FieldEditOut(Out):
    """The last edit of a field: its revision, and the name of its author."""

    field: str
    revision: int
    by: str


class OriginalOut(Out):
    """The campaign that this one follows up on. `name` is empty if it was deleted."""

    id: UUID
    name: str


class CampaignOut(CampaignRowOut):
    """A campaign with all its settings."""

    preheader: str
    sender_id: UUID | None
    content: Content
    plain_text: str
    utm: Utm
    utm_defaults: UtmDefaultsOut
    footer: Footer
    brand: str = Field(description="The name that the footer shows as the sending service. Empty if it shows none.")
    event: CalendarEvent | None
    recipients: Recipients
    field_edits: Sequence[FieldEditOut] = Field(
        description="The last edit of each field that was edited since the draft was created."
    )
    unopened_of: OriginalOut | None = Field(
        description="The original campaign. Only its recipients who did not open it get this one."
    )


class RecipientCountOut(Out):
    """How many contacts would get the email now: `chosen` = `count` + `excluded` + `suppressed` + `paused`.

    `capped` counts those in `count` who have reached the frequency cap and would be skipped now; null if there is no
    cap or counting took too long.
    """

    count: int
    chosen: int
    excluded: int
    suppressed: int
    paused: int
    capped: int | None


class PreviewOut(Out):
    """A campaign as one contact would see it. `htmlUrl` is on the pages domain and works for a few minutes."""

    contact_id: int | None
    email: str
    from_name: str
    from_email: str
    subject: str
    text: str
    html_url: str


class EmailSizeOut(Out):
    """Size of the HTML part for one recipient, and the limit at which Gmail clips it, in bytes."""

    bytes: int
    limit: int


class PlainTextOut(Out):
    """The generated text/plain part with its merge tags, as a starting point for a custom one."""

    text: str


class CampaignTestOut(Out):
    """Number of test emails queued by this request."""

    queued: int


class TagOut(Out):
    """An available merge tag. `tag` is the text between the braces.

    If `several` is true, its value is a list to loop over.
    """

    tag: str
    name: str
    custom: bool
    several: bool


class TagsOut(Out):
    items: Sequence[TagOut]


class CategoryOut(Out):
    """A category with its number of campaigns. `tests` counts the A/B tests among them."""

    name: str
    count: int
    tests: int


class CategoriesOut(Out):
    """Categories in use, ordered by name."""

    items: Sequence[str]
    counts: Sequence[CategoryOut]


class CategoryMovedOut(Out):
    """Number of campaigns moved."""

    count: int


class CalendarOut(Out):
    """Campaigns by start time, or by scheduled time if they have not started. `isWhole` is false if there are more."""

    items: Sequence[CampaignRowOut]
    is_whole: bool
