"""Signatures of Standard Webhooks 1.0: symmetric, HMAC-SHA256 over `id.timestamp.body`."""

import base64
import hashlib
import hmac
import os
from collections.abc import Iterable

PREFIX = "whsec_"
SECRET_BYTES = 32


def generate_secret() -> str:
    """Returns `whsec_` and 32 random bytes in base64."""
    return PREFIX + base64.b64encode(os.urandom(SECRET_BYTES)).decode("ascii")


def decode_key(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix(PREFIX))


def build_headers(event_id: str, timestamp: int, body: bytes, keys: Iterable[bytes]) -> dict[str, str]:
    """`timestamp` is in seconds. Each key signs, so that either secret is valid during a rotation."""
    signed = b"%s.%d.%s" % (event_id.encode("ascii"), timestamp, body)
    signatures = (base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode("ascii") for key in keys)
    return {
        "content-type": "application/json",
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
