"""Schemas of templates."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.bounded_types import NOT_BOOLEAN, Flag
from server.core.schemas import Out, Schema
from server.delivery.tags.grammar import MAX_SOURCE_CHARACTERS
from server.transactional.json_values import MergeData
from server.transactional.lengths import SLUG_LENGTH, SUBJECT_LENGTH, TEMPLATE_NAME_LENGTH

MAX_VERSION_NUMBER = 2**31 - 1  # of an integer column


class TemplateVersionIn(Schema):
    """The content of a template. An empty `text` is derived from the HTML. `testData` fills previews."""

    subject: str = Field("", max_length=SUBJECT_LENGTH)
    html: str = Field("", max_length=MAX_SOURCE_CHARACTERS)
    text: str = Field("", max_length=MAX_SOURCE_CHARACTERS)
    test_data: MergeData = Field(default_factory=dict)


class SaveIn(TemplateVersionIn):
    """With `publish`, this version is used for sending from now on."""

    publish: Flag = False


class TemplateIn(TemplateVersionIn):
    """A new template with its first draft. An empty `slug` is generated from the name."""

    name: str = Field(min_length=1, max_length=TEMPLATE_NAME_LENGTH)
    slug: str = Field("", max_length=SLUG_LENGTH)


class TemplatePut(Schema):
    name: str = Field(min_length=1, max_length=TEMPLATE_NAME_LENGTH)
    slug: str = Field(min_length=1, max_length=SLUG_LENGTH)


class TemplateTestIn(Schema):
    """The version to render; null selects the latest, including the draft. If `data` is null, the version’s test data
    is used.

    With `email`, the result is sent to that address. An empty `from` uses the team’s default sender, or its first
    domain that can send.
    """

    version: Annotated[int, Field(ge=1, le=MAX_VERSION_NUMBER), NOT_BOOLEAN] | None = None
    data: MergeData | None = None
    email: str = Field("", max_length=EMAIL_LENGTH)
    sender: str = Field("", alias="from", max_length=EMAIL_LENGTH)


class TemplateOut(Out):
    """A template in a list. `version` is the published version; null if there is none."""

    id: UUID
    slug: str
    name: str
    version: int | None
    draft: bool
    versions: int
    created_at: datetime
    updated_at: datetime


class TemplateVersionBriefOut(Out):
    """A version in a list. `publishedAt` is null for the draft."""

    number: int
    subject: str
    published_at: datetime | None
    created_at: datetime
    created_by: str


class TemplateVersionOut(TemplateVersionBriefOut):
    html: str
    text: str
    test_data: Mapping[str, Any]


class TemplateDetailOut(Out):
    """A template with its latest 20 versions, newest first. `versionCount` is their total number."""

    id: UUID
    slug: str
    name: str
    version: int | None
    draft: bool
    version_count: int
    created_at: datetime
    updated_at: datetime
    versions: Sequence[TemplateVersionOut]


class TestMessageOut(Out):
    """The test message that was sent."""

    id: UUID
    time: int
    state: str


class TemplateTestOut(Out):
    """A rendered version. `htmlUrl` is on the pages domain and works for 15 minutes; null if there is no HTML.

    `missing` lists merge tags without data and without a fallback.
    """

    version: int
    subject: str
    html_url: str | None
    text: str
    missing: Sequence[str]
    message: TestMessageOut | None = None
