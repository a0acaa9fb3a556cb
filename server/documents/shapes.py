"""Rows as schemas of responses and events."""

from uuid import UUID

from server.documents.models import DocumentComment, DocumentVersion
from server.documents.schemas import CommentFields, DocumentVersionOut, PersonFields


def serialize_version(version: DocumentVersion) -> DocumentVersionOut:
    return DocumentVersionOut(
        id=version.pk,
        name=version.name,
        revision=version.revision,
        created_at=version.created_at,
        created_by=_serialize_person(version.user_id, version.fullname),
        automatic=version.automatic,
        frozen=version.frozen,
    )


def serialize_comment(comment: DocumentComment) -> CommentFields:
    return CommentFields(
        id=comment.pk,
        node=comment.node,
        reply_to=comment.thread_id,
        text=comment.text,
        mentions=comment.mentions,
        author=PersonFields(id=comment.user_id, name=comment.fullname),
        created_at=comment.created_at,
        edited_at=comment.edited_at,
        resolved_at=comment.resolved_at,
        resolved_by=_serialize_person(comment.resolver_id, comment.resolver_name),
    )


def _serialize_person(user_id: UUID | None, name: str) -> PersonFields | None:
    return PersonFields(id=user_id, name=name) if user_id else None
