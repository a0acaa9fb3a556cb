"""Emails on a contact's timeline: their outcome, and the contact's reactions.

A bounce comes from the log, with the response of the rejecting server.
"""

import json
from collections.abc import Mapping
from typing import Any

from server.contacts.timeline import TimelineEntry, TimelineRequest, TimelineSource
from server.delivery.errors import DocumentTooLarge
from server.delivery.mime.filling import fill_text
from server.delivery.schemas import EmailEntryOut, EmailRef
from server.delivery.sql import contact_timeline as sql
from server.delivery.tags.tree import from_data

LOG_KINDS = ("sent", "failed", "bounced", "suppressed", "skipped", "inDoubt")
EVENT_KINDS = {"opened": "open", "clicked": "click", "unsubscribed": "unsubscribe", "complained": "complaint"}
_KIND_BY_EVENT = {event: kind for kind, event in EVENT_KINDS.items()}


def _list_send_outcomes(asked: TimelineRequest) -> list[TimelineEntry]:
    return [
        TimelineEntry(row["at"], row["id"], row["kind"], {"mail": _build_email_ref(row), "reply": _format_reply(row)})
        for row in sql.list_send_outcomes(asked, sorted(asked.kinds))
    ]


def _list_returned_bounces(asked: TimelineRequest) -> list[TimelineEntry]:
    return [
        TimelineEntry(row["at"], row["id"], row["kind"], {"mail": _build_email_ref(row), "reply": _format_reply(row)})
        for row in sql.list_returned_bounces(asked, sorted(asked.kinds))
    ]


def _list_activity(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = sql.list_activity(asked, sorted(EVENT_KINDS[kind] for kind in asked.kinds))
    return [
        TimelineEntry(
            row["at"],
            row["id"],
            _KIND_BY_EVENT[row["kind"]],
            {
                "mail": _build_email_ref(row),
                "link": row["link"],
                "device": _describe_device(row),
                "reason": _get_reason(row),
            },
        )
        for row in rows
    ]


def _build_email_ref(row: Mapping[str, Any]) -> EmailRef:
    of_campaign = row["origin"] == "campaign"
    return EmailRef(subject=_fill_subject(row), campaign_id=row["origin_id"] if of_campaign else None)


def _fill_subject(row: Mapping[str, Any]) -> str:
    """The subject as the contact saw it; unfilled if the recipient is gone, or if it is too large to fill."""
    if row["tagged"] is None or row["fields"] is None:
        return str(row["subject"])
    try:
        return fill_text(from_data(_parse_json(row["tagged"])), {**_parse_json(row["fields"]), "email": row["email"]})
    except DocumentTooLarge:
        return str(row["subject"])


def _parse_json(value: Any) -> Any:
    # Django does not parse the JSON of a raw query.
    return json.loads(value) if isinstance(value, str) else value


def _format_reply(row: Mapping[str, Any]) -> str | None:
    if row["kind"] == "sent":
        return None
    parts = (str(row["code"]) if row["code"] else "", row["enhanced"], row["reply"])
    return " ".join(part for part in parts if part) or None


def _get_reason(row: Mapping[str, Any]) -> str | None:
    return str(row["why"]) if row["kind"] == "unsubscribe" and row["why"] else None


def _describe_device(row: Mapping[str, Any]) -> str | None:
    known = [row[name] for name in ("browser", "os") if row[name] and row[name] != "Other"]
    return ", ".join(known) or None


SOURCES = (
    TimelineSource("log", LOG_KINDS, EmailEntryOut, _list_send_outcomes),
    TimelineSource("returned", ("bounced",), EmailEntryOut, _list_returned_bounces),
    TimelineSource("mail", tuple(EVENT_KINDS), EmailEntryOut, _list_activity),
)
