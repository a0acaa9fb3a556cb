"""Encryption of secrets at rest, with a key derived from DASH_SECRET_KEY: a copy of the database reveals none of them.

A sealed value is `key id (4 bytes) | nonce (12) | ciphertext and tag` (AES-256-GCM). The key id identifies the secret
key, so that values of a previous key can be found and encrypted again (`reencryption.py`).
"""

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import models

KEY_ID_BYTES = 4
NONCE_BYTES = 12
KEY_BYTES = 32
# A derivation costs as much as sealing an email. The cache holds ten purposes under a handful of secret keys.
MAX_DERIVED_KEYS = 64

_purposes: set[str] = set()

if TYPE_CHECKING:
    _BinaryField = models.BinaryField[Any, Any]
else:
    _BinaryField = models.BinaryField


class SealBroken(Exception):
    """The value can't be opened: an unknown key, another purpose or owner, or changed bytes."""


class UnknownPurpose(Exception):
    """The purpose is neither that of a `SealedField` nor declared as transient: a key rotation would miss the value."""


class SealedField(_BinaryField):
    """A column of sealed values. `owner` names the column of the same row that each value is bound to.

    Every such column is included in a key rotation.
    """

    def __init__(self, *, purpose: str = "", owner: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.purpose, self.owner = purpose, owner
        if purpose:
            _purposes.add(purpose)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Migrations see a plain binary column."""
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.BinaryField", list(arguments), options


def declare_transient(purpose: str) -> str:
    """Allows a purpose without stored values, such as a token that is valid for minutes."""
    _purposes.add(purpose)
    return purpose


def seal(text: str, *, purpose: str, owner: str) -> bytes:
    return seal_bytes(text.encode(), purpose=purpose, owner=owner)


def seal_bytes(content: bytes, *, purpose: str, owner: str) -> bytes:
    if purpose not in _purposes:
        raise UnknownPurpose(purpose)
    nonce = os.urandom(NONCE_BYTES)
    return (
        get_current_key_id()
        + nonce
        + _build_cipher(purpose, settings.SECRET_KEY).encrypt(nonce, content, owner.encode())
    )


def unseal(sealed: bytes, *, purpose: str, owner: str) -> str:
    """Decrypts a text. Raises SealBroken."""
    try:
        return unseal_bytes(sealed, purpose=purpose, owner=owner).decode()
    except UnicodeDecodeError as error:
        raise SealBroken(purpose) from error


def unseal_bytes(sealed: bytes, *, purpose: str, owner: str) -> bytes:
    nonce_end = KEY_ID_BYTES + NONCE_BYTES
    for secret in _iter_secrets(sealed[:KEY_ID_BYTES]):
        try:
            return _build_cipher(purpose, secret).decrypt(
                sealed[KEY_ID_BYTES:nonce_end], sealed[nonce_end:], owner.encode()
            )
        except (InvalidTag, ValueError):
            continue
    raise SealBroken(purpose)


def get_current_key_id() -> bytes:
    return _derive_key_id(settings.SECRET_KEY)


def _iter_secrets(key_id: bytes) -> Iterator[str]:
    return (
        secret for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) if _derive_key_id(secret) == key_id
    )


@lru_cache(maxsize=MAX_DERIVED_KEYS)
def _derive_key_id(secret: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_ID_BYTES, salt=None, info=b"sealing key id").derive(secret.encode())


@lru_cache(maxsize=MAX_DERIVED_KEYS)
def _build_cipher(purpose: str, secret: str) -> AESGCM:
    derived = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=f"sealing:{purpose}".encode())
    return AESGCM(derived.derive(secret.encode()))
