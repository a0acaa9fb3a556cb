"""The DKIM keys of our own sender domain, for system emails and for emails that we send for a team in our name.

The operator stores them in files that `DASH_EMAIL_DKIM_KEYS` lists by selector; `bin/manage create_dkim_key`
creates one.
"""

from collections.abc import Sequence
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings

from server.delivery.dkim.signing import Algorithm, KeyUnusable, Signer
from server.env import InvalidSetting
from server.senders.selectors.keys import SigningKey

log = structlog.get_logger(__name__)


def load_own_keys() -> Sequence[SigningKey]:
    """The current keys, in the order of the setting. Unusable ones are logged and skipped."""
    found = []
    for selector, path in settings.EMAIL_DKIM_KEYS.items():
        try:
            found.append(_read_key(selector, path))
        except (OSError, KeyUnusable) as error:
            log.error("delivery.key.unusable", selector=selector, path=path, why=str(error))
    return tuple(found)


def check_own_keys() -> None:
    """Raises InvalidSetting for an unusable key."""
    for selector, path in settings.EMAIL_DKIM_KEYS.items():
        try:
            _read_key(selector, path)
        except (OSError, KeyUnusable) as error:
            raise InvalidSetting(
                f"DASH_EMAIL_DKIM_KEYS names {path} for {selector}, which cannot be used: {error}"
            ) from error


def _read_key(selector: str, path: str) -> SigningKey:
    pem = Path(path).read_bytes()
    key = SigningKey(settings.MAIL_FROM.rpartition("@")[2].lower(), selector, _detect_algorithm(pem), pem)
    Signer(key)  # raises KeyUnusable if it can't sign
    return key


def _detect_algorithm(pem: bytes) -> Algorithm:
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError) as error:
        raise KeyUnusable(f"It is not an unencrypted private key in PEM format: {error}") from error
    if isinstance(key, RSAPrivateKey):
        return "rsa-sha256"
    if isinstance(key, Ed25519PrivateKey):
        return "ed25519-sha256"
    raise KeyUnusable("It is neither an RSA nor an Ed25519 key")
