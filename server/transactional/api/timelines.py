"""Responses with the timeline of a message."""

from collections.abc import Sequence

from server.core.ids import to_milliseconds
from server.transactional.models import MessageRecipient
from server.transactional.schemas.events import (
    AllowedActionsOut,
    CheckOut,
    EventOut,
    FromOut,
    MessageTimelineOut,
    TimelineMessageOut,
    TimelineRecipientOut,
    WebhookOut,
)
from server.transactional.services import message_timelines
from server.transactional.services.message_timelines import MessageTimeline
from server.transactional.states import MessageState, QuarantineReason, RecipientKind, RecipientState, Via
from server.transactional.webhook_kinds import parse_event_type
from server.webhooks.models import WebhookDelivery
from server.webhooks.selectors import build_visible_url


def timeline_out(story: MessageTimeline, events: Sequence[EventOut], *, sees_urls: bool) -> MessageTimelineOut:
    """Without `sees_urls`, only the scheme and host of a webhook endpoint are shown."""
    checks = message_timelines.list_checks((event.type, event.detail) for event in events)
    return MessageTimelineOut(
        message=_message_out(story),
        recipients=[_recipient_out(recipient, story) for recipient in story.recipients],
        events=events,
        checks=[CheckOut(name=check.name, result=check.result, reason=check.reason) for check in checks],
        webhooks=[delivery_out(delivery, sees_url=sees_urls) for delivery in story.deliveries],
    )


def _message_out(story: MessageTimeline) -> TimelineMessageOut:
    message = story.message
    return TimelineMessageOut(
        id=message.pk,
        time=to_milliseconds(message.accepted_at),
        accepted_at=message.accepted_at,
        state=MessageState(message.state),
        hold_reason=QuarantineReason(message.hold_reason),
        via=Via(message.via),
        sender=FromOut(name=message.from_name, email=message.from_address),
        subject=message.subject,
        tag=message.tag,
        domain=story.domain,
        domain_id=message.domain_id,
        key_id=message.key_id,
        key_name=story.key_name,
        key_prefix=story.key_prefix,
        subaccount_id=message.subaccount_id,
        subaccount_name=story.subaccount_name,
        batch_id=message.batch_id,
        template_id=message.template_id,
        template_name=story.template_name,
        template_version=message.template_version,
        metadata=message.metadata,
        headers=message.headers,
        size=message.size,
        sandbox=message.sandbox,
        track_opens=message.track_opens,
        track_clicks=message.track_clicks,
        scheduled_at=message.scheduled_at,
        body_until=story.body_until,
        resent_from=message.resent_from,
        may=AllowedActionsOut(resend=story.can_resend, release=story.can_release, cancel=story.can_cancel),
    )


def _recipient_out(recipient: MessageRecipient, story: MessageTimeline) -> TimelineRecipientOut:
    return TimelineRecipientOut(
        position=recipient.position,
        email=recipient.email,
        kind=RecipientKind(recipient.kind),
        state=RecipientState(recipient.state),
        attempt=recipient.attempt,
        due_at=recipient.due_at,
        code=recipient.code or None,
        enhanced=recipient.enhanced,
        reply=recipient.reply,
        delivered_at=recipient.delivered_at,
        opened_at=recipient.opened_at,
        clicked_at=recipient.clicked_at,
        complained_at=recipient.complained_at,
        suppressed=recipient.email.lower() in story.suppressed,
    )


def delivery_out(delivery: WebhookDelivery, *, sees_url: bool) -> WebhookOut:
    return WebhookOut(
        delivery_id=str(delivery.pk),
        endpoint_id=delivery.endpoint_id,
        url=build_visible_url(delivery.endpoint.url, is_whole=sees_url),
        event=parse_event_type(delivery.kind),
        at=delivery.finished_at or delivery.created_at,
        state=delivery.state,
        attempts=delivery.attempt_count,
        status=delivery.status,
    )
