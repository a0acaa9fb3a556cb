"""HMACs with DASH_SECRET_KEY for values that live for minutes, such as codes. They remain valid after a key change."""

from hmac import compare_digest

from django.conf import settings
from django.utils.crypto import salted_hmac


def compute_digest(salt: str, value: str) -> bytes:
    return _compute_digest(salt, value, settings.SECRET_KEY)


def list_digests(salt: str, value: str) -> list[bytes]:
    return [_compute_digest(salt, value, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def is_match(stored: bytes, salt: str, value: str) -> bool:
    return any(compare_digest(stored, each) for each in list_digests(salt, value))


def _compute_digest(salt: str, value: str, secret: str) -> bytes:
    return salted_hmac(salt, value, secret=secret, algorithm="sha256").digest()
