"""Schemas of topics, preferences and subscription settings."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.values import (
    MAX_CONSENT_TEXT_LENGTH,
    MAX_TOPIC_DESCRIPTION_LENGTH,
    MAX_TOPIC_NAME_LENGTH,
    clean_lines,
    clean_text,
)
from server.core.bounded_types import Flag
from server.core.causes import NAME_REQUIRED, CauseError
from server.core.schemas import Out, Schema


def _require_name(text: str) -> str:
    cleaned = clean_text(text)
    if not cleaned:
        raise CauseError(NAME_REQUIRED)
    return cleaned


TopicName = Annotated[str, Field(min_length=1, max_length=MAX_TOPIC_NAME_LENGTH), AfterValidator(_require_name)]
TopicDescription = Annotated[str, Field(max_length=MAX_TOPIC_DESCRIPTION_LENGTH), AfterValidator(clean_text)]


class TopicIn(Schema):
    """A new topic. Subscribers receive a default topic unless they opt out."""

    name: TopicName
    description: TopicDescription = ""
    is_default: Flag = True


class TopicChange(Schema):
    """Changes to a topic. Omitted fields are unchanged."""

    name: TopicName = ""
    description: TopicDescription = ""
    is_default: Flag = True


class TopicOut(Out):
    """A topic. `said` is the number of opt-outs for a default topic, and the number of opt-ins for any other topic."""

    id: int
    name: str
    description: str
    is_default: bool
    said: int
    created_at: datetime


class SubscriberSettingIn(Schema):
    """Changes to the subscription settings. Omitted fields are unchanged."""

    is_open: Flag = False
    double_optin: Flag = True
    words: Annotated[str, Field(max_length=MAX_CONSENT_TEXT_LENGTH), AfterValidator(clean_lines)] = ""
    color: Annotated[str, Field(pattern=r"^(#[0-9a-fA-F]{6})?$")] = ""


class SubscriberSettingOut(Out):
    """Subscription settings. `page` is the URL of the public subscription page.

    `vendorColor` is used if `color` is empty.
    """

    company_id: UUID
    is_open: bool
    double_optin: bool
    words: str
    color: str
    vendor_color: str
    page: str


class TopicChoiceOut(Out):
    """A topic, and whether a contact receives it."""

    id: int
    name: str
    taken: bool


class PreferencesOut(Out):
    """Email preferences of a contact. `follows` is true if the contact allows tracking of opens and clicks."""

    topics: Sequence[TopicChoiceOut]
    paused_until: datetime | None
    follows: bool
