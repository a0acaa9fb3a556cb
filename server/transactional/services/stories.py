"""The whole story of one message."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from django.db.models import Q

from server.core import clock
from server.core.errors import NotFound
from server.core.ids import milliseconds_of, moment_at
from server.delivery.models import Suppression
from server.transactional.bindings import Binding
from server.transactional.identities import Actor, binding_of, can_manage
from server.transactional.intake import check
from server.transactional.models import (
    ApiKey,
    Message,
    MessageBody,
    MessageRecipient,
    Subaccount,
    TransactionalDomain,
    TransactionalTemplate,
)
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
from server.transactional.selectors import events
from server.transactional.services.webhooks import OWNER
from server.transactional.states import (
    CANCELLABLE_STATES,
    EventType,
    HoldReason,
    MessageState,
    RecipientKind,
    RecipientState,
    Via,
)
from server.transactional.webhook_kinds import type_of
from server.webhooks.selectors import list_deliveries_of_record, shown_url

MOST_RECIPIENTS: Final = 1_000


def story(by: Actor, *, message_id: UUID, time: int) -> StoryOut:
    """Everything about a message that was accepted at `time` (milliseconds). Raises NotFound."""
    team_id = by.team_id
    message = _message(binding_of(by), message_id, time)
    recipients = list(
        MessageRecipient.objects.for_team(team_id)
        .filter(message_id=message.pk, accepted_at=message.accepted_at)
        .order_by("position")[:MOST_RECIPIENTS]
    )
    happened = events.of_message(team_id, message_id=message.pk, accepted_at=message.accepted_at)
    return StoryOut(
        message=_message_out(message, recipients),
        recipients=_recipients_out(team_id, recipients),
        events=happened,
        checks=_checks(happened),
        webhooks=list_webhooks(team_id, message.pk, sees_urls=can_manage(by)),
    )


def list_webhooks(team_id: UUID, message_id: UUID, *, sees_urls: bool) -> Sequence[WebhookOut]:
    """Webhook deliveries of the message’s events, oldest first."""
    return [
        WebhookOut(
            delivery_id=str(delivery.pk),
            endpoint_id=delivery.endpoint_id,
            url=shown_url(delivery.endpoint.url, is_whole=sees_urls),
            event=type_of(delivery.kind),
            at=delivery.finished_at or delivery.created_at,
            state=delivery.state,
            attempts=delivery.attempt_count,
            status=delivery.status,
        )
        for delivery in list_deliveries_of_record(OWNER, team_id=team_id, record_id=message_id)
    ]


def _message(binding: Binding, message_id: UUID, time: int) -> Message:
    found = binding.messages().filter(pk=message_id, accepted_at=moment_at(time)).first()
    if found is None:
        raise NotFound
    return found


def _message_out(message: Message, recipients: Sequence[MessageRecipient]) -> StoryMessageOut:
    team_id = message.team_id
    key = ApiKey.objects.for_team(team_id).filter(pk__in=_given(message.key_id)).values_list("name", "prefix").first()
    domain = TransactionalDomain.objects.for_team(team_id).filter(pk=message.domain_id)
    subaccount = Subaccount.objects.for_team(team_id).filter(pk__in=_given(message.subaccount_id))
    template = TransactionalTemplate.objects.for_team(team_id).filter(pk__in=_given(message.template_id))
    until = _body_until(message)
    open_ = any(recipient.state in CANCELLABLE_STATES for recipient in recipients)
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
        domain=domain.values_list("sender_domain__name", flat=True).first()
        or message.from_address.rpartition("@")[2].lower(),
        domain_id=message.domain_id,
        key_id=message.key_id,
        key_name=key[0] if key else "",
        key_prefix=key[1] if key else "",
        subaccount_id=message.subaccount_id,
        subaccount_name=subaccount.values_list("name", flat=True).first() or "",
        batch_id=message.batch_id,
        template_id=message.template_id,
        template_name=template.values_list("name", flat=True).first() or "",
        template_version=message.template_version,
        metadata=message.metadata,
        headers=message.headers,
        size=message.size,
        sandbox=message.sandbox,
        track_opens=message.track_opens,
        track_clicks=message.track_clicks,
        scheduled_at=message.scheduled_at,
        body_until=until,
        resent_from=message.resent_from,
        may=MayOut(
            resend=until is not None and message.state == MessageState.FINISHED,
            release=message.state == MessageState.HELD,
            cancel=open_ and message.state != MessageState.FINISHED,
        ),
    )


def _given(value: UUID | None) -> Sequence[UUID]:
    return [] if value is None else [value]


def _body_until(message: Message) -> datetime | None:
    """Until when what it said is kept; while that hangs on its end, now."""
    body = MessageBody.objects.for_team(message.team_id).filter(pk=message.pk, accepted_at=message.accepted_at)
    found = body.values_list("expires_at").first()
    if found is None:
        return None
    until: datetime | None = found[0]
    now = clock.now()
    return now if until is None else until if until > now else None


def _recipients_out(team_id: UUID, recipients: Sequence[MessageRecipient]) -> Sequence[StoryRecipientOut]:
    emails = [recipient.email.lower() for recipient in recipients]
    stopped = set(
        Suppression.objects.for_team(team_id)
        .filter(Q(expires_at=None) | Q(expires_at__gt=clock.now()), email__in=emails, marketing_only=False)
        .values_list("email", flat=True)
    )
    return [
        StoryRecipientOut(
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
            suppressed=recipient.email.lower() in stopped,
        )
        for recipient in recipients
    ]


_RESULTS: Final[Mapping[str, Literal["hold", "skip"]]] = {EventType.HELD: "hold", EventType.SUPPRESSED: "skip"}


def _checks(happened: Sequence[EventOut]) -> Sequence[CheckOut]:
    """Each check of the pipeline, with what it has held or left out; what a stored message was not stopped by, it has
    passed."""
    said: dict[str, CheckOut] = {}
    for event in happened:
        name = event.detail.get("check")
        if name and event.type in _RESULTS:
            reason = str(event.detail.get("reason") or "")
            said.setdefault(str(name), CheckOut(name=str(name), result=_RESULTS[event.type], reason=reason))
    checks = [each.name for each in check.CHECKS]
    names = [*checks, *(name for name in said if name not in checks)]
    return [said.get(name) or CheckOut(name=name, result="pass", reason="") for name in names]
