"""Quoted-printable (RFC 2045, 6.7) in runs that can be joined with slots between them.

Every run starts in column 0 and ends there, by a hard line break or a soft one. So a static run is encoded once, a
slot's value is put between two runs, and no line passes the 76 characters that RFC 2045 allows. A dot that would
start a line is written `=2E`: the bytes on the wire need no dot-stuffing, and equal those that are signed. "From "
at the start of a line becomes `=46rom `, which old mailboxes would otherwise change.
"""

import re

WIDTH = 73  # room for the `=` of a soft break and for an escape of three characters that starts at the edge
SOFT_BREAK = b"=\r\n"
_AS_IT_IS = frozenset(range(33, 127)) - {ord("=")} | {ord(" "), ord("\t")}
_ENCODED = tuple(chr(byte) if byte in _AS_IT_IS else f"={byte:02X}" for byte in range(256))
# A value that needs no encoding: printable, one line, no leading dot or F, no space at its end.
_PLAIN = re.compile(rb"[!-\-/-<>-EG-~](?:[ -<>-~]{0,68}[!-<>-~])?")


def encode(text: str) -> bytes:
    """The text as quoted-printable, from column 0 to column 0. Line breaks of any kind become CRLF."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    encoded = [_encode_line(line) for line in lines]
    last = encoded.pop()
    joined = b"".join(line + b"\r\n" for line in encoded)
    return joined + last + SOFT_BREAK if last else joined


def _encode_line(line: str) -> bytes:
    """One line, wrapped by soft breaks, without its end."""
    parts: list[str] = []
    column = 0
    raw = line.encode("utf-8", "replace")
    for index, byte in enumerate(raw):
        piece = _ENCODED[byte]
        if byte in (32, 9) and index == len(raw) - 1:
            piece = f"={byte:02X}"
        if column + len(piece) > WIDTH:
            parts.append("=\r\n")
            column = 0
        if column == 0 and (byte == 46 or (byte == 70 and raw.startswith(b"From ", index))):
            piece = f"={byte:02X}"
        parts.append(piece)
        column += len(piece)
    return "".join(parts).encode("ascii")


def encode_value(text: str) -> bytes:
    """A slot's value. Most values pass one look and go out as they are."""
    try:
        raw = text.encode("ascii")
    except UnicodeEncodeError:
        return encode(text)
    if _PLAIN.fullmatch(raw):
        return raw + SOFT_BREAK
    return encode(text)
