"""Secrets at rest: sealed with a key that is derived from the secret key, so that a copy of the database opens none."""

import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

NONCE_BYTES = 12
KEY_BYTES = 32


class SealBroken(Exception):
    """What was sealed can't be opened: another key, another owner, or changed bytes."""


def seal(text: str, *, purpose: str, owner: str) -> bytes:
    """The text encrypted with AES-256-GCM; it opens only for the same purpose and owner."""
    return seal_bytes(text.encode(), purpose=purpose, owner=owner)


def seal_bytes(content: bytes, *, purpose: str, owner: str) -> bytes:
    """The same of bytes."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + _cipher(purpose, settings.SECRET_KEY).encrypt(nonce, content, owner.encode())


def unseal(sealed: bytes, *, purpose: str, owner: str) -> str:
    """The text that was sealed. Raises SealBroken."""
    try:
        return unseal_bytes(sealed, purpose=purpose, owner=owner).decode()
    except UnicodeDecodeError as error:
        raise SealBroken(purpose) from error


def unseal_bytes(sealed: bytes, *, purpose: str, owner: str) -> bytes:
    """The bytes that were sealed. Raises SealBroken."""
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return _cipher(purpose, settings.SECRET_KEY).decrypt(nonce, rest, owner.encode())
    except (InvalidTag, ValueError) as error:
        raise SealBroken(purpose) from error


# Deriving a key costs as much as sealing a mail.
@lru_cache(maxsize=16)
def _cipher(purpose: str, secret: str) -> AESGCM:
    derived = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=f"sealing:{purpose}".encode())
    return AESGCM(derived.derive(secret.encode()))
