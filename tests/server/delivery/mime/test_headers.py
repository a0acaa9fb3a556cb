"""Headers: values of tenants and contacts can't add, change or hide any."""

import email
import email.policy
from datetime import UTC, datetime
from email.header import decode_header, make_header

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.delivery.errors import HeaderUnsafe
from server.delivery.mime import headers

PIECES = [" ", "\t", "a" * 90, "💩", '"', "\\", "<", ">", ",", "é", "\u2028", "\x85", ":", "=?", "?="]
HOSTILE = st.one_of(
    st.text(max_size=200),
    st.lists(
        st.sampled_from(
            [
                *PIECES,
                "\r\n",
                "\n",
                "\r",
                "\0",
                "Bcc: x@y",
                "=?UTF-8?Q?=0A?=",
                "=?utf-8?B?CkJjYzo=?=",
                "💩",
                " ",
                "\t",
                "a" * 90,
            ]
        ),
        max_size=12,
    ).map("".join),
)
# Python 3.11.7 turns this subject into a Bcc header when it serializes it again (CVE-2024-6923).
REPRODUCED = "A 💩 subject=?UTF-8?Q?=0A?=Bcc: x@y"


def names(raw: bytes) -> list[list[str]]:
    """The header names by two parsers, and by the modern one after a round trip."""
    modern = email.message_from_bytes(raw, policy=email.policy.default)
    compat = email.message_from_bytes(raw, policy=email.policy.compat32)
    again = email.message_from_bytes(modern.as_bytes(), policy=email.policy.default)
    return [[name for name, _ in message.items()] for message in (modern, compat, again)]


@given(HOSTILE)
@example(REPRODUCED)
@example("a" * 1200)
@example("word " * 400)
def test_no_value_changes_the_header_names(value: str) -> None:
    raw = headers.build_unstructured("Subject", value) + b"To: <a@b.example>\r\n\r\nbody\r\n"

    assert names(raw) == [["Subject", "To"]] * 3
    for line in raw.split(b"\r\n"):
        assert len(line) <= 78
        assert b"\r" not in line
        assert b"\n" not in line


@given(HOSTILE)
@example(REPRODUCED)
@example('"Ani" <x@y>, Bcc: z@z')
def test_no_display_name_changes_the_address(value: str) -> None:
    raw = headers.build_mailbox("From", value, "a@b.example") + b"To: <c@d.example>\r\n\r\nbody\r\n"

    assert names(raw) == [["From", "To"]] * 3
    parsed = email.message_from_bytes(raw, policy=email.policy.default)["From"]
    assert [address.addr_spec for address in parsed.addresses] == ["a@b.example"]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=300))
def test_a_subject_reads_back_as_it_was(value: str) -> None:
    raw = headers.build_unstructured("Subject", value) + b"\r\n"

    read = str(make_header(decode_header(email.message_from_bytes(raw)["Subject"].replace("\r\n", ""))))
    assert read.strip() == headers.neutralize(value).strip()


@pytest.mark.parametrize("value", ["a\r\nBcc: x@y", "a\nb", "a\rb", "a\0b", REPRODUCED, "=?utf-8?Q?a?="])
def test_what_a_tenant_types_is_refused(value: str) -> None:
    with pytest.raises(HeaderUnsafe) as caught:
        headers.check_value("subject", value)

    assert caught.value.payload == {"field": "subject"}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("ani@example.com", "ani@example.com"),
        ("a.b+c@sub.example.com", "a.b+c@sub.example.com"),
        ("ani@münchen.example", "ani@xn--mnchen-3ya.example"),
        ("ani@straße.example", "ani@xn--strae-oqa.example"),
        ("ani@example.com>\r\nRCPT TO:<x@y", None),
        ("a b@example.com", None),
        ("äni@example.com", None),
        ('"a b"@example.com', None),
        ("ani@-example.com", None),
        ("ani", None),
        ("@example.com", None),
        ("ani@", None),
        ("a" * 65 + "@example.com", None),
        ("a@" + "b" * 260, None),
        ("=?utf-8?q?a?=@example.com", None),
    ],
)
def test_only_addresses_that_can_be_sent_to_pass(address: str, expected: str | None) -> None:
    assert headers.encode_address(address) == expected


def test_the_date_is_in_english_and_utc() -> None:
    assert (
        headers.build_date(datetime(2026, 11, 1, 3, 4, 5, tzinfo=UTC)) == b"Date: Sun, 01 Nov 2026 03:04:05 +0000\r\n"
    )
