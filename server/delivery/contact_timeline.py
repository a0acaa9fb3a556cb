"""Emails on a contact's timeline: their outcome, and the contact's reactions.

A bounce comes from the log, with the response of the rejecting server.
"""

import json
from collections.abc import Mapping
from typing import Any

from server.contacts.timeline import TimelineEntry, TimelineRequest, TimelineSource
from server.delivery.errors import DocumentTooLarge
from server.delivery.mime.filling import fill_text
from server.delivery.schemas import MailEntryOut, MailRef
from server.delivery.sql import contact_timeline as sql
from server.delivery.tags.tree import from_data

LOGGED = ("sent", "failed", "bounced", "suppressed", "skipped", "inDoubt")
HAPPENED = {"opened": "open", "clicked": "click", "unsubscribed": "unsubscribe", "complained": "complaint"}
_KINDS = {event: kind for kind, event in HAPPENED.items()}


def _logged(asked: TimelineRequest) -> list[TimelineEntry]:
    return [
        TimelineEntry(row["at"], row["id"], row["kind"], {"mail": _mail(row), "reply": _reply(row)})
        for row in sql.logged(asked, sorted(asked.kinds))
    ]


def _returned(asked: TimelineRequest) -> list[TimelineEntry]:
    return [
        TimelineEntry(row["at"], row["id"], row["kind"], {"mail": _mail(row), "reply": _reply(row)})
        for row in sql.returned(asked, sorted(asked.kinds))
    ]


def _happened(asked: TimelineRequest) -> list[TimelineEntry]:
    rows = sql.happened(asked, sorted(HAPPENED[kind] for kind in asked.kinds))
    return [
        TimelineEntry(
            row["at"],
            row["id"],
            _KINDS[row["kind"]],
            {"mail": _mail(row), "link": row["link"], "device": _device(row), "reason": _reason(row)},
        )
        for row in rows
    ]


def _mail(row: Mapping[str, Any]) -> MailRef:
    of_campaign = row["origin"] == "campaign"
    return MailRef(subject=_subject(row), campaign_id=row["origin_id"] if of_campaign else None)


def _subject(row: Mapping[str, Any]) -> str:
    """The subject as the contact saw it; unfilled if the recipient is gone, or if it is too large to fill."""
    if row["tagged"] is None or row["fields"] is None:
        return str(row["subject"])
    try:
        return fill_text(from_data(_json(row["tagged"])), {**_json(row["fields"]), "email": row["email"]})
    except DocumentTooLarge:
        return str(row["subject"])


def _json(value: Any) -> Any:
    # Django does not parse the JSON of a raw query.
    return json.loads(value) if isinstance(value, str) else value


def _reply(row: Mapping[str, Any]) -> str | None:
    if row["kind"] == "sent":
        return None
    parts = (str(row["code"]) if row["code"] else "", row["enhanced"], row["reply"])
    return " ".join(part for part in parts if part) or None


def _reason(row: Mapping[str, Any]) -> str | None:
    return str(row["why"]) if row["kind"] == "unsubscribe" and row["why"] else None


def _device(row: Mapping[str, Any]) -> str | None:
    known = [row[name] for name in ("browser", "os") if row[name] and row[name] != "Other"]
    return ", ".join(known) or None


SOURCES = (
    TimelineSource("log", LOGGED, MailEntryOut, _logged),
    TimelineSource("returned", ("bounced",), MailEntryOut, _returned),
    TimelineSource("mail", tuple(HAPPENED), MailEntryOut, _happened),
)
