"""The rows of accepted messages, by column, and their first events."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from server.delivery.mime import headers
from server.transactional.header_lines import HeaderLine
from server.transactional.intake.accepted_messages import AcceptedMessage
from server.transactional.intake.submissions import AcceptedRecipient
from server.transactional.models.messages import SUBJECT_LENGTH
from server.transactional.services import bodies
from server.transactional.services.recording import NewEvent
from server.transactional.sql.intake import Columns
from server.transactional.states import MessageState, RecipientState

# Of the header, stored for users who view the message.
MAX_STORED_HEADERS = 50
MAX_STORED_CHARACTERS = 500


def build_columns(items: Sequence[AcceptedMessage], batch_id: UUID | None) -> Columns:
    """The teams of the messages can differ. All messages belong to one batch, or to none."""
    rows: list[dict[str, Any]] = []
    for item in items:
        submission = item.submission
        rows.append(
            {
                "team_id": item.key.team_id,
                "id": item.id,
                "accepted_at": item.accepted_at,
                "key_id": item.key.key_id,
                "subaccount_id": item.key.subaccount_id,
                "domain_id": item.domain.id,
                "batch_id": batch_id,
                "template_id": submission.template_id,
                "resent_from": submission.resent_from,
                "scheduled_at": item.scheduled_at,
                "size": item.size_bytes,
                "template_version": submission.template_version,
                "recipients": len(item.recipients),
                "sandbox": item.is_sandbox,
                "track_opens": submission.track_opens,
                "track_clicks": submission.track_clicks,
                "via": str(submission.via),
                "state": str(item.state),
                "hold_reason": str(item.hold.reason) if item.hold else "",
                "from_address": submission.from_address.lower(),
                "from_name": headers.neutralize(submission.from_name)[:200],
                "subject": headers.neutralize(submission.subject)[:SUBJECT_LENGTH],
                "tag": submission.tag,
                "rfc_id": item.rfc_id,
                "metadata": json.dumps(dict(submission.metadata)),
                "headers": json.dumps(_build_stored_headers(item.lines)),
                "body_expires_at": bodies.compute_expiry(
                    item.key.body_days, finished=item.state == MessageState.FINISHED
                ),
                "sealed": bodies.seal_body(item.build_mime(), team_id=item.key.team_id),
            }
        )
    addressed = [
        {
            "team": item.key.team_id,
            "message": item.id,
            "accepted_at": item.accepted_at,
            "position": position,
            "email": each.email,
            "kind": str(each.kind),
            "state": str(each.state),
            "due_at": _get_due_at(item, each),
        }
        for item in items
        for position, each in enumerate(item.recipients)
    ]
    return Columns(_to_columns(rows), _to_columns(addressed))


def _to_columns(rows: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


def _get_due_at(item: AcceptedMessage, recipient: AcceptedRecipient) -> datetime | None:
    if recipient.state == RecipientState.QUEUED:
        return item.accepted_at
    return item.scheduled_at if recipient.state == RecipientState.SCHEDULED else None


def _build_stored_headers(lines: Sequence[HeaderLine]) -> list[list[str]]:
    kept = []
    for line in lines[:MAX_STORED_HEADERS]:
        name = line.raw.partition(b":")[0].decode("ascii")
        kept.append([name, headers.neutralize(line.text)[:MAX_STORED_CHARACTERS]])
    return kept


def build_events(item: AcceptedMessage, batch_id: UUID | None) -> list[NewEvent]:
    """One event of each type for each affected recipient; a hold affects the whole message."""
    submission = item.submission
    accepted = {
        "via": str(submission.via),
        "sandbox": item.is_sandbox,
        "metadata": dict(submission.metadata),
        "batchId": str(batch_id) if batch_id else None,
    }

    def event(type_: str, position: int | None, email: str, detail: dict[str, Any]) -> NewEvent:
        return NewEvent(
            type=type_,
            at=item.accepted_at,
            message_id=item.id,
            accepted_at=item.accepted_at,
            position=position,
            recipient=email,
            subject=headers.neutralize(submission.subject)[:SUBJECT_LENGTH],
            tag=submission.tag,
            domain=item.domain.name,
            domain_id=item.domain.id,
            subaccount_id=item.key.subaccount_id,
            key_id=item.key.key_id,
            sender=submission.from_address.lower(),
            detail=detail,
        )

    found = []
    for position, each in enumerate(item.recipients):
        found.append(event("accepted", position, each.email, accepted))
        if each.state == RecipientState.SUPPRESSED:
            detail = {"check": "suppression", "reason": item.suppressed[each.email]}
            found.append(event("suppressed", position, each.email, detail))
        elif each.state == RecipientState.SCHEDULED and item.scheduled_at:
            found.append(event("scheduled", position, each.email, {"scheduledAt": item.scheduled_at.isoformat()}))
    if item.hold is not None and item.state == MessageState.HELD:
        found.append(event("held", None, "", {"check": item.hold.check, "reason": str(item.hold.reason)}))
    return found
