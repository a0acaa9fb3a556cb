"""User actions on an accepted message: release, cancel, resend, suppress a recipient."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.core import clock
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, ApiError, FieldsInvalid, NotFound
from server.core.ids import get_creation_time, to_milliseconds
from server.delivery.services import suppressions
from server.senders.states import VALIDATED_STATES
from server.transactional import header_lines
from server.transactional.bindings import Binding
from server.transactional.causes import NOT_RECIPIENTS_OF_MESSAGE
from server.transactional.errors import FromNotAllowed, TrxDomainNotVerified
from server.transactional.identities import Actor, get_binding
from server.transactional.intake import acceptance
from server.transactional.intake.submissions import AcceptedSubmission, Submission
from server.transactional.models import Message, MessageRecipient, TransactionalDomain
from server.transactional.selectors.messages import get_message, list_recipients
from server.transactional.services import bodies, keys, recording, units
from server.transactional.services.recording import NewEvent
from server.transactional.sql import messages as sql
from server.transactional.states import (
    CANCELLABLE_STATES,
    MESSAGE_TRANSITIONS,
    OPEN_STATES,
    MessageState,
    RecipientKind,
    RecipientState,
    Via,
)


@transaction.atomic
def release(*, message_id: UUID, by: Caller) -> Message:
    """Releases a held message; a scheduled one waits for its time.

    Checks that can have changed since acceptance are repeated: the domain here, suppression by the sender. Its units
    were counted when it was accepted. Raises NotFound; ActionNotAllowed, FromNotAllowed, TrxDomainNotVerified.
    """
    message, team_id = _lock_message(get_binding(by), message_id), by.team_id
    if message.state != MessageState.HELD:
        raise ActionNotAllowed(payload={"state": message.state})
    _check_domain(message)
    later = message.scheduled_at is not None and message.scheduled_at > clock.now()
    _change_state(message, MessageState.SCHEDULED if later else MessageState.ACCEPTED)
    moved = sql.change_state(
        team_id,
        message_id=message_id,
        states=[RecipientState.HELD],
        to=RecipientState.SCHEDULED if later else RecipientState.QUEUED,
        due_at=message.scheduled_at if later else clock.now(),
    )
    _record_events(message, "released", moved, {"check": message.hold_reason, "reason": by.fullname})
    activity.record(
        team_id=team_id,
        by=by,
        reference="transactional-message",
        action="RELEASED",
        name=_get_title(message),
        link=_build_link(message),
    )
    sql.wake(team_id)
    return message


def release_each(*, message_ids: Sequence[UUID], by: Caller) -> Mapping[UUID, ApiError | None]:
    """Releases several messages, each on its own. Returns by id the error that prevents it, or None."""
    return _run_each(message_ids, lambda each: release(message_id=each, by=by))


def cancel_each(*, message_ids: Sequence[UUID], by: Actor) -> Mapping[UUID, ApiError | None]:
    return _run_each(message_ids, lambda each: cancel(message_id=each, by=by))


def _run_each(message_ids: Sequence[UUID], act: Callable[[UUID], object]) -> Mapping[UUID, ApiError | None]:
    found: dict[UUID, ApiError | None] = {}
    for each in dict.fromkeys(message_ids):
        try:
            act(each)
        except ApiError as error:
            found[each] = error
        else:
            found[each] = None
    return found


@transaction.atomic
def cancel(*, message_id: UUID, by: Actor) -> Message:
    """Cancels unsent recipients and returns their quota units. Raises NotFound; ActionNotAllowed if all were sent."""
    message, team_id = _lock_message(get_binding(by), message_id), by.team_id
    moved = sql.change_state(
        team_id,
        message_id=message_id,
        states=CANCELLABLE_STATES,
        to=RecipientState.CANCELLED,
        due_at=None,
    )
    if not moved:
        raise ActionNotAllowed(payload={"state": message.state})
    _record_events(message, "cancelled", moved, {"reason": by.fullname})
    if not sql.has_open(team_id, message_id=message_id, states=OPEN_STATES):
        _change_state(message, MessageState.FINISHED)
        bodies.delete_finished(team_id=team_id, message_ids=[message_id])
    if not message.sandbox:
        units.return_units(
            team_id=team_id,
            amounts={(message.accepted_at.date(), message.subaccount_id): len(moved)},
        )
    activity.record(
        team_id=team_id,
        by=by,
        reference="transactional-message",
        action="CANCELED",
        name=_get_title(message),
        link=_build_link(message),
    )
    return message


def resend(*, message_id: UUID, positions: Sequence[int], by: Caller) -> AcceptedSubmission:
    """Resends the email as a new message, to all its recipients or to the given ones.

    It passes all checks again. Raises NotFound, BodyDeleted, FieldsInvalid for an unknown position, and what accepting
    raises.
    """
    message, team_id = get_message(get_binding(by), message_id=message_id), by.team_id
    rows = list_recipients(message)
    chosen = [row for row in rows if not positions or row.position in positions]
    if len(chosen) < len(set(positions)):
        raise FieldsInvalid.of("positions", NOT_RECIPIENTS_OF_MESSAGE)
    lines, rest = header_lines.split(bodies.open_body(team_id=team_id, message_id=message_id))
    kept = [line for line in lines if line.name not in (b"message-id", b"date")]
    accepted = acceptance.accept(
        keys.build_user_identity(by),
        Submission(
            from_address=message.from_address,
            from_name=message.from_name,
            recipients=[(row.email, RecipientKind(row.kind)) for row in chosen],
            mime=header_lines.join_message(kept, rest),
            via=Via.HTTP,
            subject=message.subject,
            tag=message.tag,
            metadata=message.metadata,
            template_id=message.template_id,
            template_version=message.template_version,
            track_opens=message.track_opens,
            track_clicks=message.track_clicks,
            sandbox=message.sandbox,
            resent_from=message.pk,
        ),
    )
    activity.record(
        team_id=team_id,
        by=by,
        reference="transactional-message",
        action="SENT",
        name=_get_title(message),
        link=_build_link(message),
    )
    return accepted


@transaction.atomic
def suppress(*, message_id: UUID, position: int, by: Actor) -> None:
    """Suppresses all email to a recipient. Raises NotFound."""
    message, team_id = get_message(get_binding(by), message_id=message_id), by.team_id
    rows = MessageRecipient.objects.for_team(team_id).filter(message_id=message_id, position=position)
    row = rows.filter(accepted_at=message.accepted_at).first()
    if row is None:
        raise NotFound
    suppressions.add(team_id=team_id, emails=[row.email], marketing_only=False)
    activity.record(
        team_id=team_id,
        by=by,
        reference="transactional-message",
        action="SUPPRESSED",
        name=_get_title(message),
        link=_build_link(message),
    )


def record_view(*, message: Message, by: Caller) -> None:
    activity.record(
        team_id=message.team_id,
        by=by,
        reference="transactional-message",
        action="VIEWED",
        name=_get_title(message),
        link=_build_link(message),
    )


def _lock_message(binding: Binding, message_id: UUID) -> Message:
    get_message(binding, message_id=message_id)
    return binding.messages().select_for_update().get(pk=message_id, accepted_at=get_creation_time(message_id))


def _check_domain(message: Message) -> None:
    if message.sandbox:
        return
    domains = TransactionalDomain.objects.for_team(message.team_id).filter(pk=message.domain_id)
    found = domains.values_list("sender_domain__name", "sender_domain__state").first()
    if found is None:
        raise FromNotAllowed(payload={"address": message.from_address})
    name, state = found
    if state not in VALIDATED_STATES:
        raise TrxDomainNotVerified(payload={"domainId": str(message.domain_id), "name": name, "state": state})


def _change_state(message: Message, state: MessageState) -> None:
    MESSAGE_TRANSITIONS.require(message.state, state)
    message.state = state
    Message.objects.for_team(message.team_id).filter(pk=message.pk, accepted_at=message.accepted_at).update(state=state)


def _record_events(message: Message, type_: str, moved: Sequence[tuple[int, str]], detail: dict[str, Any]) -> None:
    domains = TransactionalDomain.objects.for_team(message.team_id).filter(pk=message.domain_id)
    name = domains.values_list("sender_domain__name", flat=True).first()
    now = clock.now()
    recording.append(
        message.team_id,
        [
            NewEvent(
                type=type_,
                at=now,
                message_id=message.pk,
                accepted_at=message.accepted_at,
                position=position,
                recipient=email,
                subject=message.subject,
                tag=message.tag,
                domain=name or message.from_address.rpartition("@")[2],
                domain_id=message.domain_id,
                subaccount_id=message.subaccount_id,
                key_id=message.key_id,
                sender=message.from_address,
                detail=detail,
            )
            for position, email in moved
        ],
    )


def _get_title(message: Message) -> str:
    return message.subject or str(message.pk)


def _build_link(message: Message) -> str:
    return f"/events/{message.pk}/{to_milliseconds(message.accepted_at)}"
