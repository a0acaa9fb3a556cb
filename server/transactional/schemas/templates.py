"""Templates on the wire."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from server.accounts.models import EMAIL_LENGTH
from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN, Flag
from server.delivery.tags.grammar import MOST_SOURCE_CHARACTERS
from server.transactional.json_values import MergeData
from server.transactional.lengths import SLUG_LENGTH, SUBJECT_LENGTH, TEMPLATE_NAME_LENGTH

LARGEST_NUMBER = 2**31 - 1


LARGEST_NUMBER = 2**31 - 1  # of an integer column


class VersionIn(Schema):
    """What a template says. `text` empty: it is made of the HTML. `testData` fill it when it is looked at."""

    subject: str = Field("", max_length=SUBJECT_LENGTH)
    html: str = Field("", max_length=MOST_SOURCE_CHARACTERS)
    text: str = Field("", max_length=MOST_SOURCE_CHARACTERS)
    test_data: MergeData = Field(default_factory=dict)


class SaveIn(VersionIn):
    """`publish`: from now on callers get this."""

    publish: Flag = False


class TemplateIn(VersionIn):
    """A new template with its first draft. `slug` empty: it is made of the name."""

    name: str = Field(min_length=1, max_length=TEMPLATE_NAME_LENGTH)
    slug: str = Field("", max_length=SLUG_LENGTH)


class TemplatePut(Schema):
    name: str = Field(min_length=1, max_length=TEMPLATE_NAME_LENGTH)
    slug: str = Field(min_length=1, max_length=SLUG_LENGTH)


class TestIn(Schema):
    """`version` null: the newest, be it a draft. `data` null: the version's own. With `email` it is mailed there.

    `from` empty: the default sender of the team, or the first domain that may send.
    """

    version: Annotated[int, Field(ge=1, le=LARGEST_NUMBER), NOT_BOOLEAN] | None = None
    data: MergeData | None = None
    email: str = Field("", max_length=EMAIL_LENGTH)
    sender: str = Field("", alias="from", max_length=EMAIL_LENGTH)


class TemplateOut(Out):
    """A template in a list. `version` is what callers get: null before the first was published."""

    id: UUID
    slug: str
    name: str
    version: int | None
    draft: bool
    versions: int
    created_at: datetime
    updated_at: datetime


class VersionBriefOut(Out):
    """A version in a list; the one without `publishedAt` is the draft."""

    number: int
    subject: str
    published_at: datetime | None
    created_at: datetime
    created_by: str


class VersionOut(VersionBriefOut):
    html: str
    text: str
    test_data: Mapping[str, Any]


class TemplateDetailOut(Out):
    """A template with its newest 20 versions, newest first. `versionCount` says how many there are."""

    id: UUID
    slug: str
    name: str
    version: int | None
    draft: bool
    version_count: int
    created_at: datetime
    updated_at: datetime
    versions: Sequence[VersionOut]


class TestMessageOut(Out):
    """The test that was mailed."""

    id: UUID
    time: int
    state: str


class TestOut(Out):
    """A version filled. `htmlUrl` is on the pages' origin and lasts 15 minutes; null without HTML.

    `missing`: names that the data don't hold and that have no fallback.
    """

    version: int
    subject: str
    html_url: str | None
    text: str
    missing: Sequence[str]
    message: TestMessageOut | None = None
