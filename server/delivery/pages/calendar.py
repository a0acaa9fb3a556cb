"""Exports an email's event: as a file (RFC 5545) and as links to online calendars."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from server.teams.time_zones import parse_zone

FILE_TYPE: Final = "text/calendar; charset=utf-8"
_LINE_BYTES = 75  # RFC 5545, 3.1, without the break
_GOOGLE = "https://calendar.google.com/calendar/render"
_OUTLOOK = "https://outlook.live.com/calendar/0/deeplink/compose"


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """`zone` is for displaying the times, which are in UTC."""

    id: str
    title: str
    starts_at: datetime
    ends_at: datetime
    zone: ZoneInfo
    place: str
    details: str


def parse_event(data: Mapping[str, str]) -> CalendarEntry:
    return CalendarEntry(
        id=data["id"],
        title=data["title"],
        starts_at=datetime.fromisoformat(data["starts_at"]).astimezone(UTC),
        ends_at=datetime.fromisoformat(data["ends_at"]).astimezone(UTC),
        zone=parse_zone(data["zone"]),
        place=data["place"],
        details=data["details"],
    )


def build_file(event: CalendarEntry, *, host: str, made_at: datetime) -> str:
    """Importing the file twice creates only one event."""
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dashboard SMTP//Mail//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{event.id}@{host}",
        f"DTSTAMP:{_format_utc(made_at.astimezone(UTC))}",
        f"DTSTART:{_format_utc(event.starts_at)}",
        f"DTEND:{_format_utc(event.ends_at)}",
        f"SUMMARY:{_escape(event.title)}",
        *((f"LOCATION:{_escape(event.place)}",) if event.place else ()),
        *((f"DESCRIPTION:{_escape(event.details)}",) if event.details else ()),
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{part}\r\n" for line in lines for part in _fold(line))


def build_google_url(event: CalendarEntry) -> str:
    told = {
        "action": "TEMPLATE",
        "text": event.title,
        "dates": f"{_format_utc(event.starts_at)}/{_format_utc(event.ends_at)}",
        "details": event.details,
        "location": event.place,
    }
    return f"{_GOOGLE}?{urlencode({name: value for name, value in told.items() if value})}"


def build_outlook_url(event: CalendarEntry) -> str:
    told = {
        "path": "/calendar/action/compose",
        "rru": "addevent",
        "subject": event.title,
        "startdt": event.starts_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "enddt": event.ends_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "body": event.details,
        "location": event.place,
    }
    return f"{_OUTLOOK}?{urlencode({name: value for name, value in told.items() if value})}"


def _format_utc(moment: datetime) -> str:
    return moment.strftime("%Y%m%dT%H%M%SZ")


def _escape(text: str) -> str:
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "\\n".join(text.splitlines())


def _fold(line: str) -> Iterator[str]:
    """Splits the line into parts of at most 75 bytes, between characters; all but the first start with a space."""
    part, size = "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > _LINE_BYTES:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + width
    yield part
