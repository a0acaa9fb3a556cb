"""Converts header fields from UTF-8 to ASCII for relays without SMTPUTF8.

Applications submit such fields with and without SMTPUTF8, and few mail servers accept them. A submission agent can fix
a message (RFC 6409, 8): text becomes encoded-words (RFC 2047), a domain its ASCII form. A field that can't be
converted, such as an address with a non-ASCII local part, is unchanged.
"""

from collections.abc import Sequence

from server.delivery.mime import headers
from server.transactional import composing, header_lines
from server.transactional.header_lines import HeaderLine
from server.transactional.mime.addresses import encode_address

_ADDRESS_FIELDS = frozenset({b"from", b"sender", b"reply-to", b"to", b"cc", b"bcc"})
# Their values consist of parameters, where an encoded-word has no meaning.
_STRUCTURED = frozenset({b"content-type", b"content-disposition", b"content-id", b"message-id", b"references"})


def convert_to_ascii(lines: Sequence[HeaderLine]) -> list[HeaderLine]:
    return [line if line.raw.isascii() else _convert_line(line) for line in lines]


def _convert_line(line: HeaderLine) -> HeaderLine:
    name = line.raw.partition(b":")[0].strip().decode("ascii")
    if line.name in _ADDRESS_FIELDS:
        return HeaderLine(line.name, _convert_addresses(name, line) or line.raw)
    if line.name in _STRUCTURED:
        return line
    return HeaderLine(line.name, headers.build_unstructured(name, line.text))


def _convert_addresses(name: str, line: HeaderLine) -> bytes:
    people = [(display, encode_address(address)) for display, address in header_lines.parse_mailboxes(line)]
    known = [(display, address) for display, address in people if address is not None and address.isascii()]
    return b"".join(composing.build_address_header(name, known)) if len(known) == len(people) else b""
