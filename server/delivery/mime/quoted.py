"""Quoted-printable (RFC 2045, 6.7) in runs that can be joined with slots between them.

Each run starts in column 0 and ends there, with a hard or soft line break. So a static run is encoded once, a slot's
value goes between two runs, and no line exceeds the 76 characters of RFC 2045. A dot at the start of a line is written
`=2E`: the transmitted bytes need no dot-stuffing, and equal the signed ones. "From " at the start of a line becomes
`=46rom `; old mailboxes would change it.
"""

import re
from functools import lru_cache

LETTER_BYTES = 4  # of one letter in UTF-8: most escapes in a text are single letters, and always the same few
WIDTH = 73  # leaves space for the `=` of a soft break and for an escape of three characters that starts at the edge
MAX_UNWRAPPED_CHARACTERS = 70  # ASCII characters that fit into a line in any case
SOFT_BREAK = b"=\r\n"
_ESCAPE = ord("=")
# Everything except printable ASCII and blanks, and also the equals sign.
_ESCAPED = re.compile(rb"[^\t !-<>-~]+")
_ESCAPES = {bytes([byte]): b"=%02X" % byte for byte in range(256)}
# A value that needs no encoding: printable, one line, no leading dot or F, no trailing space.
_PLAIN = re.compile(rb"[!-\-/-<>-EG-~](?:[ -<>-~]{0,68}[!-<>-~])?")


def encode(text: str) -> bytes:
    """Encodes from column 0 to column 0. Line breaks of any kind become CRLF."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    encoded = [_encode_line(line) for line in lines]
    last = encoded.pop()
    joined = b"".join(line + b"\r\n" for line in encoded)
    return joined + last + SOFT_BREAK if last else joined


def _escape(found: re.Match[bytes]) -> bytes:
    run = found[0]
    return _escape_letter(run) if len(run) <= LETTER_BYTES else b"=" + run.hex("=").upper().encode("ascii")


@lru_cache(maxsize=4096)
def _escape_letter(run: bytes) -> bytes:
    return b"=" + run.hex("=").upper().encode("ascii")


def _encode_line(line: str) -> bytes:
    raw = _ESCAPED.sub(_escape, line.encode("utf-8", "replace"))
    if raw.endswith((b" ", b"\t")):
        raw = raw[:-1] + _ESCAPES[raw[-1:]]
    parts: list[bytes] = []
    at = 0
    while at < len(raw):
        first = b""
        if raw.startswith((b".", b"From ", b"From=20"), at):
            first = _ESCAPES[raw[at : at + 1]]
            at += 1
        end = at + WIDTH - len(first)
        if end < len(raw):
            # Never split an escape.
            end -= 1 if raw[end - 1] == _ESCAPE else 2 if raw[end - 2] == _ESCAPE else 0
        parts.append(first + raw[at:end])
        at = end
    return SOFT_BREAK.join(parts)


def encode_value(text: str) -> bytes:
    try:
        raw = text.encode("ascii")
    except UnicodeEncodeError:
        return encode(text)
    if _PLAIN.fullmatch(raw):
        return raw + SOFT_BREAK
    return encode(text)
