"""Addresses in MAIL and RCPT: our fast parser agrees with the library."""

import pytest
from aiosmtpd.smtp import SMTP

from server.delivery.smtp.listening import Peer

PATHS = [
    "<ayu@example.com>",
    " <ayu@example.com>",
    "<ayu@example.com> SIZE=1200 BODY=8BITMIME",
    "<ayu@example.com>  SMTPUTF8",
    "<first.last+tag=a@mail.example.com>",
    "<ayu@localhost>",
    "<ayu@example.com>SIZE=1",
    "<ayu@example.com> (a comment) SIZE=1",
    "<ayu..b@example.com>",
    "<.ayu@example.com>",
    "<ayu@example..com>",
    '<"a b"@example.com>',
    "<ayu@[127.0.0.1]>",
    "<@relay.example:ayu@example.com>",
    "<ayué@example.com>",
    "<>",
    "ayu@example.com",
    "<ayu@example.com",
    "<ayu>",
    "",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_read_as_by_the_library(path: str) -> None:
    peer = object.__new__(Peer)

    assert stripped(peer._getaddr(path)) == stripped(SMTP._getaddr(peer, path))


def stripped(read: tuple[str | None, str | None]) -> tuple[str | None, str | None]:
    """As MAIL and RCPT use it: without spaces before the parameters."""
    address, rest = read
    return address, rest and rest.lstrip()
