"""documents: metadata, versions and comments. Edits go over the sockets (delta_source.py).

The owner's read permission (owners.py) allows reading and commenting. All other operations need its write permission.
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
from server.documents.owners import get_owner
from server.documents.schemas import (
    CommentEditIn,
    CommentFields,
    CommentIn,
    CommentsQuery,
    DocumentOut,
    DocumentVersionIn,
    DocumentVersionOut,
    VersionQuery,
)
from server.documents.services import comments, versions
from server.documents.shapes import serialize_comment, serialize_version

OWNED_ACCESS = Access(by_thing=True)

router = Router(tags=["documents"], by_alias=True)


@router.get("/{uuid:document_id}", auth=OWNED_ACCESS, response=DocumentOut, operation_id="get_document")
def get_document(request: CallerRequest, document_id: UUID) -> DocumentOut:
    document = selectors.get_readable(document_id, request.auth)
    owner = get_owner(document.editor)
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
    auth=OWNED_ACCESS,
    response=Page[DocumentVersionOut],
    operation_id="list_document_versions",
    summary="List document versions",
)
def list_versions(request: CallerRequest, document_id: UUID, query: Query[VersionQuery]) -> Page[DocumentVersionOut]:
    found = selectors.list_versions(selectors.get_readable(document_id, request.auth), query)
    return Page[DocumentVersionOut].of(found, [serialize_version(version) for version in found.items])


@router.post(
    "/{uuid:document_id}/versions",
    auth=OWNED_ACCESS,
    response=DocumentVersionOut,
    operation_id="name_document_version",
    summary="Save named version",
)
@idempotent
def name_version(request: CallerRequest, document_id: UUID, body: DocumentVersionIn) -> DocumentVersionOut:
    document = _get_writable(document_id, request.auth)
    return serialize_version(versions.save_named(document=document, name=body.name, by=request.auth))


@router.patch(
    "/{uuid:document_id}/versions/{uuid:version_id}",
    auth=OWNED_ACCESS,
    response=DocumentVersionOut,
    operation_id="rename_document_version",
)
def rename_version(
    request: CallerRequest, document_id: UUID, version_id: UUID, body: DocumentVersionIn
) -> DocumentVersionOut:
    document = _get_writable(document_id, request.auth)
    return serialize_version(versions.rename(document=document, version_id=version_id, name=body.name))


@router.delete(
    "/{uuid:document_id}/versions/{uuid:version_id}",
    auth=OWNED_ACCESS,
    response={204: None},
    operation_id="delete_document_version",
)
def delete_version(request: CallerRequest, document_id: UUID, version_id: UUID) -> Status[None]:
    versions.delete(document=_get_writable(document_id, request.auth), version_id=version_id)
    return Status(204, None)


@router.get(
    "/{uuid:document_id}/versions/{uuid:version_id}/update",
    auth=OWNED_ACCESS,
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
    version = selectors.get_version(selectors.get_readable(document_id, request.auth), version_id)
    return HttpResponse(versions.get_update(version), content_type="application/octet-stream")


@router.get(
    "/{uuid:document_id}/comments",
    auth=OWNED_ACCESS,
    response=list[CommentFields],
    operation_id="list_document_comments",
)
def list_comments(request: CallerRequest, document_id: UUID, query: Query[CommentsQuery]) -> list[CommentFields]:
    """Returns the document’s comments, oldest first, without pagination."""
    document = selectors.get_readable(document_id, request.auth)
    return [serialize_comment(one) for one in selectors.list_comments(document, resolved=query.resolved)]


@router.post(
    "/{uuid:document_id}/comments", auth=OWNED_ACCESS, response=CommentFields, operation_id="post_document_comment"
)
@idempotent
def post_comment(request: CallerRequest, document_id: UUID, body: CommentIn) -> CommentFields:
    document = selectors.get_readable(document_id, request.auth)
    comment = comments.post(
        document=document,
        text=body.text,
        node=body.node,
        mentions=body.mentions,
        reply_to=body.reply_to,
        by=request.auth,
    )
    return serialize_comment(comment)


@router.patch(
    "/{uuid:document_id}/comments/{uuid:comment_id}",
    auth=OWNED_ACCESS,
    response=CommentFields,
    operation_id="edit_document_comment",
)
def edit_comment(request: CallerRequest, document_id: UUID, comment_id: UUID, body: CommentEditIn) -> CommentFields:
    document = selectors.get_readable(document_id, request.auth)
    comment = comments.edit(
        document=document, comment_id=comment_id, text=body.text, mentions=body.mentions, by=request.auth
    )
    return serialize_comment(comment)


@router.post(
    "/{uuid:document_id}/comments/{uuid:comment_id}/resolve",
    auth=OWNED_ACCESS,
    response=CommentFields,
    operation_id="resolve_document_comment",
)
def resolve_comment(request: CallerRequest, document_id: UUID, comment_id: UUID) -> CommentFields:
    document = selectors.get_readable(document_id, request.auth)
    return serialize_comment(comments.resolve(document=document, comment_id=comment_id, by=request.auth))


@router.post(
    "/{uuid:document_id}/comments/{uuid:comment_id}/reopen",
    auth=OWNED_ACCESS,
    response=CommentFields,
    operation_id="reopen_document_comment",
)
def reopen_comment(request: CallerRequest, document_id: UUID, comment_id: UUID) -> CommentFields:
    document = selectors.get_readable(document_id, request.auth)
    return serialize_comment(comments.reopen(document=document, comment_id=comment_id))


@router.delete(
    "/{uuid:document_id}/comments/{uuid:comment_id}",
    auth=OWNED_ACCESS,
    response={204: None},
    operation_id="remove_document_comment",
)
def remove_comment(request: CallerRequest, document_id: UUID, comment_id: UUID) -> Status[None]:
    document = selectors.get_readable(document_id, request.auth)
    comments.remove(document=document, comment_id=comment_id, by=request.auth)
    return Status(204, None)


def _get_writable(document_id: UUID, by: Caller) -> Document:
    return selectors.get_readable(document_id, by, writes=True)
