"""Recipient tokens: they identify the recipient of a tracked address in 31 unguessable characters.

A token is `key id (1 byte) | mailing (6) | position (4) | HMAC-SHA256 truncated to 12 bytes`, base64url without
padding. Email addresses contain the same bytes in hexadecimal. Some servers convert the part before the `@` to lower
case, which RFC 5321, 2.4 forbids, and base64 would not survive that.

One HMAC serves all links of a message: the link's number is next to the token, and its target is on the server. Keys
rotate: new tokens use the newest key, old ones stay readable while their key is on the ring.

Transactional messages, which belong to no mailing, have another kind of token: `key id (1) | message id (16) | position
(2) | HMAC truncated to 12`. It has 42 characters in links and 50 of base32 in email addresses; the length distinguishes
the kinds.
"""

import hmac
import re
import struct
from base64 import b32decode, b32encode, urlsafe_b64encode
from binascii import Error, a2b_base64
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

TOKEN_CHARACTERS = 31
MAILBOX_CHARACTERS = 46  # with `bounce+` 53, of the 64 that RFC 5321, 4.5.3.1.1, allows before the @
MESSAGE_CHARACTERS = 42
MESSAGE_MAILBOX_CHARACTERS = 50
_IDS = struct.Struct(">BHLL")
_MAC_BYTES = 12  # 96 bits: unguessable in the lifetime of an email
_PURPOSE = b"delivery.recipient"
_MESSAGE_IDS = struct.Struct(">B16sH")
_MESSAGE_PURPOSE = b"delivery.message"
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]+")
# The last letter encodes four bits of the 23 bytes: with its other two set it would decode to the same bytes.
_TOKEN_PATTERN = re.compile(r"[A-Za-z0-9_-]{30}[AEIMQUYcgkosw048]")

# As above: of the 31 bytes the last letter encodes two bits, and three bits in base32.
_MESSAGE_TOKEN_PATTERN = re.compile(r"[A-Za-z0-9_-]{41}[AQgw]")
_MESSAGE_MAILBOX_PATTERN = re.compile(r"[A-Za-z2-7]{49}[AEIMQUYaeimquy4]")


class MessageRecipientKey(NamedTuple):
    """The recipient in a message token: the message and the position among its recipients."""

    message_id: UUID
    position: int


class RecipientKey(NamedTuple):
    """The recipient in a token: a mailing and the position in its frozen list."""

    mailing_id: int
    position: int


_NO_SECRETS: Mapping[int, Sequence[str]] = {}


def _decode_token(token: str, padding: str = "=") -> bytes:
    # From the base64url alphabet to that of base64.
    return a2b_base64(token.replace("-", "+").replace("_", "/") + padding)


def encode_mailbox(token: str) -> str:
    """Returns the form used in email addresses, which survives changes of case."""
    return _decode_token(token).hex()


def encode_message_mailbox(token: str) -> str:
    return b32encode(_decode_token(token, "==")).decode("ascii").rstrip("=").lower()


_copy_key = hmac.HMAC.copy


def _compute_mac(key: hmac.HMAC, ids: bytes) -> bytes:
    # A copy: most of the time of an HMAC goes into its key.
    signed = _copy_key(key)
    signed.update(ids)
    return signed.digest()[:_MAC_BYTES]


def _derive_keys(secrets: Mapping[int, Sequence[str]], purpose: bytes) -> dict[int, tuple[hmac.HMAC, ...]]:
    return {
        number: tuple(hmac.new(hmac.digest(each.encode(), purpose, "sha256"), digestmod="sha256") for each in of_number)
        for number, of_number in secrets.items()
    }


def _is_signed(keys: Sequence[hmac.HMAC], ids: bytes, mac: bytes) -> bool:
    return any(hmac.compare_digest(_compute_mac(key, ids), mac) for key in keys)


class KeyRing:
    """Signs with the key of the highest number, reads with any. A key number is 1 to 255.

    `previous` has further secrets by number, for reading only.
    """

    def __init__(self, secrets: Mapping[int, str], *, previous: Mapping[int, Sequence[str]] = _NO_SECRETS) -> None:
        if not secrets or not all(1 <= number <= 255 for number in secrets):
            raise ValueError("A key ring takes keys numbered 1 to 255")
        by_number = {number: (secret, *previous.get(number, ())) for number, secret in secrets.items()}
        self._keys = _derive_keys(by_number, _PURPOSE)
        self._message_keys = _derive_keys(by_number, _MESSAGE_PURPOSE)
        self._newest = max(secrets)

    def token(self, mailing_id: int, position: int) -> str:
        ids = _IDS.pack(self._newest, mailing_id >> 32, mailing_id & 0xFFFFFFFF, position)
        mac = _compute_mac(self._keys[self._newest][0], ids)
        return urlsafe_b64encode(ids + mac).decode("ascii").rstrip("=")

    def read(self, token: str) -> RecipientKey | None:
        """Returns None if no key of the ring signed the token. Takes constant time."""
        if not _TOKEN_PATTERN.fullmatch(token):
            return None
        return self._verify(_decode_token(token))

    def read_mailbox(self, text: str) -> RecipientKey | None:
        """Reads the token of an email address, in any case, and also the form used in links."""
        if len(text) != MAILBOX_CHARACTERS:
            return self.read(text)
        if not _HEXADECIMAL.fullmatch(text):
            return None
        return self._verify(bytes.fromhex(text))

    def _verify(self, raw: bytes) -> RecipientKey | None:
        number, high, low, position = _IDS.unpack_from(raw)
        if not _is_signed(self._keys.get(number, ()), raw[: _IDS.size], raw[_IDS.size :]):
            return None
        return RecipientKey((high << 32) | low, position)

    def message_token(self, message_id: UUID, position: int) -> str:
        ids = _MESSAGE_IDS.pack(self._newest, message_id.bytes, position)
        return (
            urlsafe_b64encode(ids + _compute_mac(self._message_keys[self._newest][0], ids)).decode("ascii").rstrip("=")
        )

    def read_message(self, token: str) -> MessageRecipientKey | None:
        """Returns None if no key of the ring signed the token. Takes constant time."""
        if not _MESSAGE_TOKEN_PATTERN.fullmatch(token):
            return None
        return self._verify_message(_decode_token(token, "=="))

    def read_message_mailbox(self, text: str) -> MessageRecipientKey | None:
        """Reads the message token of an email address, in any case, and also the form used in links."""
        if not _MESSAGE_MAILBOX_PATTERN.fullmatch(text):
            return self.read_message(text)
        try:
            raw = b32decode(text.upper() + "======")
        except Error:
            return None
        return self._verify_message(raw)

    def _verify_message(self, raw: bytes) -> MessageRecipientKey | None:
        number, message_id, position = _MESSAGE_IDS.unpack_from(raw)
        if not _is_signed(self._message_keys.get(number, ()), raw[: _MESSAGE_IDS.size], raw[_MESSAGE_IDS.size :]):
            return None
        return MessageRecipientKey(UUID(bytes=message_id), position)
