"""Header fields that stand there in UTF-8, for hops that take only ASCII.

Applications submit such fields with and without SMTPUTF8, and few mail hosts take them. A submission agent may mend a
message (RFC 6409, 8): text becomes encoded-words (RFC 2047), a domain its ASCII form. What can't be said in ASCII, as
the local part of an address, stays, and with it the field.
"""

from collections.abc import Sequence

from server.delivery.mime import headers
from server.transactional import composing, header_lines
from server.transactional.header_lines import Line
from server.transactional.mime.addresses import wire_address

_OF_PEOPLE = frozenset({b"from", b"sender", b"reply-to", b"to", b"cc", b"bcc"})
# Their values are made of parameters, in which an encoded-word means nothing.
_STRUCTURED = frozenset({b"content-type", b"content-disposition", b"content-id", b"message-id", b"references"})


def in_ascii(lines: Sequence[Line]) -> list[Line]:
    """The fields, those in UTF-8 said in ASCII where that can be done."""
    return [line if line.raw.isascii() else _in_ascii(line) for line in lines]


def _in_ascii(line: Line) -> Line:
    name = line.raw.partition(b":")[0].strip().decode("ascii")
    if line.name in _OF_PEOPLE:
        return Line(line.name, _people(name, line) or line.raw)
    if line.name in _STRUCTURED:
        return line
    return Line(line.name, headers.unstructured(name, line.text))


def _people(name: str, line: Line) -> bytes:
    people = [(display, wire_address(address)) for display, address in header_lines.mailboxes(line)]
    known = [(display, address) for display, address in people if address is not None and address.isascii()]
    return b"".join(composing.addressed(name, known)) if len(known) == len(people) else b""
