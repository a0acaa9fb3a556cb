"""messages: submit, view, release, cancel, resend."""

import hashlib
from collections.abc import Mapping
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from server.core.errors import ApiError, BadRequest
from server.core.idempotency import idempotent
from server.core.ids import to_milliseconds
from server.core.rendering import CONTENT_TYPE
from server.transactional import permissions, previews
from server.transactional.access import ActorRequest, TrxAccess, require_user
from server.transactional.bindings import ALL_KINDS
from server.transactional.errors import MessageTooLarge
from server.transactional.http_messages import (
    MAX_BODY_BYTES,
    accepted_out,
    build_rate_headers,
    find_idempotency_key,
    read_message,
    summarize,
    write_response,
)
from server.transactional.http_submissions import submit
from server.transactional.identities import KeyIdentity, get_binding
from server.transactional.intake import rejections
from server.transactional.models import Message, MessageRecipient
from server.transactional.schemas.messages import (
    BatchAcceptedOut,
    MessageAcceptedOut,
    MessageActionOut,
    MessageActionsOut,
    MessageIdsIn,
    MessagePreviewOut,
    MessageRecipientOut,
    MessageStateOut,
    PositionIn,
    PreviewFileOut,
    ResendIn,
    SourceOut,
)
from server.transactional.selectors import messages as selectors
from server.transactional.services import bodies, keys, limits, messages
from server.transactional.states import Scope

router = Router(tags=["messages"], by_alias=True)
SEND = TrxAccess(permission=permissions.EDIT, scope=Scope.SEND, records_rejections=True, narrowed=ALL_KINDS)
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ, narrowed=ALL_KINDS)
EDIT = TrxAccess(permission=permissions.EDIT)
CANCEL = TrxAccess(permission=permissions.EDIT, scope=Scope.SEND, narrowed=ALL_KINDS)
# The content of a message is private: viewing it needs a permission, and is logged.
READ_BODY = TrxAccess(permission=permissions.BODY)

MAX_SOURCE_CHARACTERS = 500_000
_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MessageIn"}}},
    }
}


@router.post(
    "",
    auth=SEND,
    response={202: MessageAcceptedOut | BatchAcceptedOut},
    operation_id="trx_messages_send",
    openapi_extra=_BODY,
)
def send_message(request: ActorRequest) -> HttpResponse:
    """Accepts one message or a batch, and responds once it is stored durably.

    A batch is stored completely or not at all. Its messages, including attachments, can total up to 100 MB.

    Rendering is limited to 200,000 steps per message and 2,000,000 steps per request. Inside conditions and loops, each
    tag and each text between tags counts as one step per repetition. A comparison counts as one step, a filter as five.
    In a batch, every 100 characters that are compared or filtered count as one more step.

    Sandbox messages of a team are limited to 40 MiB per hour and 256 MiB per day. Beyond that, the response is 429.
    """
    # The body is read here, because it can be larger than other calls allow.
    key = request.auth if isinstance(request.auth, KeyIdentity) else keys.build_user_identity(request.auth)
    with rejections.recording_rejections(key) as call:
        raw = _read_body(request)
        message = read_message(raw)
        call.summary = summarize(message)
        fingerprint = hashlib.sha256(raw).digest()
        del raw  # up to 40 MB, while messages are composed
        result = submit(key, message, idempotency_key=find_idempotency_key(request.headers), fingerprint=fingerprint)
    response = HttpResponse(write_response(result), status=202, content_type=CONTENT_TYPE)
    for name, value in build_rate_headers(result.rate or limits.get_current_rate(key)).items():
        response[name] = value
    return response


@router.get(
    "/{uuid:message_id}", auth=READ, response=MessageStateOut, operation_id="trx_messages_get", summary="Get message"
)
def get(request: ActorRequest, message_id: UUID) -> MessageStateOut:
    return message_out(selectors.get_message(get_binding(request.auth), message_id=message_id))


@router.get(
    "/{uuid:message_id}/source",
    auth=READ_BODY,
    response=SourceOut,
    operation_id="trx_messages_source",
    summary="Get message source",
)
def get_source(request: ActorRequest, message_id: UUID) -> SourceOut:
    by = require_user(request.auth)
    message = selectors.get_message(get_binding(by), message_id=message_id)
    text = bodies.open_body(team_id=by.team_id, message_id=message_id).decode("utf-8", "replace")
    messages.record_view(message=message, by=by)
    return SourceOut(source=text[:MAX_SOURCE_CHARACTERS], truncated=len(text) > MAX_SOURCE_CHARACTERS)


@router.get(
    "/{uuid:message_id}/preview",
    auth=READ_BODY,
    response=MessagePreviewOut,
    operation_id="trx_messages_preview",
    summary="Preview message",
)
def get_preview(request: ActorRequest, message_id: UUID) -> MessagePreviewOut:
    by = require_user(request.auth)
    message = selectors.get_message(get_binding(by), message_id=message_id)
    shown = previews.build_preview(team_id=by.team_id, message_id=message_id)
    messages.record_view(message=message, by=by)
    return MessagePreviewOut(
        html_url=shown.html_url,
        text=shown.text,
        attachments=[PreviewFileOut.model_validate(each) for each in shown.files],
    )


@router.post(
    "/{uuid:message_id}/resend",
    auth=EDIT,
    response=MessageAcceptedOut,
    operation_id="trx_messages_resend",
    summary="Resend message",
)
@idempotent
def resend(request: ActorRequest, message_id: UUID, body: ResendIn) -> MessageAcceptedOut:
    by = require_user(request.auth)
    return accepted_out(messages.resend(message_id=message_id, positions=body.positions, by=by))


@router.post(
    "/{uuid:message_id}/release",
    auth=EDIT,
    response=MessageStateOut,
    operation_id="trx_messages_release",
    summary="Release message",
)
def release(request: ActorRequest, message_id: UUID) -> MessageStateOut:
    by = require_user(request.auth)
    return message_out(messages.release(message_id=message_id, by=by))


@router.post(
    "/release",
    auth=EDIT,
    response=MessageActionsOut,
    operation_id="trx_messages_release_each",
    summary="Release messages",
)
def release_each(request: ActorRequest, body: MessageIdsIn) -> MessageActionsOut:
    """Releases held messages."""
    by = require_user(request.auth)
    return _actions_out(messages.release_each(message_ids=body.message_ids, by=by))


@router.post(
    "/{uuid:message_id}/cancel",
    auth=CANCEL,
    response=MessageStateOut,
    operation_id="trx_messages_cancel",
    summary="Cancel message",
)
def cancel(request: ActorRequest, message_id: UUID) -> MessageStateOut:
    return message_out(messages.cancel(message_id=message_id, by=request.auth))


@router.post(
    "/cancel",
    auth=CANCEL,
    response=MessageActionsOut,
    operation_id="trx_messages_cancel_each",
    summary="Cancel messages",
)
def cancel_each(request: ActorRequest, body: MessageIdsIn) -> MessageActionsOut:
    """Cancels messages that have not been sent yet. Recipients that were already sent the message are not affected."""
    return _actions_out(messages.cancel_each(message_ids=body.message_ids, by=request.auth))


def _actions_out(found: Mapping[UUID, ApiError | None]) -> MessageActionsOut:
    return MessageActionsOut(
        items=[MessageActionOut(id=each, code=error.code if error else None) for each, error in found.items()]
    )


@router.post(
    "/{uuid:message_id}/suppress",
    auth=EDIT,
    response={204: None},
    operation_id="trx_messages_suppress",
    summary="Suppress message recipient",
)
def suppress(request: ActorRequest, message_id: UUID, body: PositionIn) -> Status[None]:
    messages.suppress(message_id=message_id, position=body.position, by=request.auth)
    return Status(204, None)


def message_out(message: Message) -> MessageStateOut:
    return MessageStateOut(
        id=message.pk,
        time=to_milliseconds(message.accepted_at),
        accepted_at=message.accepted_at,
        state=message.state,
        hold_reason=message.hold_reason,
        via=message.via,
        from_address=message.from_address,
        from_name=message.from_name,
        subject=message.subject,
        tag=message.tag,
        domain_id=message.domain_id,
        key_id=message.key_id,
        subaccount_id=message.subaccount_id,
        batch_id=message.batch_id,
        template_id=message.template_id,
        template_version=message.template_version,
        metadata=message.metadata,
        size=message.size,
        sandbox=message.sandbox,
        scheduled_at=message.scheduled_at,
        resent_from=message.resent_from,
        recipients=[_recipient_out(row) for row in selectors.list_recipients(message)],
    )


def _recipient_out(row: MessageRecipient) -> MessageRecipientOut:
    return MessageRecipientOut(
        position=row.position,
        email=row.email,
        kind=row.kind,
        state=row.state,
        attempt=row.attempt,
        due_at=row.due_at,
        code=row.code or None,
        enhanced=row.enhanced,
        reply=row.reply,
        delivered_at=row.delivered_at,
        opened_at=row.opened_at,
        clicked_at=row.clicked_at,
        complained_at=row.complained_at,
    )


def _read_body(request: HttpRequest) -> bytes:
    """The body, at most MAX_BODY_BYTES. Raises MessageTooLarge, or BadRequest without a length."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if not announced.isdecimal():
        raise BadRequest
    if int(announced) > MAX_BODY_BYTES:
        raise MessageTooLarge(payload={"size": int(announced), "limit": MAX_BODY_BYTES})
    return request.read(int(announced))
