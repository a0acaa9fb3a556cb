"""Topics, what contacts prefer, and how a team takes subscriptions, on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from server.contacts.values import TOPIC_DESCRIPTION_LENGTH, TOPIC_NAME_LENGTH, WORDS_LENGTH, clean_lines, clean_text
from server.core.schemas import Out, Schema
from server.core.wire_types import Flag


def _name(text: str) -> str:
    cleaned = clean_text(text)
    if not cleaned:
        raise ValueError("Give the topic a name.")
    return cleaned


TopicName = Annotated[str, Field(min_length=1, max_length=TOPIC_NAME_LENGTH), AfterValidator(_name)]
TopicDescription = Annotated[str, Field(max_length=TOPIC_DESCRIPTION_LENGTH), AfterValidator(clean_text)]


class TopicIn(Schema):
    """A new topic. A default one goes to every subscriber who has not refused it."""

    name: TopicName
    description: TopicDescription = ""
    is_default: Flag = True


class TopicChange(Schema):
    """A change of a topic; what is left out stays."""

    name: TopicName = ""
    description: TopicDescription = ""
    is_default: Flag = True


class TopicOut(Out):
    """A topic; `said` is how many have refused a default one, or asked for another."""

    id: int
    name: str
    description: str
    is_default: bool
    said: int
    created_at: datetime


class SubscriberSettingIn(Schema):
    """Changes to how subscriptions are taken; what is left out stays."""

    is_open: Flag = False
    double_optin: Flag = True
    words: Annotated[str, Field(max_length=WORDS_LENGTH), AfterValidator(clean_lines)] = ""
    color: Annotated[str, Field(pattern=r"^(#[0-9a-fA-F]{6})?$")] = ""


class SubscriberSettingOut(Out):
    """How subscriptions are taken. `page` is the address of the public page, `vendorColor` what an empty colour is."""

    company_id: UUID
    is_open: bool
    double_optin: bool
    words: str
    color: str
    vendor_color: str
    page: str


class TopicChoiceOut(Out):
    """A topic, and whether a contact takes it."""

    id: int
    name: str
    taken: bool


class PreferencesOut(Out):
    """What mail a contact wants. `follows`: its opens and clicks may be followed."""

    topics: Sequence[TopicChoiceOut]
    paused_until: datetime | None
    follows: bool
