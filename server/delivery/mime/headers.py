"""Mail headers by our own hand: encoded-words (RFC 2047), folding (RFC 5322, 2.2.3), nothing that could be injected.

A value can reach a header in two ways. Text that a tenant typed is checked when it is compiled: a line break, a NUL
or an encoded-word is refused. A value from a contact can't be refused in the middle of a send, so it is made
harmless: control characters become spaces, and `=?`, with which every encoded-word begins, is taken apart, so that
no later hop decodes a line break out of it (CVE-2024-6923).
"""

import re
from base64 import b64encode
from datetime import datetime

from server.core.text import ascii_domain
from server.delivery.errors import HeaderUnsafe

FOLD = 78  # RFC 5322, 2.1.1: should; 998 is must
MOST_LINE = 998
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x80-\x9f\u2028\u2029\ud800-\udfff]+")
_PRINTABLE = re.compile(r"[ -~]*")
_ATOM = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
# What we send to and from: dot-atom or any printable ASCII without specials before the @, a host name after it.
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
MOST_ADDRESS_CHARACTERS = 254  # RFC 5321, errata 1690
_ENCODED_WORD_BYTES = 42  # 56 characters of base64 and 12 of frame: 68, under the 75 of RFC 2047, 2
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def check(field: str, value: str) -> str:
    """The value, when it can stand in a header. Raises HeaderUnsafe."""
    if _CONTROL.search(value) or "=?" in value:
        raise HeaderUnsafe.of(field)
    return value


def harmless(value: str) -> str:
    """A contact's value with everything taken out that a header must not hold."""
    value = _CONTROL.sub(" ", value)
    while "=?" in value:
        value = value.replace("=?", "= ?")
    return value


def is_address(value: str) -> bool:
    """Whether an address can be put on the wire: ASCII, no quoting, no more than 254 characters."""
    return (
        len(value) <= MOST_ADDRESS_CHARACTERS
        and _ADDRESS.fullmatch(value) is not None
        and len(value.split("@", 1)[0]) <= 64
        and "=?" not in value
    )


def wire_address(value: str) -> str | None:
    """The address with its domain in ASCII (IDNA), or None when it can't be sent to."""
    local, at, domain = value.strip().rpartition("@")
    if not at:
        return None
    name = ascii_domain(domain)
    address = f"{local}@{name}"
    return address if name is not None and is_address(address) else None


def unstructured(name: str, value: str) -> bytes:
    """A whole header line such as Subject, encoded where it must be, folded, with its CRLF."""
    value = harmless(value).strip()
    if _PRINTABLE.fullmatch(value):
        return fold(name, value)
    return _joined(name, _encoded_words(value))


def _encoded_words(value: str) -> list[str]:
    """The value as encoded-words, cut between characters (RFC 2047, 5: none may hold half a character)."""
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


def _joined(name: str, words: list[str]) -> bytes:
    """The words with single spaces between them, folded before a word that would pass 78 characters."""
    lines = [f"{name}:"]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > FOLD and lines[-1].strip():
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines).encode() + b"\r\n"


def fold(name: str, value: str) -> bytes:
    """A header line of printable ASCII, folded at spaces so that its text is unchanged when it is unfolded.

    A word longer than a line is encoded, for a line of more than 998 characters is refused by relays.
    """
    line = f"{name}: {value}"
    if len(line) <= FOLD:
        return line.encode("ascii") + b"\r\n"
    if max(map(len, value.split(" ")), default=0) > FOLD - 2:
        return _joined(name, _encoded_words(value))
    lines, current = [], f"{name}:"
    for word in value.split(" "):
        # A line of spaces alone would end the headers for some parsers, so a run of spaces is never cut.
        if len(current) + 1 + len(word) > FOLD and word and current.strip() and current != f"{name}:":
            lines.append(current)
            current = f" {word}"
        else:
            current += f" {word}"
    lines.append(current)
    return "\r\n".join(lines).encode("ascii") + b"\r\n"


def mailbox(name: str, display: str, address: str) -> bytes:
    """A From, Reply-To or To line. The display name is quoted or encoded as it needs.

    An address with a local part beyond ASCII stays as it is (RFC 6532).
    """
    display = harmless(display).strip()
    if not display:
        return _joined(name, [f"<{address}>"])
    if not _PRINTABLE.fullmatch(display):
        return _joined(name, [*_encoded_words(display), f"<{address}>"])
    if not _ATOM.fullmatch(display):
        escaped = display.replace("\\", "\\\\").replace('"', '\\"')
        display = f'"{escaped}"'
    if len(display) > FOLD - 2:
        return _joined(name, [*_encoded_words(display), f"<{address}>"])
    return _joined(name, [display, f"<{address}>"])


def date(moment: datetime) -> bytes:
    """The Date line of an aware moment in UTC; the names of days are not those of the machine's language."""
    day, month = _DAYS[moment.weekday()], _MONTHS[moment.month - 1]
    clock_time = f"{moment.hour:02}:{moment.minute:02}:{moment.second:02}"
    return f"Date: {day}, {moment.day:02} {month} {moment.year:04} {clock_time} +0000\r\n".encode("ascii")
