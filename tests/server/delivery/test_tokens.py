"""Recipient tokens: each identifies one recipient and can't be forged."""

import base64
from uuid import UUID

from server.delivery.tokens import (
    MAILBOX_CHARACTERS,
    MESSAGE_CHARACTERS,
    MESSAGE_MAILBOX_CHARACTERS,
    TOKEN_CHARACTERS,
    KeyRing,
    MessageRecipientKey,
    RecipientKey,
    encode_mailbox,
    encode_message_mailbox,
)

RING = KeyRing({1: "first-secret"})


def test_a_token_names_its_recipient() -> None:
    token = RING.token(2**40 + 7, 999_999)

    assert len(token) == TOKEN_CHARACTERS
    assert RING.read(token) == RecipientKey(mailing_id=2**40 + 7, position=999_999)


def test_every_changed_bit_is_refused() -> None:
    token = RING.token(7, 3)
    raw = base64.urlsafe_b64decode(token + "=")

    for bit in range(len(raw) * 8):
        changed = bytearray(raw)
        changed[bit // 8] ^= 1 << bit % 8
        assert RING.read(base64.urlsafe_b64encode(changed).decode().rstrip("=")) is None


def test_other_spellings_and_lengths_are_refused() -> None:
    token = RING.token(7, 3)
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    same_bytes = [token[:-1] + c for c in last if c != token[-1]]

    assert [RING.read(spelling) for spelling in same_bytes] == [None] * 63
    assert RING.read("") is None
    assert RING.read(token + "=") is None
    assert RING.read(token[:-1]) is None
    assert RING.read("é" * TOKEN_CHARACTERS) is None


def test_in_a_mail_address_the_case_of_letters_says_nothing() -> None:
    token = RING.token(2**40 + 7, 999_999)
    written = encode_mailbox(token)

    assert len(written) == MAILBOX_CHARACTERS
    assert len(f"bounce+{written}") <= 64
    for spelling in (written, written.lower(), written.upper(), written.swapcase(), token):
        assert RING.read_mailbox(spelling) == RecipientKey(2**40 + 7, 999_999)
    # In a link only one form is valid.
    assert RING.read(written) is None


def test_a_changed_digit_of_a_mail_address_is_refused() -> None:
    written = encode_mailbox(RING.token(7, 3))

    for at, digit in enumerate(written):
        changed = f"{written[:at]}{'0' if digit != '0' else '1'}{written[at + 1 :]}"
        assert RING.read_mailbox(changed) is None
    for other in ("", written[:-1], f"{written}0", f" {written[1:]}", f"{written[:-1]}g", "٣" * MAILBOX_CHARACTERS):
        assert RING.read_mailbox(other) is None


def test_keys_rotate() -> None:
    old = RING.token(7, 3)
    both = KeyRing({1: "first-secret", 2: "second-secret"})

    assert both.read(old) == RecipientKey(7, 3)
    assert both.token(7, 3) != old
    assert RING.read(both.token(7, 3)) is None
    assert KeyRing({2: "second-secret"}).read(old) is None
    assert KeyRing({1: "other"}).read(old) is None


def test_tokens_of_single_messages_are_of_their_own_kind() -> None:
    message_id = UUID("01a20750-049d-7b22-acb2-d528a1bb1e5b")
    token = RING.message_token(message_id, 999)
    address = encode_message_mailbox(token)

    assert (len(token), len(address)) == (MESSAGE_CHARACTERS, MESSAGE_MAILBOX_CHARACTERS)
    assert RING.read_message(token) == MessageRecipientKey(message_id, 999)
    assert RING.read_message_mailbox(address) == RING.read_message_mailbox(address.upper()) == (message_id, 999)
    assert RING.read_message_mailbox(token) == (message_id, 999)
    assert (RING.read(token), RING.read_mailbox(address), RING.read_message(RING.token(7, 3))) == (None, None, None)
    assert KeyRing({1: "another-secret"}).read_message(token) is None


def test_every_changed_bit_and_other_spelling_of_theirs_is_refused() -> None:
    token = RING.message_token(UUID(int=7), 3)
    raw = base64.urlsafe_b64decode(token + "==")
    for bit in range(len(raw) * 8):
        changed = bytearray(raw)
        changed[bit // 8] ^= 1 << bit % 8
        assert RING.read_message(base64.urlsafe_b64encode(changed).decode().rstrip("=")) is None

    base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    assert [c for c in base64url if RING.read_message(token[:-1] + c)] == [token[-1]]
    address = encode_message_mailbox(token)
    spellings = [address[:-1] + c for c in "abcdefghijklmnopqrstuvwxyz234567" if c != address[-1]]
    assert [RING.read_message_mailbox(spelling) for spelling in spellings] == [None] * 31
    for wrong in ("", token[:-1], token + "=", "é" * MESSAGE_CHARACTERS, address[:-1]):
        assert RING.read_message_mailbox(wrong) is None
