"""From as an application writes it over SMTP: one mailbox, however it is read."""

import pytest

from server.transactional.errors import ContentInvalid
from server.transactional.mime import submitted


def read(sender: str) -> tuple[str, str]:
    content = b"From: " + sender.encode() + b"\r\n\r\nx\r\n"
    found = submitted.read(content, ["ani@example.com"], host="localhost", sandbox=False)
    return found.from_name, found.from_address


@pytest.mark.parametrize(
    ("sender", "name", "address"),
    [
        ("toko@kopi.example", "", "toko@kopi.example"),
        ("Toko <toko@kopi.example>", "Toko", "toko@kopi.example"),
        ('"Toko: Kopi, Bandung" <toko@kopi.example>', "Toko: Kopi, Bandung", "toko@kopi.example"),
        ("J. Doe\r\n <toko@kopi.example>", "J. Doe", "toko@kopi.example"),
        ("=?utf-8?q?Caf=C3=A9?= <toko@kopi.example>", "Café", "toko@kopi.example"),
        ("root@kopi.example (Cron Daemon)", "Cron Daemon", "root@kopi.example"),
        ("Café <toko@bücher.example>", "Café", "toko@xn--bcher-kva.example"),
        ("ü@kopi.example", "", "ü@kopi.example"),
    ],
)
def test_one_mailbox_is_taken(sender: str, name: str, address: str) -> None:
    assert read(sender) == (name, address)


@pytest.mark.parametrize(
    ("sender", "cause"),
    [
        # Decoded first, it is another address.
        ("=?utf-8?q?=3Cvictim=40bank.example=3E?= toko@kopi.example", "fromInvalid"),
        ("g: toko@kopi.example;", "fromInvalid"),
        ("to\u202eko@kopi.example", "fromInvalid"),
        ("<@bank.example:toko@kopi.example>", "fromInvalid"),
        ("Toko: x <toko@kopi.example>", "fromInvalid"),
        ("(victim@bank.example) Toko <toko@kopi.example>", "fromInvalid"),
        ('"a b"@kopi.example', "fromInvalid"),
        ("victim@bank.example <toko@kopi.example>", "fromInvalid"),
        ("a@kopi.example, b@kopi.example", "fromOther"),
        ("Toko", "fromInvalid"),
        ("", "fromMissing"),
    ],
)
def test_what_may_be_read_as_another_is_refused(sender: str, cause: str) -> None:
    with pytest.raises(ContentInvalid) as refused:
        read(sender)

    assert refused.value.payload == {"cause": cause}
