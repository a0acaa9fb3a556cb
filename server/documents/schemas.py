"""Schemas of documents, versions and comments."""

from datetime import datetime
from uuid import UUID

from pydantic import Field, field_validator

from server.core.bounded_types import Flag
from server.core.causes import NAME_REQUIRED, TEXT_REQUIRED, CauseError
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.documents.causes import NODE_ID_REQUIRED
from server.documents.limits import MAX_COMMENT_LENGTH, MAX_NODE_ID_LENGTH, MAX_VERSION_NAME_LENGTH
from server.documents.snapshot import NAME

MAX_MENTIONS = 50


class DocumentOut(Out):
    """A document for an editor. `revision` is the number of its newest delta.

    `locked` is true if no one can change it now; `why` is the reason. `writable` is true if the caller’s role allows
    editing.
    """

    id: UUID
    editor: str
    revision: int
    locked: bool
    why: str | None
    writable: bool
    updated_at: datetime


class PersonFields(Schema):
    """A user, with the name at the time of the action."""

    id: UUID
    name: str


class VersionQuery(PageQuery):
    """Newest first."""


class DocumentVersionIn(Schema):
    """The name of a version."""

    name: str = Field(min_length=1, max_length=MAX_VERSION_NAME_LENGTH)

    @field_validator("name")
    @classmethod
    def strip_name(cls, value: str) -> str:
        if not value.strip():
            raise CauseError(NAME_REQUIRED)
        return value.strip()


class DocumentVersionOut(Out):
    """A version. `createdBy` is null if it was saved automatically. `frozen` is true if it was sent."""

    id: UUID
    name: str
    revision: int
    created_at: datetime
    created_by: PersonFields | None
    automatic: bool
    frozen: bool


class CommentsQuery(Schema):
    """`resolved` selects resolved or open threads. Without it, both are returned."""

    resolved: Flag | None = None


def _clean_text(value: str) -> str:
    if not value.strip():
        raise CauseError(TEXT_REQUIRED)
    return value.strip()


class CommentIn(Schema):
    """A comment on a node, or on the whole document if `node` is empty.

    A reply (`replyTo`) belongs to the node of its thread.
    """

    node: str = Field("", max_length=MAX_NODE_ID_LENGTH)
    text: str = Field(max_length=MAX_COMMENT_LENGTH)
    mentions: list[UUID] = Field([], max_length=MAX_MENTIONS)
    reply_to: UUID | None = None

    @field_validator("text")
    @classmethod
    def strip_text(cls, value: str) -> str:
        return _clean_text(value)

    @field_validator("node")
    @classmethod
    def check_node_id(cls, value: str) -> str:
        """Raises for an invalid id. The node itself can be deleted already."""
        if value and not NAME.fullmatch(value):
            raise CauseError(NODE_ID_REQUIRED)
        return value


class CommentEditIn(Schema):
    """The new text of a comment."""

    text: str = Field(max_length=MAX_COMMENT_LENGTH)
    mentions: list[UUID] = Field([], max_length=MAX_MENTIONS)

    @field_validator("text")
    @classmethod
    def strip_text(cls, value: str) -> str:
        return _clean_text(value)


class CommentFields(Schema):
    """A comment. `replyTo` is the first comment of its thread; only that one can be resolved."""

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
