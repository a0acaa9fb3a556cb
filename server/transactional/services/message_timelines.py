"""The complete timeline of one message."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.db.models import Q

from server.core import clock
from server.core.errors import NotFound
from server.core.ids import from_milliseconds
from server.delivery.models import Suppression
from server.transactional.bindings import Binding
from server.transactional.identities import Actor, get_binding
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
from server.transactional.services.webhooks import OWNER
from server.transactional.states import CANCELLABLE_STATES, EventType, MessageState
from server.webhooks.models import WebhookDelivery
from server.webhooks.selectors import list_deliveries_of_record

MAX_RECIPIENTS: Final = 1_000
CheckResult = Literal["pass", "hold", "skip"]
_RESULTS: Final[Mapping[str, CheckResult]] = {EventType.HELD: "hold", EventType.SUPPRESSED: "skip"}


@dataclass(frozen=True, slots=True)
class MessageTimeline:
    """A message with its recipients, webhook deliveries (oldest first) and the names of its records, empty if deleted.

    `body_until` is when its content is deleted, None if it is. `suppressed` has the addresses of recipients that are on
    the suppression list now, in lower case.
    """

    message: Message
    recipients: Sequence[MessageRecipient]
    suppressed: frozenset[str]
    deliveries: Sequence[WebhookDelivery]
    body_until: datetime | None
    domain: str
    key_name: str
    key_prefix: str
    subaccount_name: str
    template_name: str

    @property
    def can_resend(self) -> bool:
        return self.body_until is not None and self.message.state == MessageState.FINISHED

    @property
    def can_release(self) -> bool:
        return bool(self.message.state == MessageState.HELD)

    @property
    def can_cancel(self) -> bool:
        is_open = any(recipient.state in CANCELLABLE_STATES for recipient in self.recipients)
        return is_open and self.message.state != MessageState.FINISHED


@dataclass(frozen=True, slots=True)
class PassedCheck:
    """The result of a pipeline check for a message."""

    name: str
    result: CheckResult
    reason: str = ""


def get_timeline(by: Actor, *, message_id: UUID, time: int) -> MessageTimeline:
    """Everything about a message that was accepted at `time` (milliseconds). Raises NotFound."""
    team_id = by.team_id
    message = _get_message(get_binding(by), message_id, time)
    recipients = list(
        MessageRecipient.objects.for_team(team_id)
        .filter(message_id=message.pk, accepted_at=message.accepted_at)
        .order_by("position")[:MAX_RECIPIENTS]
    )
    key = ApiKey.objects.for_team(team_id).filter(pk__in=_to_list(message.key_id)).values_list("name", "prefix").first()
    domain = TransactionalDomain.objects.for_team(team_id).filter(pk=message.domain_id)
    subaccount = Subaccount.objects.for_team(team_id).filter(pk__in=_to_list(message.subaccount_id))
    template = TransactionalTemplate.objects.for_team(team_id).filter(pk__in=_to_list(message.template_id))
    return MessageTimeline(
        message=message,
        recipients=recipients,
        suppressed=_find_suppressed(team_id, recipients),
        deliveries=list_deliveries_of_record(OWNER, team_id=team_id, record_id=message.pk),
        body_until=_get_body_expiry(message),
        domain=domain.values_list("sender_domain__name", flat=True).first()
        or message.from_address.rpartition("@")[2].lower(),
        key_name=key[0] if key else "",
        key_prefix=key[1] if key else "",
        subaccount_name=subaccount.values_list("name", flat=True).first() or "",
        template_name=template.values_list("name", flat=True).first() or "",
    )


def list_checks(happened: Iterable[tuple[str, Mapping[str, Any]]]) -> Sequence[PassedCheck]:
    """The result of each pipeline check, derived from the types and details of the message's events.

    A stored message has passed all checks that did not stop it.
    """
    said: dict[str, PassedCheck] = {}
    for event_type, detail in happened:
        name = detail.get("check")
        if name and event_type in _RESULTS:
            reason = str(detail.get("reason") or "")
            said.setdefault(str(name), PassedCheck(str(name), _RESULTS[event_type], reason))
    checks = [each.name for each in check.CHECKS]
    names = [*checks, *(name for name in said if name not in checks)]
    return [said.get(name) or PassedCheck(name, "pass") for name in names]


def _get_message(binding: Binding, message_id: UUID, time: int) -> Message:
    found = binding.messages().filter(pk=message_id, accepted_at=from_milliseconds(time)).first()
    if found is None:
        raise NotFound
    return found


def _to_list(value: UUID | None) -> Sequence[UUID]:
    return [] if value is None else [value]


def _get_body_expiry(message: Message) -> datetime | None:
    """When the stored content expires; None if it is deleted.

    Content without an expiry is deleted once the last recipient is done, which can be now.
    """
    body = MessageBody.objects.for_team(message.team_id).filter(pk=message.pk, accepted_at=message.accepted_at)
    found = body.values_list("expires_at").first()
    if found is None:
        return None
    until: datetime | None = found[0]
    now = clock.now()
    return now if until is None else until if until > now else None


def _find_suppressed(team_id: UUID, recipients: Sequence[MessageRecipient]) -> frozenset[str]:
    emails = [recipient.email.lower() for recipient in recipients]
    rows = Suppression.objects.for_team(team_id).filter(
        Q(expires_at=None) | Q(expires_at__gt=clock.now()), email__in=emails, marketing_only=False
    )
    return frozenset(rows.values_list("email", flat=True))
