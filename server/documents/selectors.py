"""Queries for documents, which check the permissions of their owner."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.core.access import Access
from server.core.callers import Caller
from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, paginate
from server.documents.models import Document, DocumentComment, DocumentVersion
from server.documents.owners import get_owner

MAX_COMMENTS: Final = 500


def get_readable(document_id: UUID, by: Caller, *, writes: bool = False) -> Document:
    """A document that the caller can read, or write. Raises NotFound, and the errors of `Access.check`."""
    document = Document.objects.for_team(by).filter(pk=document_id).first()
    if document is None:
        raise NotFound
    _check(document, by, writes=writes)
    return document


def lock_writable(document_id: UUID, by: Caller) -> Document:
    """A document that the caller can write, locked until the transaction ends. Raises what `get_readable` raises."""
    document = Document.objects.for_team(by).filter(pk=document_id).select_for_update(of=("self",)).first()
    if document is None:
        raise NotFound
    _check(document, by, writes=True)
    return document


def _check(document: Document, by: Caller, *, writes: bool) -> None:
    owner = get_owner(document.editor)
    if writes:
        Access(permission=owner.may_write).check(by, method="PUT")
    else:
        Access(permission=owner.may_read).check(by, method="GET")


def lock_document(document: Document) -> Document:
    """The current row of a document, locked until the transaction ends. Raises NotFound."""
    row = Document.objects.for_team(document.team_id).filter(pk=document.pk).select_for_update().first()
    if row is None:
        raise NotFound
    return row


def list_versions(document: Document, query: PageQuery) -> Slice[DocumentVersion]:
    rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk).defer("update")
    return paginate(rows, query, sorts={"createdAt": "created_at"}, default_sort="-createdAt")


def get_version(document: Document, version_id: UUID) -> DocumentVersion:
    """Does not load the update. Raises NotFound."""
    rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk, pk=version_id)
    version = rows.defer("update").first()
    if version is None:
        raise NotFound
    return version


def list_comments(document: Document, *, resolved: bool | None = None) -> Sequence[DocumentComment]:
    """The comments of a document, oldest first: all, or those of resolved or open threads."""
    rows = DocumentComment.objects.for_team(document.team_id).filter(document_id=document.pk)
    comments = list(rows.order_by("created_at", "id")[:MAX_COMMENTS])
    if resolved is None:
        return comments
    resolved_ids = {one.pk for one in comments if one.resolved_at is not None}
    return [one for one in comments if ((one.thread_id or one.pk) in resolved_ids) is resolved]


def get_comment(document: Document, comment_id: UUID) -> DocumentComment:
    rows = DocumentComment.objects.for_team(document.team_id).filter(document_id=document.pk, pk=comment_id)
    comment = rows.first()
    if comment is None:
        raise NotFound
    return comment
