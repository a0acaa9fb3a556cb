"""Messages submitted over SMTP: the message as it arrived, and the settings in its X- headers."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import format_datetime

from server.core import clock
from server.core.errors import FieldsInvalid
from server.transactional import header_lines
from server.transactional.causes import INVALID_DATE_TIME, NOT_YES_OR_NO
from server.transactional.errors import ContentInvalid
from server.transactional.header_lines import HeaderLine
from server.transactional.intake.submissions import Submission
from server.transactional.mime import downgrading
from server.transactional.mime.addresses import encode_address
from server.transactional.states import RecipientKind, Via

MAX_RECEIVED_HEADERS = 50  # no legitimate route has more Received headers: it is a loop (RFC 5321, 6.3)
_ON = frozenset({"1", "true", "yes", "on"})
_OFF = frozenset({"0", "false", "no", "off"})
_METADATA = b"x-metadata-"
_SENDER_FIELDS = frozenset({b"from", b"sender"})
# They change when a client retries the same message.
_PER_ATTEMPT_FIELDS = frozenset({b"date", b"message-id", b"received"})


def parse_submission(content: bytes, recipients: Sequence[str], *, host: str, sandbox: bool) -> Submission:
    """The submission from a message and its envelope. `content` has only CRLF, with dots unstuffed.

    Envelope recipients that are in neither To nor Cc are blind copies. Raises ContentInvalid and FieldsInvalid.
    """
    lines, rest = header_lines.split(content)
    if sum(line.name == b"received" for line in lines) > MAX_RECEIVED_HEADERS:
        raise ContentInvalid(payload={"cause": "loop"})
    from_name, from_address = _parse_sender(header_lines.find_first(lines, b"from"))
    sent = [_canonicalize(line) for line in lines]
    subject = header_lines.find_first(lines, b"subject")
    follows = _parse_flag(lines, b"x-track")
    return Submission(
        from_address=from_address,
        from_name=from_name,
        recipients=_find_kinds(lines, recipients),
        mime=_build_received(host) + header_lines.join_message(downgrading.convert_to_ascii(sent), rest),
        via=Via.SMTP,
        subject=subject.text if subject is not None else "",
        tag=_get_value(lines, b"x-tag"),
        metadata={
            line.name.removeprefix(_METADATA).decode("ascii"): line.text
            for line in lines
            if line.name.startswith(_METADATA)
        },
        template=_get_value(lines, b"x-template"),
        track_opens=_choose_flag(_parse_flag(lines, b"x-track-opens"), follows),
        track_clicks=_choose_flag(_parse_flag(lines, b"x-track-clicks"), follows),
        scheduled_at=_parse_timestamp(lines, b"x-schedule-at"),
        idempotency_key=_get_value(lines, b"x-idempotency-key"),
        sandbox=sandbox,
        fingerprint=_compute_fingerprint(lines, rest, recipients),
    )


def _parse_sender(line: HeaderLine | None) -> tuple[str, str]:
    """Display name and address of the From field. Raises ContentInvalid unless it is clearly one mailbox."""
    if line is None or not line.value:
        raise ContentInvalid(payload={"cause": "fromMissing"})
    found = _parse_mailbox(line)
    if found is None:
        several = header_lines.find_single_mailbox(line) is None and b"," in line.value
        raise ContentInvalid(payload={"cause": "fromOther" if several else "fromInvalid"})
    return found


def _parse_mailbox(line: HeaderLine) -> tuple[str, str] | None:
    found = header_lines.find_single_mailbox(line)
    if found is None:
        return None
    name, address = found
    wire = encode_address(address)
    if wire is None:
        return None
    # A non-ASCII local part keeps the field in UTF-8, including its domain (downgrading.py).
    return name, wire if wire.isascii() else address


def _canonicalize(line: HeaderLine) -> HeaderLine:
    """Rewrites a field with the sender; returns other fields unchanged.

    Other parsers might extract another address from the original. An unreadable Sender is dropped later.
    """
    found = _parse_mailbox(line) if line.name in _SENDER_FIELDS else None
    return line if found is None else header_lines.build_canonical_line(line, *found)


def _find_kinds(lines: Sequence[HeaderLine], recipients: Sequence[str]) -> list[tuple[str, RecipientKind]]:
    named: dict[str, RecipientKind] = {}
    for name, kind in ((b"to", RecipientKind.TO), (b"cc", RecipientKind.CC)):
        for line in lines:
            if line.name == name:
                for _, address in header_lines.parse_mailboxes(line):
                    named.setdefault(address.lower(), kind)
    return [(address, named.get(address.lower(), RecipientKind.BCC)) for address in recipients]


def _get_value(lines: Sequence[HeaderLine], name: bytes) -> str:
    found = header_lines.find_first(lines, name)
    return found.text.strip() if found is not None else ""


def _parse_flag(lines: Sequence[HeaderLine], name: bytes) -> bool | None:
    said = _get_value(lines, name).lower()
    if not said:
        return None
    if said not in _ON | _OFF:
        raise FieldsInvalid.of(name.decode("ascii"), NOT_YES_OR_NO, said[:40])
    return said in _ON


def _choose_flag(said: bool | None, otherwise: bool | None) -> bool:
    return bool(otherwise if said is None else said)


_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)")


def _parse_timestamp(lines: Sequence[HeaderLine], name: bytes) -> datetime | None:
    """An RFC 3339 time with its zone. Raises FieldsInvalid."""
    said = _get_value(lines, name)
    if not said:
        return None
    try:
        if _TIMESTAMP.fullmatch(said):
            return datetime.fromisoformat(said).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise FieldsInvalid.of(name.decode("ascii"), INVALID_DATE_TIME, said[:40], example="2030-01-31T08:00:00+07:00")


def _build_received(host: str) -> bytes:
    """Our trace header (RFC 5321, 4.4), without the client's address, which is private."""
    return f"Received: by {host} with ESMTPSA;\r\n\t{format_datetime(clock.now())}\r\n".encode("ascii")


def _compute_fingerprint(lines: Sequence[HeaderLine], rest: memoryview, recipients: Sequence[str]) -> bytes:
    """Distinguishes submissions with the same idempotency key. Ignores fields that change in a retry."""
    digest = hashlib.sha256("\n".join(sorted(recipients)).encode("utf-8", "surrogateescape"))
    for line in lines:
        if line.name not in _PER_ATTEMPT_FIELDS:
            digest.update(line.raw)
    digest.update(rest)
    return digest.digest()
