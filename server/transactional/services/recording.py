"""Message events: written, counted and published in the transaction of their cause.

`append` is the only way to create an event. Counters follow from the events alone, so a recount (`sql/recounting.py`)
gives the same result.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.transactional.models.events import EVENT_SUBJECT_LENGTH
from server.transactional.models.figures import FIGURE_NAME_LENGTH, NOTHING, NameKind
from server.transactional.models.messages import REPLY_LENGTH, TAG_LENGTH
from server.transactional.naming import beginning_of, cleaned, link_name, pair_of, storable, subject_name
from server.transactional.services import counting, figure_names, live
from server.transactional.sql import recording as sql
from server.transactional.states import EventType
from server.transactional.webhook_kinds import MessageEventData, kind_of
from server.webhooks.kinds import WebhookEvent
from server.webhooks.services import publishing

# Kinds of names, with the event column for the id.
_BORNE: Final = {
    NameKind.TAG: "tag_id",
    NameKind.SENDER: "sender_id",
    NameKind.SUBJECT: "subject_id",
    NameKind.LINK: "link_id",
}
_SPACES: Final = re.compile(r"\s+")
ENHANCED_LENGTH: Final = 11


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event. `position` is null if it is about the whole message; then `recipient` can be empty.

    `detail` by type (missing values mean nothing): accepted `metadata` (a mapping of texts), `sandbox`; held, released
    and suppressed `check`, `reason`; deferred, delivered, bounced and failed `code`, `enhanced`, `reply`, `attempt`,
    `mx`; delivered `latencyMs`; bounced and failed `class` (delivery's bounce classes), and `returned` if the relay had
    accepted it before; opened and clicked `machine`, `first` (the first by a person); clicked `url` and `firstOpen` (no
    open of the recipient was seen before); sandboxed `copied` (to the recipient, a member of the team); refused `via`,
    `check`, `reason`, `code`, `enhanced`, `reply`, `recipients` (the first ones), `recipientCount`, or only `more`.
    """

    type: EventType | str
    at: datetime
    message_id: UUID
    accepted_at: datetime
    position: int | None
    recipient: str
    subject: str
    tag: str
    domain: str
    domain_id: UUID | None
    subaccount_id: UUID | None
    key_id: UUID | None
    sender: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    id: UUID = field(default_factory=uuid7)


def append(team_id: UUID, events: Sequence[NewEvent]) -> None:
    """Writes, counts and publishes the events of a team, in the caller's transaction."""
    append_all({team_id: events})


def append_all(told: Mapping[UUID, Sequence[NewEvent]]) -> None:
    """Like `append`, for several teams.

    The number of statements depends neither on events nor on teams: one for all writes, and for each team one more for
    names that this process hasn't cached, one for new names, and those of webhooks.
    """
    by_team = {team_id: told[team_id] for team_id in sorted(told) if told[team_id]}
    if not by_team:
        return
    pairs = [
        pair
        for team_id, events in by_team.items()
        for event in events
        if event.type == EventType.ACCEPTED
        for pair in _pairs(team_id, event)
    ]
    # A savepoint would cost two more round trips, and no caller continues after an error here.
    with transaction.atomic(savepoint=False):
        rows: list[dict[str, Any]] = []
        figures: list[dict[str, Any]] = []
        for team_id, events in by_team.items():
            own = _named(team_id, [_row(team_id, event) for event in events])
            rows += own
            figures += [{"team_id": str(team_id), **figure} for figure in counting.figures_of(own)]
        subscribed = sql.record(sorted(by_team), rows, pairs, figures, held_since=publishing.held_since())
        for team_id in subscribed:
            publishing.publish(team_id, [_webhook_event(event) for event in by_team[team_id]])
    live.grown(by_team)


def _named(team_id: UUID, rows: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    wanted = {(kind, name) for row in rows for kind, name in row["names"].items() if name}
    ids = figure_names.ids_of(team_id, wanted)
    for row in rows:
        for kind, column in _BORNE.items():
            row[column] = ids[kind, row["names"][kind]] if row["names"][kind] else NOTHING
    return rows


def _row(team_id: UUID, event: NewEvent) -> dict[str, Any]:
    detail = {key: value for key, value in event.detail.items() if key != "metadata"}
    subject = _SPACES.sub(" ", storable(event.subject)).strip()
    recipient, sender, domain, tag = map(storable, (event.recipient, event.sender, event.domain, event.tag))
    sender = sender.lower()[:EMAIL_LENGTH]
    tag = tag[:TAG_LENGTH]
    link = link_name(storable(str(detail.get("url") or ""))) if event.type == EventType.CLICKED else ""
    # Names are never deleted, so uncounted events create none.
    is_counted = event.type != EventType.REFUSED
    return {
        "team_id": str(team_id),
        "id": str(event.id),
        "at": event.at.isoformat(),
        "hour": event.at.replace(minute=0, second=0, microsecond=0).isoformat(),
        "type": str(event.type),
        "message_id": str(event.message_id),
        "accepted_at": event.accepted_at.isoformat(),
        "position": event.position,
        "recipient": recipient.lower()[:EMAIL_LENGTH],
        "sender": sender,
        "domain": domain.lower()[:EMAIL_LENGTH],
        "tag": tag,
        "subject": subject[:EVENT_SUBJECT_LENGTH],
        "beginning": beginning_of(subject),
        "key_id": _text(event.key_id),
        "domain_id": _text(event.domain_id),
        "subaccount_id": _text(event.subaccount_id),
        "code": int(detail.get("code") or 0),
        "enhanced": str(detail.get("enhanced") or "")[:ENHANCED_LENGTH],
        "reply": str(detail.get("reply") or "")[:REPLY_LENGTH],
        "detail": detail,
        "names": {
            NameKind.TAG: tag if is_counted else "",
            NameKind.SENDER: sender[:FIGURE_NAME_LENGTH] if is_counted else "",
            NameKind.SUBJECT: subject_name(subject) if is_counted else "",
            NameKind.LINK: link,
        },
    }


def _webhook_event(event: NewEvent) -> WebhookEvent:
    recipient = storable(event.recipient)
    data = MessageEventData(
        event_id=event.id,
        message_id=event.message_id,
        accepted_at=event.accepted_at,
        position=event.position,
        recipient=recipient,
        subject=storable(event.subject),
        tag=storable(event.tag),
        domain=storable(event.domain),
        domain_id=event.domain_id,
        subaccount_id=event.subaccount_id,
        key_id=event.key_id,
        sender=storable(event.sender),
        detail=cleaned(event.detail),
    )
    return WebhookEvent(
        kind=kind_of(event.type),
        occurred_at=event.at,
        data=data,
        id=event.id,
        scope_id=event.domain_id,
        record_id=event.message_id,
        record_label=recipient,
    )


def _text(value: UUID | None) -> str | None:
    return None if value is None else str(value)


def _pairs(team_id: UUID, event: NewEvent) -> Iterable[dict[str, str]]:
    # Metadata of a message with several recipients is stored for the first one only.
    if event.position not in (None, 0):
        return
    for key, value in event.detail.get("metadata", {}).items():
        yield {
            "team_id": str(team_id),
            "pair": pair_of(storable(str(key)), storable(str(value))),
            "accepted_at": event.accepted_at.isoformat(),
            "message_id": str(event.message_id),
        }
