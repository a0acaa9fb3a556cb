"""Reads of documents, each under the rights of whom it belongs to."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.core.access import Access
from server.core.callers import Caller
from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, paginate
from server.documents.models import Document, DocumentComment, DocumentVersion
from server.documents.owners import owner_of

MAX_COMMENTS: Final = 500


def readable(document_id: UUID, by: Caller, *, writes: bool = False) -> Document:
    """A document that the caller may read, or write. Raises NotFound, NotAuthorized, or another rule of Access."""
    document = Document.objects.for_team(by).filter(pk=document_id).first()
    if document is None:
        raise NotFound
    _check(document, by, writes=writes)
    return document


def writable(document_id: UUID, by: Caller) -> Document:
    """A document that the caller may write, its row locked until the transaction ends. Raises as `readable` does."""
    document = Document.objects.for_team(by).filter(pk=document_id).select_for_update(of=("self",)).first()
    if document is None:
        raise NotFound
    _check(document, by, writes=True)
    return document


def _check(document: Document, by: Caller, *, writes: bool) -> None:
    owner = owner_of(document.editor)
    if writes:
        Access(permission=owner.may_write).check(by, method="PUT")
    else:
        Access(permission=owner.may_read).check(by, method="GET")


def locked(document: Document) -> Document:
    """The document as it is now, its row locked until the transaction ends. Raises NotFound."""
    row = Document.objects.for_team(document.team_id).filter(pk=document.pk).select_for_update().first()
    if row is None:
        raise NotFound
    return row


def versions_of(document: Document, query: PageQuery) -> Slice[DocumentVersion]:
    """One page of the versions, the newest first, without what they hold."""
    rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk).defer("update")
    return paginate(rows, query, sorts={"createdAt": "created_at"}, default_sort="-createdAt")


def version_of(document: Document, version_id: UUID) -> DocumentVersion:
    """One version, without what it holds. Raises NotFound."""
    rows = DocumentVersion.objects.for_team(document.team_id).filter(document_id=document.pk, pk=version_id)
    version = rows.defer("update").first()
    if version is None:
        raise NotFound
    return version


def comments_of(document: Document, *, resolved: bool | None = None) -> Sequence[DocumentComment]:
    """What is said about a document, the oldest first: all, or of threads that are settled or that are not."""
    rows = DocumentComment.objects.for_team(document.team_id).filter(document_id=document.pk)
    comments = list(rows.order_by("created_at", "id")[:MAX_COMMENTS])
    if resolved is None:
        return comments
    settled = {one.pk for one in comments if one.resolved_at is not None}
    return [one for one in comments if ((one.thread_id or one.pk) in settled) is resolved]


def comment_of(document: Document, comment_id: UUID) -> DocumentComment:
    """One comment. Raises NotFound."""
    rows = DocumentComment.objects.for_team(document.team_id).filter(document_id=document.pk, pk=comment_id)
    comment = rows.first()
    if comment is None:
        raise NotFound
    return comment
