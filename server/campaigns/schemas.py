"""Campaigns on the wire (CAMP-05)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field, field_validator

from server.campaigns.limits import (
    BODY_LENGTH,
    CATEGORY_LENGTH,
    MOST_LABELS,
    MOST_SEGMENTS,
    MOST_TEST_ADDRESSES,
    NAME_LENGTH,
    PREHEADER_LENGTH,
    SUBJECT_LENGTH,
    CampaignKind,
    ContentKind,
    StarterName,
)
from server.campaigns.states import CampaignStatus
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema

Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
Subject = Annotated[str, Field(max_length=SUBJECT_LENGTH)]
Preheader = Annotated[str, Field(max_length=PREHEADER_LENGTH)]
Category = Annotated[str, Field(max_length=CATEGORY_LENGTH)]


class Content(Schema):
    """What is written. `starter` is used by Markdown alone."""

    kind: ContentKind = ContentKind.MARKDOWN
    starter: StarterName = StarterName.LETTER
    body: Annotated[str, Field(max_length=BODY_LENGTH)] = ""


class Recipients(Schema):
    """Every subscribed contact, or those with one of the labels or in one of the segments.

    With a topic, of these only who takes it.
    """

    all: bool = False
    label_ids: Annotated[list[int], Field(max_length=MOST_LABELS)] = []
    segment_ids: Annotated[list[int], Field(max_length=MOST_SEGMENTS)] = []
    topic_id: int | None = None


class CampaignIn(Schema):
    """A new campaign. Without a sender it begins with the team's default one."""

    name: Name
    subject: Subject = ""
    preheader: Preheader = ""
    category: Category = ""
    sender_id: UUID | None = None
    content: Content = Content()
    recipients: Recipients = Recipients()


class CampaignChange(Schema):
    """What is sent replaces what was; what is left out stays."""

    name: Name | None = None
    subject: Subject | None = None
    preheader: Preheader | None = None
    category: Category | None = None
    sender_id: UUID | None = None
    content: Content | None = None
    recipients: Recipients | None = None

    @field_validator("name", "subject", "preheader", "category", "content", "recipients")
    @classmethod
    def not_null(cls, value: Any) -> Any:
        """Only the sender may be taken away."""
        if value is None:
            raise ValueError("Leave this out, or give a value.")
        return value


class CategoryIn(Schema):
    category: Category


class TestIn(Schema):
    """Whom a test goes to (CAMP-27), and the contact whose fields fill it; without one, the newest is taken."""

    emails: list[Annotated[str, Field(min_length=3, max_length=254)]] = Field(
        min_length=1, max_length=MOST_TEST_ADDRESSES
    )
    contact_id: int | None = None


class CampaignQuery(PageQuery):
    """A list. A search looks for its text in name and subject."""

    status: CampaignStatus | None = None
    category: str | None = Field(None, max_length=CATEGORY_LENGTH)


class PreviewQuery(Schema):
    """The contact to preview as; without one, the newest of the recipients."""

    contact_id: int | None = None


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
    schedule_at: datetime | None
    started_at: datetime | None
    sent_at: datetime | None
    created_at: datetime
    updated_at: datetime
    revision: int
    figures: CampaignFiguresOut | None = Field(None, description="Null until the campaign has started.")


class CampaignOut(CampaignRowOut):
    """A whole campaign."""

    preheader: str
    sender_id: UUID | None
    content: Content
    recipients: Recipients


class RecipientCountOut(Out):
    """How many would get the mail now, and how many of those chosen won't, for they are suppressed."""

    count: int
    suppressed: int


class PreviewOut(Out):
    """A campaign as one contact would get it. `html_url` is on the pages' origin and lasts some minutes."""

    contact_id: int | None
    email: str
    from_name: str
    from_email: str
    subject: str
    text: str
    html_url: str


class TestOut(Out):
    """How many tests are on their way."""

    queued: int


class TagOut(Out):
    """A merge tag that can be used, as it is written between braces."""

    tag: str
    name: str
    custom: bool


class TagsOut(Out):
    items: Sequence[TagOut]


class CategoriesOut(Out):
    """The categories in use, by name."""

    items: Sequence[str]
