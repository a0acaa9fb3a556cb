"""Campaigns on the wire (CAMP-05)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import ConfigDict, Field, field_validator

from server.campaigns.extras import CalendarEvent, Footer, Utm, UtmDefaultsOut
from server.campaigns.limits import (
    BODY_LENGTH,
    CATEGORY_LENGTH,
    LEAST_PER_HOUR,
    MAX_REVISION,
    MOST_LABELS,
    MOST_PER_HOUR,
    MOST_SEGMENTS,
    MOST_TEST_ADDRESSES,
    NAME_LENGTH,
    PLAIN_LENGTH,
    PREHEADER_LENGTH,
    SUBJECT_LENGTH,
    CampaignKind,
    ContentKind,
    Newsletter,
    ScheduleZone,
    StarterName,
)
from server.campaigns.states import CampaignStatus
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN, BigId, CalendarDate, Flag, WallDateTime
from server.delivery.content.markdown import MOST_CHARACTERS

Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
Subject = Annotated[str, Field(max_length=SUBJECT_LENGTH)]
Preheader = Annotated[str, Field(max_length=PREHEADER_LENGTH)]
Category = Annotated[str, Field(max_length=CATEGORY_LENGTH)]
PlainText = Annotated[str, Field(max_length=PLAIN_LENGTH)]


def _markdown_bound(schema: dict[str, Any]) -> None:
    """Says in the contract that Markdown, the default kind, is refused earlier than HTML (documentTooLarge)."""
    is_markdown = {"properties": {"kind": {"const": ContentKind.MARKDOWN.value}}}
    schema |= {"if": is_markdown, "then": {"properties": {"body": {"maxLength": MOST_CHARACTERS}}}}


class Content(Schema):
    """What is written. `starter` is used by Markdown alone; a document is written in the editor, and has no `body`."""

    model_config = ConfigDict(json_schema_extra=_markdown_bound)

    kind: ContentKind = ContentKind.MARKDOWN
    starter: StarterName = StarterName.LETTER
    body: Annotated[str, Field(max_length=BODY_LENGTH)] = ""


class Recipients(Schema):
    """Every subscribed contact, or those with one of the labels or in one of the segments.

    With a topic, of these only who takes it. Who has an excluded label or is in an excluded segment gets nothing.
    """

    all: Flag = False
    label_ids: Annotated[list[BigId], Field(max_length=MOST_LABELS)] = []
    segment_ids: Annotated[list[BigId], Field(max_length=MOST_SEGMENTS)] = []
    topic_id: BigId | None = None
    exclude_label_ids: Annotated[list[BigId], Field(max_length=MOST_LABELS)] = []
    exclude_segment_ids: Annotated[list[BigId], Field(max_length=MOST_SEGMENTS)] = []


class CampaignIn(Schema):
    """A new campaign. Without a sender, parameters or footer it begins with the team's default ones.

    With a plain text of its own the text/plain part is that; without, it is made from the content. Where that is a
    document it begins as the `newsletter`, or blank.
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


class CampaignChange(Schema):
    """What is sent replaces what was; what is left out stays.

    With the `baseRevision` that the sender has seen, a field is refused (editConflict) that somebody has edited since.
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
        """Only the sender and the event may be taken away."""
        if value is None:
            raise ValueError("Leave this out, or give a value.")
        return value


class CategoryIn(Schema):
    category: Category


class CategoryMoveIn(Schema):
    """A category, and the one that its campaigns are moved to; to an empty one, they have none any more."""

    category: Annotated[str, Field(min_length=1, max_length=CATEGORY_LENGTH)]
    to: Category


class ScheduleIn(Schema):
    """When a campaign goes (CAMP-27). A time without an offset is the one that the team's clock shows.

    With `zone` contact every recipient gets the mail when the own clock shows that time; where it has passed already,
    at once. At most `per_hour` go in any hour; null is as fast as it goes.
    """

    schedule_at: WallDateTime | None = None
    zone: ScheduleZone = ScheduleZone.TEAM
    per_hour: Annotated[int, Field(ge=LEAST_PER_HOUR, le=MOST_PER_HOUR), NOT_BOOLEAN] | None = None


class CalendarQuery(Schema):
    """The days from `start` to before `end`, on the team's clock; at most ten weeks."""

    start: CalendarDate
    end: CalendarDate


class TestIn(Schema):
    """Whom a test goes to (CAMP-27), and the contact whose fields fill it; without one, the newest is taken."""

    emails: list[Annotated[str, Field(min_length=3, max_length=254)]] = Field(
        min_length=1, max_length=MOST_TEST_ADDRESSES
    )
    contact_id: BigId | None = None


class CampaignQuery(PageQuery):
    """A list. A search looks for its text in name and subject."""

    status: CampaignStatus | None = None
    category: str | None = Field(None, max_length=CATEGORY_LENGTH)


class PreviewQuery(Schema):
    """The contact to preview as; without one, the newest of the recipients."""

    contact_id: BigId | None = None


class CampaignSenderOut(Out):
    """The sender of a draft as it is now; of a started campaign as it was."""

    sender_id: UUID | None
    name: str
    email: str
    validated: bool


class CampaignFiguresOut(Out):
    """The few figures of a list; docs/figures.md says what each means."""

    recipients: int
    sent: int
    delivered: int
    opened: int
    clicked: int


class CampaignRowOut(Out):
    """A campaign in a list."""

    id: UUID
    kind: CampaignKind
    name: str
    subject: str
    category: str
    status: CampaignStatus
    sender: CampaignSenderOut | None
    schedule_at: datetime | None = Field(description="Of a draft: what it is planned for.")
    schedule_zone: ScheduleZone
    fires_at: datetime | None = Field(description="When a scheduled campaign begins.")
    per_hour: int | None
    failure: str = Field(description="Of a failed campaign: the code of what was wrong.")
    started_at: datetime | None
    sent_at: datetime | None
    ready_at: datetime | None = Field(description="When somebody marked the draft as ready; null since its last edit.")
    created_at: datetime
    updated_at: datetime
    revision: int
    document_id: UUID | None = Field(description="Of what is built in the email editor: the document.")
    figures: CampaignFiguresOut | None = Field(None, description="Null until the campaign has started.")


class FieldEditOut(Out):
    """The last edit of a field: the revision that it came with, and the name of its author."""

    field: str
    revision: int
    by: str


class OriginalOut(Out):
    """A campaign that another one follows; the name is empty once it is deleted."""

    id: UUID
    name: str


class CampaignOut(CampaignRowOut):
    """A whole campaign."""

    preheader: str
    sender_id: UUID | None
    content: Content
    plain_text: str
    utm: Utm
    utm_defaults: UtmDefaultsOut
    footer: Footer
    brand: str = Field(description="With whose name the footer says that the mail was sent; empty where it says none.")
    event: CalendarEvent | None
    recipients: Recipients
    field_edits: Sequence[FieldEditOut] = Field(description="The fields that were edited since the draft was made.")
    unopened_of: OriginalOut | None = Field(description="It goes to those who did not open this campaign.")


class RecipientCountOut(Out):
    """How many would get the mail now, and what becomes of the others: chosen = count + excluded + suppressed + paused.

    `capped` are those of the count who have had as much mail lately as the frequency cap allows, and get none if it
    leaves now; null where there is no cap, or counting took too long.
    """

    count: int
    chosen: int
    excluded: int
    suppressed: int
    paused: int
    capped: int | None


class PreviewOut(Out):
    """A campaign as one contact would get it. `html_url` is on the pages' origin and lasts some minutes."""

    contact_id: int | None
    email: str
    from_name: str
    from_email: str
    subject: str
    text: str
    html_url: str


class MailSizeOut(Out):
    """How large the HTML part is for one of the recipients, and how much of it Gmail shows; in bytes."""

    bytes: int
    limit: int


class PlainTextOut(Out):
    """The text/plain part as it is made, with the merge tags in it: where one's own begins."""

    text: str


class TestOut(Out):
    """How many tests are on their way."""

    queued: int


class TagOut(Out):
    """A merge tag that can be used, as it is written between braces; `several`: it holds a list, to be repeated."""

    tag: str
    name: str
    custom: bool
    several: bool


class TagsOut(Out):
    items: Sequence[TagOut]


class CategoryOut(Out):
    """A category, and how many campaigns are in it; `tests` of them are A/B tests."""

    name: str
    count: int
    tests: int


class CategoriesOut(Out):
    """The categories in use, by name."""

    items: Sequence[str]
    counts: Sequence[CategoryOut]


class CategoryMovedOut(Out):
    """How many campaigns were moved."""

    count: int


class CalendarOut(Out):
    """Campaigns by when they began, else by when they are to; `is_whole` is false where there are more."""

    items: Sequence[CampaignRowOut]
    is_whole: bool
