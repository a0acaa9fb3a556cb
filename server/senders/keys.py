"""DKIM signing keys: generated here, stored encrypted, published by the domain owner as a TXT record."""

import base64
import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from server.senders.states import Algorithm

RSA_BITS = 2048  # RFC 8301, 3.2: at least 1024, should be 2048; larger records do not fit every resolver
RSA_EXPONENT = 65537
SELECTOR_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without ambiguous characters
KEY_TYPES = {Algorithm.RSA: "rsa", Algorithm.ED25519: "ed25519"}


def generate_key(algorithm: Algorithm) -> tuple[bytes, str]:
    """Returns a private key as PKCS 8 in PEM, and the `p=` of its record."""
    if algorithm is Algorithm.ED25519:
        short = Ed25519PrivateKey.generate()
        # RFC 8463, 4.2: the raw 32 bytes without a structure.
        return _serialize_pem(short), _encode_base64(short.public_key().public_bytes_raw())
    long = generate_private_key(RSA_EXPONENT, RSA_BITS)
    public = long.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return _serialize_pem(long), _encode_base64(public)


def generate_selector(algorithm: Algorithm) -> str:
    """Returns a name under `_domainkey` that is unique among teams with the same domain."""
    drawn = "".join(secrets.choice(SELECTOR_LETTERS) for _ in range(8))
    return f"{'ds' if algorithm is Algorithm.RSA else 'de'}-{drawn}"


def build_record_text(algorithm: Algorithm, public_key: str) -> str:
    """Returns the value of the TXT record (RFC 6376, 3.6.1)."""
    return f"v=DKIM1; k={KEY_TYPES[algorithm]}; p={public_key}"


def _serialize_pem(key: RSAPrivateKey | Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _encode_base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
