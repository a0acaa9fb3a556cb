"""Responses with the timeline of a message."""

from collections.abc import Sequence

from server.core.ids import milliseconds_of
from server.transactional.models import MessageRecipient
from server.transactional.schemas.events import (
    CheckOut,
    EventOut,
    FromOut,
    MayOut,
    StoryMessageOut,
    StoryOut,
    StoryRecipientOut,
    WebhookOut,
)
from server.transactional.services import stories
from server.transactional.services.stories import Story
from server.transactional.states import HoldReason, MessageState, RecipientKind, RecipientState, Via
from server.transactional.webhook_kinds import type_of
from server.webhooks.models import WebhookDelivery
from server.webhooks.selectors import shown_url


def story_out(story: Story, events: Sequence[EventOut], *, sees_urls: bool) -> StoryOut:
    """A message with its events. Without `sees_urls`, only the scheme and host of an endpoint are shown."""
    checks = stories.list_checks((event.type, event.detail) for event in events)
    return StoryOut(
        message=_message(story),
        recipients=[_recipient(recipient, story) for recipient in story.recipients],
        events=events,
        checks=[CheckOut(name=check.name, result=check.result, reason=check.reason) for check in checks],
        webhooks=[webhook_out(delivery, sees_url=sees_urls) for delivery in story.deliveries],
    )


def _message(story: Story) -> StoryMessageOut:
    message = story.message
    return StoryMessageOut(
        id=message.pk,
        time=milliseconds_of(message.accepted_at),
        accepted_at=message.accepted_at,
        state=MessageState(message.state),
        hold_reason=HoldReason(message.hold_reason),
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
        may=MayOut(resend=story.can_resend, release=story.can_release, cancel=story.can_cancel),
    )


def _recipient(recipient: MessageRecipient, story: Story) -> StoryRecipientOut:
    return StoryRecipientOut(
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


def webhook_out(delivery: WebhookDelivery, *, sees_url: bool) -> WebhookOut:
    return WebhookOut(
        delivery_id=str(delivery.pk),
        endpoint_id=delivery.endpoint_id,
        url=shown_url(delivery.endpoint.url, is_whole=sees_url),
        event=type_of(delivery.kind),
        at=delivery.finished_at or delivery.created_at,
        state=delivery.state,
        attempts=delivery.attempt_count,
        status=delivery.status,
    )
