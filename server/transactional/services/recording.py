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
from server.transactional.models.counters import METRIC_NAME_LENGTH, NO_NAME_ID, NameKind
from server.transactional.models.events import EVENT_SUBJECT_LENGTH
from server.transactional.models.messages import REPLY_LENGTH, TAG_LENGTH
from server.transactional.normalization import (
    clean_values,
    format_metadata_pair,
    get_subject_start,
    mask_subject,
    mask_url,
    remove_unstorable,
)
from server.transactional.services import counting, live, metric_names
from server.transactional.sql import recording as sql
from server.transactional.states import EventType
from server.transactional.webhook_kinds import MessageEventData, format_kind
from server.webhooks.kinds import WebhookEvent
from server.webhooks.services import publishing

# Kinds of names, with the event column for the id.
_NAME_COLUMNS: Final = {
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
    append_all({team_id: events})


def append_all(told: Mapping[UUID, Sequence[NewEvent]]) -> None:
    """Writes, counts and publishes the events of several teams, in the caller's transaction.

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
        for pair in _build_pairs(team_id, event)
    ]
    # A savepoint would cost two more round trips, and no caller continues after an error here.
    with transaction.atomic(savepoint=False):
        rows: list[dict[str, Any]] = []
        figures: list[dict[str, Any]] = []
        for team_id, events in by_team.items():
            own = _add_name_ids(team_id, [_build_row(team_id, event) for event in events])
            rows += own
            figures += [{"team_id": str(team_id), **figure} for figure in counting.count_events(own)]
        subscribed = sql.record(sorted(by_team), rows, pairs, figures, held_since=publishing.get_retained_since())
        for team_id in subscribed:
            publishing.publish(team_id, [_build_webhook_event(event) for event in by_team[team_id]])
    live.publish_on_commit(by_team)


def _add_name_ids(team_id: UUID, rows: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    wanted = {(kind, name) for row in rows for kind, name in row["names"].items() if name}
    ids = metric_names.get_ids(team_id, wanted)
    for row in rows:
        for kind, column in _NAME_COLUMNS.items():
            row[column] = ids[kind, row["names"][kind]] if row["names"][kind] else NO_NAME_ID
    return rows


def _build_row(team_id: UUID, event: NewEvent) -> dict[str, Any]:
    detail = {key: value for key, value in event.detail.items() if key != "metadata"}
    subject = _SPACES.sub(" ", remove_unstorable(event.subject)).strip()
    recipient, sender, domain, tag = map(remove_unstorable, (event.recipient, event.sender, event.domain, event.tag))
    sender = sender.lower()[:EMAIL_LENGTH]
    tag = tag[:TAG_LENGTH]
    link = mask_url(remove_unstorable(str(detail.get("url") or ""))) if event.type == EventType.CLICKED else ""
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
        "beginning": get_subject_start(subject),
        "key_id": _format_id(event.key_id),
        "domain_id": _format_id(event.domain_id),
        "subaccount_id": _format_id(event.subaccount_id),
        "code": int(detail.get("code") or 0),
        "enhanced": str(detail.get("enhanced") or "")[:ENHANCED_LENGTH],
        "reply": str(detail.get("reply") or "")[:REPLY_LENGTH],
        "detail": detail,
        "names": {
            NameKind.TAG: tag if is_counted else "",
            NameKind.SENDER: sender[:METRIC_NAME_LENGTH] if is_counted else "",
            NameKind.SUBJECT: mask_subject(subject) if is_counted else "",
            NameKind.LINK: link,
        },
    }


def _build_webhook_event(event: NewEvent) -> WebhookEvent:
    recipient = remove_unstorable(event.recipient)
    data = MessageEventData(
        event_id=event.id,
        message_id=event.message_id,
        accepted_at=event.accepted_at,
        position=event.position,
        recipient=recipient,
        subject=remove_unstorable(event.subject),
        tag=remove_unstorable(event.tag),
        domain=remove_unstorable(event.domain),
        domain_id=event.domain_id,
        subaccount_id=event.subaccount_id,
        key_id=event.key_id,
        sender=remove_unstorable(event.sender),
        detail=clean_values(event.detail),
    )
    return WebhookEvent(
        kind=format_kind(event.type),
        occurred_at=event.at,
        data=data,
        id=event.id,
        scope_id=event.domain_id,
        record_id=event.message_id,
        record_label=recipient,
    )


def _format_id(value: UUID | None) -> str | None:
    return None if value is None else str(value)


def _build_pairs(team_id: UUID, event: NewEvent) -> Iterable[dict[str, str]]:
    # Metadata of a message with several recipients is stored for the first one only.
    if event.position not in (None, 0):
        return
    for key, value in event.detail.get("metadata", {}).items():
        yield {
            "team_id": str(team_id),
            "pair": format_metadata_pair(remove_unstorable(str(key)), remove_unstorable(str(value))),
            "accepted_at": event.accepted_at.isoformat(),
            "message_id": str(event.message_id),
        }
