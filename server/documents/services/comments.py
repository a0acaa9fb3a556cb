"""Comments on documents: threads on a node, mentions, resolving and reopening."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction

from server.core import clock, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotAuthorized
from server.core.events import DomainEvent, publish
from server.documents import events, selectors
from server.documents.causes import MENTION_NOT_A_MEMBER
from server.documents.errors import TooManyComments
from server.documents.models import Document, DocumentComment
from server.documents.owners import get_owner
from server.documents.shapes import serialize_comment
from server.notifications.services.creation import notify
from server.teams.models import Member

ROOM: Final = "document"


def post(
    *,
    document: Document,
    text: str,
    by: Caller,
    node: str = "",
    mentions: Sequence[UUID] = (),
    reply_to: UUID | None = None,
) -> DocumentComment:
    """Posts a comment and notifies the mentioned members.

    Raises NotFound for a reply to a missing comment, FieldsInvalid for a mention of a person outside the team, and
    TooManyComments.
    """
    with transaction.atomic():
        document = selectors.lock_document(document)
        rows = DocumentComment.objects.for_team(document.team_id).filter(document_id=document.pk)
        if rows.count() >= selectors.MAX_COMMENTS:
            raise TooManyComments(payload={"most": selectors.MAX_COMMENTS})
        thread = _get_thread(document, reply_to) if reply_to else None
        members = _validate_mentions(document, mentions)
        comment = DocumentComment.objects.create(
            team_id=document.team_id,
            document_id=document.pk,
            thread=thread,
            node=thread.node if thread else node,
            text=text,
            mentions=members,
            user_id=by.user_id,
            fullname=by.fullname,
            created_at=clock.now(),
        )
        _publish(document, events.CommentPosted(document_id=document.pk, comment=serialize_comment(comment)))
        _notify_mentioned(document, comment, members, by)
    return comment


def edit(*, document: Document, comment_id: UUID, text: str, mentions: Sequence[UUID], by: Caller) -> DocumentComment:
    """Edits the text of a comment. Raises NotFound, NotAuthorized for another user's comment, and FieldsInvalid."""
    with transaction.atomic():
        document = selectors.lock_document(document)
        comment = selectors.get_comment(document, comment_id)
        if comment.user_id != by.user_id:
            raise NotAuthorized
        members = _validate_mentions(document, mentions)
        new = [each for each in members if each not in comment.mentions]
        comment.text, comment.mentions, comment.edited_at = text, members, clock.now()
        comment.save(update_fields=["text", "mentions", "edited_at"])
        _publish(document, events.CommentEdited(document_id=document.pk, comment=serialize_comment(comment)))
        _notify_mentioned(document, comment, new, by)
    return comment


def resolve(*, document: Document, comment_id: UUID, by: Caller) -> DocumentComment:
    """Resolves the thread of a comment, unless it is resolved. Returns its first comment. Raises NotFound."""
    with transaction.atomic():
        document = selectors.lock_document(document)
        thread = _get_thread(document, comment_id)
        if thread.resolved_at is None:
            thread.resolved_at, thread.resolver_id, thread.resolver_name = clock.now(), by.user_id, by.fullname
            _save_resolution(thread)
            _publish(document, events.CommentResolved(document_id=document.pk, comment=serialize_comment(thread)))
    return thread


def reopen(*, document: Document, comment_id: UUID) -> DocumentComment:
    """Reopens the thread of a comment. Returns its first comment. Raises NotFound."""
    with transaction.atomic():
        document = selectors.lock_document(document)
        thread = _get_thread(document, comment_id)
        if thread.resolved_at is not None:
            thread.resolved_at, thread.resolver_id, thread.resolver_name = None, None, ""
            _save_resolution(thread)
            _publish(document, events.CommentReopened(document_id=document.pk, comment=serialize_comment(thread)))
    return thread


def remove(*, document: Document, comment_id: UUID, by: Caller) -> None:
    """Deletes a comment, with its replies if it is the first of a thread.

    Raises NotFound; NotAuthorized for another user's comment, unless the caller is an admin.
    """
    with transaction.atomic():
        document = selectors.lock_document(document)
        comment = selectors.get_comment(document, comment_id)
        if comment.user_id != by.user_id and by.role != "admin":
            raise NotAuthorized
        _publish(document, events.CommentRemoved(document_id=document.pk, comment_id=comment.pk))
        comment.delete()


def _get_thread(document: Document, comment_id: UUID) -> DocumentComment:
    comment = selectors.get_comment(document, comment_id)
    return comment if comment.thread_id is None else selectors.get_comment(document, comment.thread_id)


def _save_resolution(thread: DocumentComment) -> None:
    thread.save(update_fields=["resolved_at", "resolver_id", "resolver_name"])


def _validate_mentions(document: Document, mentions: Sequence[UUID]) -> list[UUID]:
    user_ids = list(dict.fromkeys(mentions))
    members = Member.objects.for_team(document.team_id).filter(user_id__in=user_ids, active=True)
    if set(members.values_list("user_id", flat=True)) != set(user_ids):
        raise FieldsInvalid.of("mentions", MENTION_NOT_A_MEMBER)
    return user_ids


def _notify_mentioned(document: Document, comment: DocumentComment, mentions: Sequence[UUID], by: Caller) -> None:
    screen = f"{get_owner(document.editor).link_of(document).lstrip('/')}?comment={comment.pk}"
    for user_id in mentions:
        if user_id != by.user_id:
            notify(
                "document.mentioned",
                team_id=document.team_id,
                user_id=user_id,
                name=by.fullname,
                words=comment.text,
                path=screen,
            )


def _publish(document: Document, event: DomainEvent) -> None:
    publish(event, rooms=[rooms.build_room(ROOM, document.pk)])
