"""What is told about documents, to those who have one open (`document:<id>`)."""

from uuid import UUID

from server.core.events import Event
from server.documents.schemas import CommentFields


class CommentPosted(Event):
    """Somebody said something about the document."""

    name = "documents.comment.posted"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentEdited(Event):
    """Somebody said it in other words."""

    name = "documents.comment.edited"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentResolved(Event):
    """A thread was settled."""

    name = "documents.comment.resolved"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentReopened(Event):
    """A thread that was settled is not."""

    name = "documents.comment.reopened"
    delivery = "kept"

    document_id: UUID
    comment: CommentFields


class CommentRemoved(Event):
    """A comment went, and with the first of a thread all its answers."""

    name = "documents.comment.removed"
    delivery = "kept"

    document_id: UUID
    comment_id: UUID
