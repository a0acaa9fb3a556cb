"""The keys of the product's own From domain: they sign its own mail, and what it sends for a team in its own name.

The operator keeps them in files, `DASH_MAIL_KEYS` names them by selector; `bin/manage mail_key` makes one.
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


def own_keys() -> Sequence[SigningKey]:
    """The keys as their files are now, in the order of the setting. One that can't be used is told and left out."""
    found = []
    for selector, path in settings.MAIL_KEYS.items():
        try:
            found.append(_read(selector, path))
        except (OSError, KeyUnusable) as error:
            log.error("delivery.key.unusable", selector=selector, path=path, why=str(error))
    return tuple(found)


def check() -> None:
    """Raises InvalidSetting where a key can't be used."""
    for selector, path in settings.MAIL_KEYS.items():
        try:
            _read(selector, path)
        except (OSError, KeyUnusable) as error:
            raise InvalidSetting(
                f"DASH_MAIL_KEYS names {path} for {selector}, which cannot be used: {error}"
            ) from error


def _read(selector: str, path: str) -> SigningKey:
    pem = Path(path).read_bytes()
    key = SigningKey(settings.MAIL_FROM.rpartition("@")[2].lower(), selector, _algorithm(pem), pem)
    Signer(key)  # says whether it can sign
    return key


def _algorithm(pem: bytes) -> Algorithm:
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError) as error:
        raise KeyUnusable(f"It is not an unencrypted private key in PEM format: {error}") from error
    if isinstance(key, RSAPrivateKey):
        return "rsa-sha256"
    if isinstance(key, Ed25519PrivateKey):
        return "ed25519-sha256"
    raise KeyUnusable("It is neither an RSA nor an Ed25519 key")
