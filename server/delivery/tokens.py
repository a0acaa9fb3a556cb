"""Recipient tokens: whom a tracked address belongs to, in 31 characters that can't be guessed.

A token is `key id (1 byte) | mailing (6) | position (4) | HMAC-SHA256 cut to 12 bytes`, base64url without padding. In a
mail address the same bytes are written in hexadecimal: a server on the way may lower-case what stands before the `@`
(RFC 5321, 2.4, forbids it, and it is done), which base64 would not survive.
One HMAC serves all links of a message: the link's number stands beside the token, and its target on the server.
Keys rotate: new tokens use the newest key, old ones stay readable while their key is on the ring.
"""

import hmac
import re
import struct
from base64 import urlsafe_b64encode
from binascii import a2b_base64
from collections.abc import Mapping
from typing import NamedTuple

TOKEN_CHARACTERS = 31
MAILBOX_CHARACTERS = 46  # with `bounce+` 53, of the 64 that RFC 5321, 4.5.3.1.1, allows before the @
_IDS = struct.Struct(">BHLL")
_MAC_BYTES = 12  # 96 bits: nobody guesses one in the lifetime of a mail
_PURPOSE = b"delivery.recipient"
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]+")
# The last letter bears four bits of the 23 bytes: with its other two set it would spell the same bytes again.
_SPELLED = re.compile(r"[A-Za-z0-9_-]{30}[AEIMQUYcgkosw048]")


class Recipient(NamedTuple):
    """Whom a token names: a mailing and the position in its frozen list."""

    mailing_id: int
    position: int


def _bytes(token: str) -> bytes:
    # From the letters of addresses to those of base64.
    return a2b_base64(token.replace("-", "+").replace("_", "/") + "=")


def mailbox(token: str) -> str:
    """The token of a ring as it stands in a mail address: its letters may change their case."""
    return _bytes(token).hex()


_copied = hmac.HMAC.copy


def _mac(key: hmac.HMAC, ids: bytes) -> bytes:
    # A copy: most of the time of an HMAC goes into its key.
    signed = _copied(key)
    signed.update(ids)
    return signed.digest()[:_MAC_BYTES]


class KeyRing:
    """Signs with the key of the highest number, reads with any. A key number is 1 to 255."""

    def __init__(self, secrets: Mapping[int, str]) -> None:
        if not secrets or not all(1 <= number <= 255 for number in secrets):
            raise ValueError("A key ring takes keys numbered 1 to 255")
        self._keys = {
            number: hmac.new(hmac.digest(secret.encode(), _PURPOSE, "sha256"), digestmod="sha256")
            for number, secret in secrets.items()
        }
        self._newest = max(secrets)

    def token(self, mailing_id: int, position: int) -> str:
        """The token of a recipient."""
        ids = _IDS.pack(self._newest, mailing_id >> 32, mailing_id & 0xFFFFFFFF, position)
        mac = _mac(self._keys[self._newest], ids)
        return urlsafe_b64encode(ids + mac).decode("ascii").rstrip("=")

    def read(self, token: str) -> Recipient | None:
        """Whom the token names, or None when it was not made by a key of the ring. Takes constant time."""
        if not _SPELLED.fullmatch(token):
            return None
        return self._verified(_bytes(token))

    def read_mailbox(self, text: str) -> Recipient | None:
        """Whom a token out of a mail address names, in either case; a token as it stands in links is read, too."""
        if len(text) != MAILBOX_CHARACTERS:
            return self.read(text)
        if not _HEXADECIMAL.fullmatch(text):
            return None
        return self._verified(bytes.fromhex(text))

    def _verified(self, raw: bytes) -> Recipient | None:
        number, high, low, position = _IDS.unpack_from(raw)
        key = self._keys.get(number)
        if key is None:
            return None
        if not hmac.compare_digest(_mac(key, raw[: _IDS.size]), raw[_IDS.size :]):
            return None
        return Recipient((high << 32) | low, position)
