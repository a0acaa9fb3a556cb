"""What people say about a document: threads on a node, mentions, settled and reopened."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction

from server.core import clock, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotAuthorized
from server.core.events import Event, publish
from server.documents import events, selectors
from server.documents.causes import MENTION_NOT_A_MEMBER
from server.documents.errors import TooManyComments
from server.documents.models import Document, DocumentComment
from server.documents.owners import owner_of
from server.documents.shapes import shown_comment
from server.notifications.services.notices import notify
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
        document = selectors.locked(document)
        rows = DocumentComment.objects.for_team(document.team_id).filter(document_id=document.pk)
        if rows.count() >= selectors.MAX_COMMENTS:
            raise TooManyComments(payload={"most": selectors.MAX_COMMENTS})
        thread = _thread(document, reply_to) if reply_to else None
        members = _members(document, mentions)
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
        _tell(document, events.CommentPosted(document_id=document.pk, comment=shown_comment(comment)))
        _mention(document, comment, members, by)
    return comment


def edit(*, document: Document, comment_id: UUID, text: str, mentions: Sequence[UUID], by: Caller) -> DocumentComment:
    """Changes the text of a comment. Raises NotFound, NotAuthorized for that of another person, and FieldsInvalid."""
    with transaction.atomic():
        document = selectors.locked(document)
        comment = selectors.comment_of(document, comment_id)
        if comment.user_id != by.user_id:
            raise NotAuthorized
        members = _members(document, mentions)
        new = [each for each in members if each not in comment.mentions]
        comment.text, comment.mentions, comment.edited_at = text, members, clock.now()
        comment.save(update_fields=["text", "mentions", "edited_at"])
        _tell(document, events.CommentEdited(document_id=document.pk, comment=shown_comment(comment)))
        _mention(document, comment, new, by)
    return comment


def resolve(*, document: Document, comment_id: UUID, by: Caller) -> DocumentComment:
    """Settles the thread of a comment; answers its first. Settled already, nothing changes. Raises NotFound."""
    with transaction.atomic():
        document = selectors.locked(document)
        thread = _thread(document, comment_id)
        if thread.resolved_at is None:
            thread.resolved_at, thread.resolver_id, thread.resolver_name = clock.now(), by.user_id, by.fullname
            _save_settled(thread)
            _tell(document, events.CommentResolved(document_id=document.pk, comment=shown_comment(thread)))
    return thread


def reopen(*, document: Document, comment_id: UUID) -> DocumentComment:
    """Opens the thread of a comment again; answers its first. Raises NotFound."""
    with transaction.atomic():
        document = selectors.locked(document)
        thread = _thread(document, comment_id)
        if thread.resolved_at is not None:
            thread.resolved_at, thread.resolver_id, thread.resolver_name = None, None, ""
            _save_settled(thread)
            _tell(document, events.CommentReopened(document_id=document.pk, comment=shown_comment(thread)))
    return thread


def remove(*, document: Document, comment_id: UUID, by: Caller) -> None:
    """Takes a comment away, and with the first of a thread all its answers.

    Raises NotFound; NotAuthorized for what somebody else said, unless the caller is an admin.
    """
    with transaction.atomic():
        document = selectors.locked(document)
        comment = selectors.comment_of(document, comment_id)
        if comment.user_id != by.user_id and by.role != "admin":
            raise NotAuthorized
        _tell(document, events.CommentRemoved(document_id=document.pk, comment_id=comment.pk))
        comment.delete()


def _thread(document: Document, comment_id: UUID) -> DocumentComment:
    comment = selectors.comment_of(document, comment_id)
    return comment if comment.thread_id is None else selectors.comment_of(document, comment.thread_id)


def _save_settled(thread: DocumentComment) -> None:
    thread.save(update_fields=["resolved_at", "resolver_id", "resolver_name"])


def _members(document: Document, mentions: Sequence[UUID]) -> list[UUID]:
    wanted = list(dict.fromkeys(mentions))
    there = Member.objects.for_team(document.team_id).filter(user_id__in=wanted, active=True)
    known = set(there.values_list("user_id", flat=True))
    if known != set(wanted):
        raise FieldsInvalid.of("mentions", MENTION_NOT_A_MEMBER)
    return wanted


def _mention(document: Document, comment: DocumentComment, mentions: Sequence[UUID], by: Caller) -> None:
    screen = f"{owner_of(document.editor).link_of(document).lstrip('/')}?comment={comment.pk}"
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


def _tell(document: Document, event: Event) -> None:
    publish(event, rooms=[rooms.watching(ROOM, document.pk)])
