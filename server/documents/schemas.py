"""Documents on the wire."""

from datetime import datetime
from uuid import UUID

from pydantic import Field, field_validator

from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.core.wire_types import Flag
from server.documents.limits import COMMENT_LENGTH, NAME_LENGTH, NODE_LENGTH
from server.documents.snapshot import NAME

MOST_MENTIONS = 50


class DocumentOut(Out):
    """A document as an editor opens it. `revision` is the number of its newest delta; `locked` says that nobody can
    change it now, `why` for what reason; `writable` that the caller's role may."""

    id: UUID
    editor: str
    revision: int
    locked: bool
    why: str | None
    writable: bool
    updated_at: datetime


class PersonFields(Schema):
    """Somebody, as they were called then."""

    id: UUID
    name: str


class VersionQuery(PageQuery):
    """The newest first."""


class VersionIn(Schema):
    """The name of a version."""

    name: str = Field(min_length=1, max_length=NAME_LENGTH)

    @field_validator("name")
    @classmethod
    def strip(cls, value: str) -> str:
        """A name of blanks names nothing."""
        if not value.strip():
            raise ValueError("Give a name.")
        return value.strip()


class DocumentVersionOut(Out):
    """A version. `created_by` is null for one that was kept without being asked for; `frozen` is one that was sent."""

    id: UUID
    name: str
    revision: int
    created_at: datetime
    created_by: PersonFields | None
    automatic: bool
    frozen: bool


class CommentsQuery(Schema):
    """Of threads that are settled, or of those that are not; both where nothing is said."""

    resolved: Flag | None = None


def _text(value: str) -> str:
    if not value.strip():
        raise ValueError("Write something.")
    return value.strip()


class CommentIn(Schema):
    """A comment on a node, '' for the whole document, or in answer to one (`reply_to`), whose node it takes."""

    node: str = Field("", max_length=NODE_LENGTH)
    text: str = Field(max_length=COMMENT_LENGTH)
    mentions: list[UUID] = Field([], max_length=MOST_MENTIONS)
    reply_to: UUID | None = None

    @field_validator("text")
    @classmethod
    def say_something(cls, value: str) -> str:
        """A comment of blanks says nothing."""
        return _text(value)

    @field_validator("node")
    @classmethod
    def name_a_node(cls, value: str) -> str:
        """Whether there is such a node, people of the document decide as they go."""
        if value and not NAME.fullmatch(value):
            raise ValueError("Give the id of a node.")
        return value


class CommentEditIn(Schema):
    """What the comment says now."""

    text: str = Field(max_length=COMMENT_LENGTH)
    mentions: list[UUID] = Field([], max_length=MOST_MENTIONS)

    @field_validator("text")
    @classmethod
    def say_something(cls, value: str) -> str:
        """A comment of blanks says nothing."""
        return _text(value)


class CommentFields(Schema):
    """A comment, in answers and events. `reply_to` is the first of its thread, which alone is resolved."""

    id: UUID
    node: str
    reply_to: UUID | None
    text: str
    mentions: list[UUID]
    author: PersonFields
    created_at: datetime
    edited_at: datetime | None
    resolved_at: datetime | None
    resolved_by: PersonFields | None
