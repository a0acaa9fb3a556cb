"""Email headers: encoded-words (RFC 2047), folding (RFC 5322, 2.2.3), and protection against injection.

A value gets into a header in two ways. Text typed by a tenant is checked when it is compiled: a line break, a NUL or an
encoded-word is rejected. A contact's value can't be rejected during sending, so it is neutralized. Control characters
become spaces, and `=?`, the start of every encoded-word, is split, so that no later server decodes a line break from it
(CVE-2024-6923).
"""

import re
from base64 import b64encode
from datetime import datetime

from server.core.text import to_ascii_domain
from server.delivery.errors import HeaderUnsafe

FOLD = 78  # RFC 5322, 2.1.1: SHOULD; 998 is a MUST
MAX_LINE_CHARACTERS = 998
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x80-\x9f\u2028\u2029\ud800-\udfff]+")
_PRINTABLE = re.compile(r"[ -~]*")
_ATOM = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
# Addresses that we send to and from: a dot-atom before the @, and a host name after it.
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
MAX_ADDRESS_CHARACTERS = 254  # RFC 5321, errata 1690
_ENCODED_WORD_BYTES = 42  # 56 characters of base64 and 12 of frame: 68, under the 75 of RFC 2047, 2
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def check_value(field: str, value: str) -> str:
    """Raises HeaderUnsafe."""
    if _CONTROL.search(value) or "=?" in value:
        raise HeaderUnsafe.of(field)
    return value


def neutralize(value: str) -> str:
    value = _CONTROL.sub(" ", value)
    while "=?" in value:
        value = value.replace("=?", "= ?")
    return value


def is_address(value: str) -> bool:
    """Whether an address can be used in SMTP: ASCII, without quotes, not longer than SMTP allows."""
    return (
        len(value) <= MAX_ADDRESS_CHARACTERS
        and _ADDRESS.fullmatch(value) is not None
        and len(value.split("@", 1)[0]) <= 64
        and "=?" not in value
    )


def encode_address(value: str) -> str | None:
    """The address with its domain in ASCII (IDNA), or None if it can't be sent to."""
    local, at, domain = value.strip().rpartition("@")
    if not at:
        return None
    name = to_ascii_domain(domain)
    address = f"{local}@{name}"
    return address if name is not None and is_address(address) else None


def build_unstructured(name: str, value: str) -> bytes:
    value = neutralize(value).strip()
    if _PRINTABLE.fullmatch(value):
        return fold(name, value)
    return _join_pieces(name, _encode_text(value))


def _encode_text(value: str) -> list[str]:
    """Splits between characters (RFC 2047, 5)."""
    words: list[str] = []
    chunk = b""
    for character in value:
        raw = character.encode("utf-8")
        if len(chunk) + len(raw) > _ENCODED_WORD_BYTES:
            words.append(chunk.decode())
            chunk = b""
        chunk += raw
    words.append(chunk.decode())
    return [f"=?utf-8?B?{b64encode(word.encode()).decode()}?=" for word in words]


def _join_pieces(name: str, words: list[str]) -> bytes:
    lines = [f"{name}:"]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > FOLD and lines[-1].strip():
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines).encode() + b"\r\n"


def fold(name: str, value: str) -> bytes:
    """A header line of printable ASCII, folded at spaces so that unfolding restores its text.

    A word longer than a line is encoded, because relays reject lines of more than 998 characters.
    """
    line = f"{name}: {value}"
    if len(line) <= FOLD:
        return line.encode("ascii") + b"\r\n"
    if max(map(len, value.split(" ")), default=0) > FOLD - 2:
        return _join_pieces(name, _encode_text(value))
    lines, current = [], f"{name}:"
    for word in value.split(" "):
        # Some parsers treat a line of only spaces as the end of the headers, so a run of spaces is never split.
        if len(current) + 1 + len(word) > FOLD and word and current.strip() and current != f"{name}:":
            lines.append(current)
            current = f" {word}"
        else:
            current += f" {word}"
    lines.append(current)
    return "\r\n".join(lines).encode("ascii") + b"\r\n"


def build_mailbox(name: str, display: str, address: str) -> bytes:
    """A From, Reply-To or To line. The display name is quoted or encoded if necessary.

    An address with a non-ASCII local part is unchanged (RFC 6532).
    """
    display = neutralize(display).strip()
    if not display:
        return _join_pieces(name, [f"<{address}>"])
    if not _PRINTABLE.fullmatch(display):
        return _join_pieces(name, [*_encode_text(display), f"<{address}>"])
    if not _ATOM.fullmatch(display):
        escaped = display.replace("\\", "\\\\").replace('"', '\\"')
        display = f'"{escaped}"'
    if len(display) > FOLD - 2:
        return _join_pieces(name, [*_encode_text(display), f"<{address}>"])
    return _join_pieces(name, [display, f"<{address}>"])


def build_date(moment: datetime) -> bytes:
    """The Date line of an aware UTC time; the names of days don't depend on the machine's locale."""
    day, month = _DAYS[moment.weekday()], _MONTHS[moment.month - 1]
    clock_time = f"{moment.hour:02}:{moment.minute:02}:{moment.second:02}"
    return f"Date: {day}, {moment.day:02} {month} {moment.year:04} {clock_time} +0000\r\n".encode("ascii")
