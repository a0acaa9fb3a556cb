"""Signatures checked with an independent verifier (dkimpy)."""

import email
import email.policy
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import dkim
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from server.delivery.compiling import BodyKind, EmailContent, Setting, compile_content
from server.delivery.dkim.signing import KeyUnusable, Signer, canonicalize_header
from server.delivery.mime.message import Identity, MessageProgram, Stamp
from server.delivery.tokens import KeyRing
from tests.server.delivery.dkim.signing_keys import TestKey, ed25519_key, rsa_key

SETTING = Setting(origin="https://pages.example", company="Kopi & Co", postal_address="Jl. Melati 1, Bandung")
IDENTITY = Identity(
    "Kopi  ☕ dan teman-teman", "news@kopi.example", "mail.kopi.example", "https://pages.example", "7:kopi:campaign:x"
)
STAMP = Stamp.of(datetime(2026, 11, 1, tzinfo=UTC))
TOKEN = KeyRing({1: "secret"}).token(7, 3)
RSA, ED25519 = rsa_key(), ed25519_key()
BODY = "Hi {{ firstname }}\n\n[Shop](https://shop.example/{{ city }})\n\n.\n\nFrom {{ city }}"


def program(*keys: TestKey, identity: Identity = IDENTITY, setting: Setting = SETTING) -> MessageProgram:
    content = EmailContent(subject="Hello {{ firstname }}", body=BODY, kind=BodyKind.MARKDOWN)
    compiled = compile_content(content, setting, known=frozenset({"firstname", "city"}))
    return MessageProgram(compiled, identity, [Signer(key) for key in keys])


BOTH = program(RSA, ED25519)


def fill(of: MessageProgram, **fields: Any) -> bytes:
    return of.fill(address="ani@example.com", token=TOKEN, fields=fields, stamp=STAMP)


def verified(raw: bytes, *keys: TestKey) -> list[bool]:
    """The verifier's result for each signature, in order."""
    published = {key.name: key.record for key in keys}
    count = len(re.findall(rb"(?m)^DKIM-Signature:", raw))
    return [_is_good(raw, index, published) for index in range(count)]


def _is_good(raw: bytes, index: int, published: dict[bytes, bytes]) -> bool:
    try:
        return bool(dkim.DKIM(raw, minkey=1024).verify(index, dnsfunc=lambda name, timeout=5: published[name]))
    except dkim.ValidationError:  # another body than the signed one; all other failures return False
        return False


def test_both_signatures_are_verified() -> None:
    raw = fill(BOTH, firstname="Ani", city="Bandung")

    assert verified(raw, RSA, ED25519) == [True, True]


def test_without_a_key_nothing_is_signed() -> None:
    assert b"DKIM-Signature" not in fill(program(), firstname="Ani")


def test_the_signature_says_what_it_covers() -> None:
    message = email.message_from_bytes(fill(program(RSA), firstname="Ani"), policy=email.policy.compat32)

    tags = dict(part.strip().split("=", 1) for part in re.sub(r"\s+", "", message["DKIM-Signature"]).split(";"))
    names = tags["h"].split(":")
    assert (tags["v"], tags["a"], tags["c"], tags["d"], tags["s"], tags["t"]) == (
        "1",
        "rsa-sha256",
        "relaxed/simple",
        "kopi.example",
        "s1",
        "1793491200",
    )
    assert {name.lower() for name in message} - {"dkim-signature"} <= set(names)
    assert {name for name in names if names.count(name) == 2} == set(names) - {"reply-to", "cc", "sender"}
    assert {"list-unsubscribe", "list-unsubscribe-post"} <= set(names)


@pytest.mark.parametrize(
    "added",
    [
        b"From: <evil@example.net>\r\n",
        b"Subject: Other\r\n",
        b"Reply-To: <evil@example.net>\r\n",
        b"Cc: <evil@example.net>\r\n",
        b"List-Unsubscribe: <https://evil.example/>\r\n",
        b'Content-Type: multipart/mixed; boundary="x"\r\n',
    ],
)
def test_a_header_added_on_the_way_breaks_both(added: bytes) -> None:
    raw = fill(BOTH, firstname="Ani")

    assert verified(added + raw, RSA, ED25519) == [False, False]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [(b"Hello Ani", b"Hello Eve"), (b"/u/", b"/v/"), (b"One-Click", b"Two-Click"), (b"Ani=\r\n", b"Eve=\r\n")],
)
def test_a_change_on_the_way_breaks_both(was: bytes, becomes: bytes) -> None:
    raw = fill(BOTH, firstname="Ani")
    assert was in raw

    assert verified(raw.replace(was, becomes), RSA, ED25519) == [False, False]


def test_what_relays_do_to_folds_and_case_breaks_nothing() -> None:
    raw = fill(BOTH, firstname="Ani " * 30)
    head, _, body = raw.partition(b"\r\n\r\n")
    signatures, _, rest = head.partition(b"\r\nFrom:")

    refolded = (b"From:" + rest).replace(b"\r\n ", b" ").replace(b"To: <", b"TO:  \t<").replace(b"Date: ", b"date:")

    assert verified(signatures + b"\r\n" + refolded + b"\r\n\r\n" + body, RSA, ED25519) == [True, True]


def test_another_key_of_the_domain_does_not_verify() -> None:
    other = replace(rsa_key(), selector=RSA.selector)

    assert verified(fill(program(RSA), firstname="Ani"), other) == [False]


HOSTILE = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(["\r\n", "\n.\r\n", "\0", "=?UTF-8?Q?=0A?=", "Bcc: x@y", "\t", "  ", ".", "a" * 90, '"', " "]),
        max_size=10,
    ).map("".join),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(firstname=HOSTILE, city=HOSTILE)
@example(firstname="\r\n.\r\n", city=".")
@example(firstname="a \t  b", city=" ")
def test_any_field_of_a_contact_is_signed_as_it_is_sent(firstname: str, city: str) -> None:
    raw = fill(BOTH, firstname=firstname, city=city)

    assert verified(raw, RSA, ED25519) == [True, True]
    assert max(map(len, raw.split(b"\r\n"))) <= 78


@pytest.mark.parametrize("unsubscribes", [True, False])
@pytest.mark.parametrize("reply_to", ["", "help@kopi.example"])
def test_every_shape_of_identity_is_signed(unsubscribes: bool, reply_to: str) -> None:
    identity = replace(IDENTITY, unsubscribes=unsubscribes, reply_to=reply_to)
    setting = replace(SETTING, unsubscribes=unsubscribes)

    raw = fill(program(RSA, ED25519, identity=identity, setting=setting), firstname="Ani")

    assert verified(raw, RSA, ED25519) == [True, True]


def test_a_long_domain_is_folded() -> None:
    key = rsa_key(domain=".".join(["a" * 60] * 4), selector="b" * 50)

    raw = fill(program(key), firstname="Ani")

    assert verified(raw, key) == [True]
    assert max(map(len, raw.split(b"\r\n"))) <= 998


def test_a_key_that_cannot_sign_is_refused() -> None:
    for key in (
        replace(RSA, private_pem=b"nothing"),
        replace(RSA, algorithm="ed25519-sha256"),
        replace(ED25519, algorithm="rsa-sha256"),
        replace(RSA, private_pem=RSA.private_pem[:-90]),
    ):
        with pytest.raises(KeyUnusable):
            Signer(key)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"A: X\r\n", b"a:X"),
        (b"B : Y\t\r\n\tZ  \r\n", b"b:Y Z"),
        (b"Subject:\r\n =?utf-8?B?eA==?=\r\n =?utf-8?B?eQ==?=\r\n", b"subject:=?utf-8?B?eA==?= =?utf-8?B?eQ==?="),
        (b"Subject: \r\n", b"subject:"),
    ],
)
def test_headers_are_relaxed_as_the_standard_shows(line: bytes, expected: bytes) -> None:
    assert canonicalize_header(line) == expected
