"""From headers submitted over SMTP: one mailbox, for any parser."""

import re
from email import message_from_bytes, policy
from email.headerregistry import AddressHeader
from email.utils import getaddresses
from typing import cast

import pytest

from server.transactional import header_lines
from server.transactional.errors import ContentInvalid
from server.transactional.intake.submissions import Submission
from server.transactional.mime import submitted

# RFC 5322, 3.4 without the obsolete forms: at most one quoted string or atoms, then the address in brackets.
ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
STRICT = re.compile(rf'(?:(?:"(?:[^"\\]|\\["\\])*"|{ATOM}(?: {ATOM})*) )?<({ATOM}(?:\.{ATOM})*@[a-z0-9.-]+)>')


def submission(sender: str, *fields: str) -> Submission:
    content = "\r\n".join([f"From: {sender}", *fields, "", "x", ""]).encode()
    return submitted.parse_submission(content, ["ani@example.com"], host="localhost", sandbox=False)


def sent(found: Submission, name: bytes) -> header_lines.HeaderLine:
    lines, _ = header_lines.split(found.mime)
    line = header_lines.find_first(lines, name)
    assert line is not None
    return line


ACCEPTED = [
    ("toko@kopi.example", "", "<toko@kopi.example>"),
    ("Toko <toko@kopi.example>", "Toko", "Toko <toko@kopi.example>"),
    ('"Toko: Kopi, Bandung" <toko@kopi.example>', "Toko: Kopi, Bandung", None),
    ("J. Doe\r\n <toko@kopi.example>", "J. Doe", '"J. Doe" <toko@kopi.example>'),
    ("=?utf-8?q?Caf=C3=A9?= <toko@kopi.example>", "Café", "=?utf-8?B?Q2Fmw6k=?= <toko@kopi.example>"),
    ("toko@kopi.example (Cron Daemon)", "Cron Daemon", "Cron Daemon <toko@kopi.example>"),
    ("ACME (Support) <toko@kopi.example>", "ACME (Support)", '"ACME (Support)" <toko@kopi.example>'),
    ("ACME (a, b; c: d) <toko@kopi.example>", "ACME (a, b; c: d)", '"ACME (a, b; c: d)" <toko@kopi.example>'),
    ("(Support) <toko@kopi.example>", "(Support)", '"(Support)" <toko@kopi.example>'),
    ("toko@kopi.example <toko@kopi.example>", "toko@kopi.example", '"toko@kopi.example" <toko@kopi.example>'),
    ("'Toko@kopi.example' <toko@kopi.example>", "'Toko@kopi.example'", "\"'Toko@kopi.example'\" <toko@kopi.example>"),
    ("[Kopi] <toko@kopi.example>", "[Kopi]", '"[Kopi]" <toko@kopi.example>'),
    ("Kopi @ Bandung <toko@kopi.example>", "Kopi @ Bandung", '"Kopi @ Bandung" <toko@kopi.example>'),
    ("@kopi <toko@kopi.example>", "@kopi", '"@kopi" <toko@kopi.example>'),
    ("O'Brien & Co. <toko@kopi.example>", "O'Brien & Co.", '"O\'Brien & Co." <toko@kopi.example>'),
    ('Ayu "Kopi" Lestari <toko@kopi.example>', "Ayu Kopi Lestari", "Ayu Kopi Lestari <toko@kopi.example>"),
    (r'"Ayu \"Kopi\" \\ L" <toko@kopi.example>', r'Ayu "Kopi" \ L', r'"Ayu \"Kopi\" \\ L" <toko@kopi.example>'),
    ('"victim@bank.example" <toko@kopi.example>', "victim@bank.example", None),
    ('"<victim@bank.example>" <toko@kopi.example>', "<victim@bank.example>", None),
    ('"victim@bank.example, b" <toko@kopi.example>', "victim@bank.example, b", None),
    (
        "=?utf-8?q?=3Cvictim=40bank.example=3E?= <toko@kopi.example>",
        "<victim@bank.example>",
        '"<victim@bank.example>" <toko@kopi.example>',
    ),
    (
        "=?utf-8?q?a=0D=0ABcc=3A_x=40bank.example?= <toko@kopi.example>",
        "a\r\nBcc: x@bank.example",
        '"a Bcc: x@bank.example" <toko@kopi.example>',
    ),
    ("Toko Kopi< toko@kopi.example >", "Toko Kopi", "Toko Kopi <toko@kopi.example>"),
    ("Café <toko@bücher.example>", "Café", "=?utf-8?B?Q2Fmw6k=?= <toko@xn--bcher-kva.example>"),
    ("<toko@kopi.example>", "", "<toko@kopi.example>"),
]


@pytest.mark.parametrize(("sender", "name", "written"), ACCEPTED)
def test_one_mailbox_is_sent_in_canonical_form(sender: str, name: str, written: str | None) -> None:
    found = submission(sender)
    address = "toko@xn--bcher-kva.example" if "ü" in sender else "toko@kopi.example"

    line = sent(found, b"from")

    assert (found.from_name, found.from_address) == (name, address)
    assert line.raw == f"From: {written or sender}\r\n".encode()
    assert [match[1] for match in [STRICT.fullmatch(line.value.decode())] if match] == [address]
    for each in (policy.default, policy.SMTP, policy.strict):
        read = cast(AddressHeader, message_from_bytes(found.mime, policy=each)["from"])
        assert [one.addr_spec for one in read.addresses] == [address]
        assert read.addresses[0].display_name == " ".join(name.split())
    assert [one for _, one in getaddresses([line.value.decode()])] == [address]
    assert header_lines.find_single_mailbox(line) == (" ".join(name.split()), address)


def test_a_local_part_beyond_ascii_stays() -> None:
    found = submission("Ü (x) <ü@kopi.example>")

    assert (found.from_name, found.from_address) == ("Ü (x)", "ü@kopi.example")
    assert sent(found, b"from").raw == "From: =?utf-8?B?w5wgKHgp?= <ü@kopi.example>\r\n".encode()


def test_a_sender_is_sent_in_canonical_form() -> None:
    found = submission("toko@kopi.example", "sender: Kasir (Kopi)\r\n <kasir@kopi.example>")
    unclear = submission("toko@kopi.example", "Sender: a@kopi.example, b@kopi.example")

    assert sent(found, b"sender").raw == b'Sender: "Kasir (Kopi)" <kasir@kopi.example>\r\n'
    assert sent(unclear, b"sender").raw == b"Sender: a@kopi.example, b@kopi.example\r\n"


@pytest.mark.parametrize(
    ("sender", "cause"),
    [
        # After decoding, it is another address.
        ("=?utf-8?q?=3Cvictim=40bank.example=3E?= toko@kopi.example", "fromInvalid"),
        # Groups and routes.
        ("g: toko@kopi.example;", "fromInvalid"),
        ("g: Toko <toko@kopi.example>;", "fromInvalid"),
        ("Toko: x <toko@kopi.example>", "fromInvalid"),
        ("<@bank.example:toko@kopi.example>", "fromInvalid"),
        # Several addresses.
        ("victim@bank.example <toko@kopi.example>", "fromInvalid"),
        ("(victim@bank.example) Toko <toko@kopi.example>", "fromInvalid"),
        ("'victim@bank.example' <toko@kopi.example>", "fromInvalid"),
        ("Toko victim@bank.example <toko@kopi.example>", "fromInvalid"),
        ("toko@kopi.example (victim@bank.example)", "fromInvalid"),
        ("toko@kopi.example victim@bank.example", "fromInvalid"),
        ("a@kopi.example, b@kopi.example", "fromOther"),
        ("Toko, Kopi <toko@kopi.example>", "fromOther"),
        ("Toko <toko@kopi.example>, Bank <victim@bank.example>", "fromOther"),
        ("Toko <toko@kopi.example> <victim@bank.example>", "fromInvalid"),
        # Nested and open brackets.
        ("<victim@bank.example> Toko <toko@kopi.example>", "fromInvalid"),
        ("Toko <victim@bank.example <toko@kopi.example>>", "fromInvalid"),
        ("Toko <<toko@kopi.example>>", "fromInvalid"),
        ("Toko > <toko@kopi.example>", "fromInvalid"),
        ("ACME (<victim@bank.example>) <toko@kopi.example>", "fromInvalid"),
        ("ACME (a (b)) <toko@kopi.example>", "fromInvalid"),
        ("ACME (a <toko@kopi.example>", "fromInvalid"),
        ("ACME) <toko@kopi.example>", "fromInvalid"),
        # Text after the address.
        ("Toko <toko@kopi.example> (Support)", "fromInvalid"),
        ("Toko <toko@kopi.example> x", "fromInvalid"),
        ("toko@kopi.example (a) (b)", "fromInvalid"),
        # Open quotes, and escapes outside of quotes.
        ('"Toko <toko@kopi.example>', "fromInvalid"),
        ('"Toko\\" <toko@kopi.example>', "fromInvalid"),
        ('\\"Toko <toko@kopi.example>', "fromInvalid"),
        ('ACME (") <victim@bank.example> (") <toko@kopi.example>', "fromInvalid"),
        # Control characters, particularly line breaks.
        ("Toko\n <toko@kopi.example>", "fromInvalid"),
        ("Toko\r <toko@kopi.example>", "fromInvalid"),
        ("Toko\x01 <toko@kopi.example>", "fromInvalid"),
        ("to\u202eko@kopi.example", "fromInvalid"),
        # No valid address.
        ('"a b"@kopi.example', "fromInvalid"),
        ("Toko", "fromInvalid"),
        ("Toko <>", "fromInvalid"),
        ("Toko" * 1_100 + " <toko@kopi.example>", "lineTooLong"),
        ("\r\n ".join(["Toko"] * 1_000) + " <toko@kopi.example>", "fromInvalid"),
        ("", "fromMissing"),
    ],
)
def test_what_may_be_read_as_another_is_refused(sender: str, cause: str) -> None:
    with pytest.raises(ContentInvalid) as refused:
        submission(sender)

    assert refused.value.payload == {"cause": cause}
