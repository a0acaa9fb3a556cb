"""documents: what is around a document besides its writing, which goes by the sockets (source.py).

Who may call follows from whom the document belongs to (owners.py): reading, and talking about it, needs the owner's
right to read, all else its right to write.
"""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from ninja import Query, Router, Status

from server.core.access import Access, CallerRequest
from server.core.callers import Caller
from server.core.idempotency import idempotent
from server.core.pagination import Page
from server.documents import selectors
from server.documents.models import Document
from server.documents.owners import owner_of
from server.documents.schemas import (
    CommentEditIn,
    CommentFields,
    CommentIn,
    CommentsQuery,
    DocumentOut,
    DocumentVersionOut,
    VersionIn,
    VersionQuery,
)
from server.documents.services import comments, versions
from server.documents.shapes import shown_comment, shown_version

OWNED = Access(by_thing=True)

router = Router(tags=["documents"], by_alias=True)


@router.get("/{uuid:document_id}", auth=OWNED, response=DocumentOut, operation_id="get_document")
def get_document(request: CallerRequest, document_id: UUID) -> DocumentOut:
    document = selectors.readable(document_id, request.auth)
    owner = owner_of(document.editor)
    why = owner.locked(document)
    return DocumentOut(
        id=document.pk,
        editor=document.editor,
        revision=document.revision,
        locked=why is not None,
        why=why,
        writable=request.auth.may(owner.may_write),
        updated_at=document.updated_at,
    )


@router.get(
    "/{uuid:document_id}/versions",
    auth=OWNED,
    response=Page[DocumentVersionOut],
    operation_id="list_document_versions",
    summary="List document versions",
)
def list_versions(request: CallerRequest, document_id: UUID, query: Query[VersionQuery]) -> Page[DocumentVersionOut]:
    found = selectors.versions_of(selectors.readable(document_id, request.auth), query)
    return Page[DocumentVersionOut].of(found, [shown_version(version) for version in found.items])


@router.post(
    "/{uuid:document_id}/versions",
    auth=OWNED,
    response=DocumentVersionOut,
    operation_id="name_document_version",
    summary="Save named version",
)
@idempotent
def name_version(request: CallerRequest, document_id: UUID, body: VersionIn) -> DocumentVersionOut:
    document = _written(document_id, request.auth)
    return shown_version(versions.name(document=document, name=body.name, by=request.auth))


@router.patch(
    "/{uuid:document_id}/versions/{uuid:version_id}",
    auth=OWNED,
    response=DocumentVersionOut,
    operation_id="rename_document_version",
)
def rename_version(request: CallerRequest, document_id: UUID, version_id: UUID, body: VersionIn) -> DocumentVersionOut:
    document = _written(document_id, request.auth)
    return shown_version(versions.rename(document=document, version_id=version_id, name=body.name))


@router.delete(
    "/{uuid:document_id}/versions/{uuid:version_id}",
    auth=OWNED,
    response={204: None},
    operation_id="delete_document_version",
)
def delete_version(request: CallerRequest, document_id: UUID, version_id: UUID) -> Status[None]:
    versions.delete(document=_written(document_id, request.auth), version_id=version_id)
    return Status(204, None)


@router.get(
    "/{uuid:document_id}/versions/{uuid:version_id}/update",
    auth=OWNED,
    operation_id="get_document_version_update",
    summary="Download document version",
    openapi_extra={
        "responses": {
            200: {
                "description": "The complete document of this version, as one Yjs update",
                "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def get_version_update(request: CallerRequest, document_id: UUID, version_id: UUID) -> Any:
    version = selectors.version_of(selectors.readable(document_id, request.auth), version_id)
    return HttpResponse(versions.update_of(version), content_type="application/octet-stream")


@router.get(
    "/{uuid:document_id}/comments", auth=OWNED, response=list[CommentFields], operation_id="list_document_comments"
)
def list_comments(request: CallerRequest, document_id: UUID, query: Query[CommentsQuery]) -> list[CommentFields]:
    """Returns the document’s comments, oldest first, without pagination."""
    document = selectors.readable(document_id, request.auth)
    return [shown_comment(one) for one in selectors.comments_of(document, resolved=query.resolved)]


@router.post("/{uuid:document_id}/comments", auth=OWNED, response=CommentFields, operation_id="post_document_comment")
@idempotent
def post_comment(request: CallerRequest, document_id: UUID, body: CommentIn) -> CommentFields:
    document = selectors.readable(document_id, request.auth)
    comment = comments.post(
        document=document,
        text=body.text,
        node=body.node,
        mentions=body.mentions,
        reply_to=body.reply_to,
        by=request.auth,
    )
    return shown_comment(comment)


@router.patch(
    "/{uuid:document_id}/comments/{uuid:comment_id}",
    auth=OWNED,
    response=CommentFields,
    operation_id="edit_document_comment",
)
def edit_comment(request: CallerRequest, document_id: UUID, comment_id: UUID, body: CommentEditIn) -> CommentFields:
    document = selectors.readable(document_id, request.auth)
    comment = comments.edit(
        document=document, comment_id=comment_id, text=body.text, mentions=body.mentions, by=request.auth
    )
    return shown_comment(comment)


@router.post(
    "/{uuid:document_id}/comments/{uuid:comment_id}/resolve",
    auth=OWNED,
    response=CommentFields,
    operation_id="resolve_document_comment",
)
def resolve_comment(request: CallerRequest, document_id: UUID, comment_id: UUID) -> CommentFields:
    document = selectors.readable(document_id, request.auth)
    return shown_comment(comments.resolve(document=document, comment_id=comment_id, by=request.auth))


@router.post(
    "/{uuid:document_id}/comments/{uuid:comment_id}/reopen",
    auth=OWNED,
    response=CommentFields,
    operation_id="reopen_document_comment",
)
def reopen_comment(request: CallerRequest, document_id: UUID, comment_id: UUID) -> CommentFields:
    document = selectors.readable(document_id, request.auth)
    return shown_comment(comments.reopen(document=document, comment_id=comment_id))


@router.delete(
    "/{uuid:document_id}/comments/{uuid:comment_id}",
    auth=OWNED,
    response={204: None},
    operation_id="remove_document_comment",
)
def remove_comment(request: CallerRequest, document_id: UUID, comment_id: UUID) -> Status[None]:
    document = selectors.readable(document_id, request.auth)
    comments.remove(document=document, comment_id=comment_id, by=request.auth)
    return Status(204, None)


def _written(document_id: UUID, by: Caller) -> Document:
    return selectors.readable(document_id, by, writes=True)
