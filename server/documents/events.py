"""Events of documents, published to the clients that have one open (`document:<id>`)."""

from uuid import UUID

from server.core.events import DomainEvent
from server.documents.schemas import CommentFields


class CommentPosted(DomainEvent):
    """A comment was posted. Published to clients that have the document open."""

    name = "documents.comment.posted"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentEdited(DomainEvent):
    """The text of a comment was edited. Published to clients that have the document open."""

    name = "documents.comment.edited"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentResolved(DomainEvent):
    """A thread was resolved. Published to clients that have the document open."""

    name = "documents.comment.resolved"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentReopened(DomainEvent):
    """A thread was reopened. Published to clients that have the document open."""

    name = "documents.comment.reopened"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentRemoved(DomainEvent):
    """A comment was removed. Published to clients that have the document open.

    Removing the first comment of a thread removes all its replies.
    """

    name = "documents.comment.removed"
    delivery = "kept"

    document_id: UUID
    comment_id: UUID
