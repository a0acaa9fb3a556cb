"""DKIM signatures (RFC 6376) of messages that we have filled: relaxed headers, simple body.

The signed bytes are known before they are written, so nothing is parsed. Each header is passed in its canonical form
besides the raw one, and the body is hashed as it is transmitted (`mime/quoted.py` leaves no dot to be stuffed). Each
signed name is listed once more than it occurs, so that a header added in transit breaks the signature instead of being
shown (RFC 6376, 8.15).
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Literal, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from server.delivery.mime.headers import FOLD

Algorithm = Literal["rsa-sha256", "ed25519-sha256"]
MIN_RSA_BITS = 1024  # RFC 8301, 3.2
MAX_CACHED_KEYS = 256
# Rare or absent in our messages, but listed, so that no one can add them.
_OVERSIGNED = ("reply-to", "cc", "sender")
_SPACES = re.compile(rb"(?:\r\n(?=[ \t])|[ \t])+")
_PADDING, _PREHASHED = PKCS1v15(), Prehashed(SHA256())


class KeyUnusable(Exception):
    """A private key that can't sign: unreadable, of another kind than its algorithm, or too short."""


class Key(Protocol):
    """The interface of a signing key. `private_pem` is PKCS #8 or PKCS #1, unencrypted."""

    @property
    def domain(self) -> str: ...

    @property
    def selector(self) -> str: ...

    @property
    def algorithm(self) -> Algorithm: ...

    @property
    def private_pem(self) -> bytes: ...


def canonicalize_header(line: bytes) -> bytes:
    """A raw header line, with its CRLF, in the relaxed form (RFC 6376, 3.4.2), without its CRLF."""
    name, _, value = line.partition(b":")
    return name.strip(b" \t").lower() + b":" + _SPACES.sub(b" ", value.removesuffix(b"\r\n")).strip(b" \t")


class Signer:
    """Signs with one key. The constructor raises KeyUnusable."""

    def __init__(self, key: Key) -> None:
        self.algorithm, self.domain, self.selector = key.algorithm, key.domain, key.selector
        self._key = _load_private_key(key.private_pem, key.algorithm)

    def sign(self, digest: bytes) -> bytes:
        if isinstance(self._key, RSAPrivateKey):
            return b64encode(self._key.sign(digest, _PADDING, _PREHASHED))
        return b64encode(self._key.sign(digest))  # the hash itself is the message (RFC 8463, 3)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A signature header up to the variable values, raw and canonical."""

    signer: Signer
    raw: bytes
    canonical: bytes


@dataclass(slots=True)
class Signatures:
    """The signatures of one kind of message, whose headers always have the same names in the same order."""

    signers: Sequence[Signer]
    names: Sequence[str]
    _frames: list[_Frame] = field(init=False)

    def __post_init__(self) -> None:
        signed = [*self.names, *dict.fromkeys([*self.names, *_OVERSIGNED])]
        self._frames = [_build_frame(signer, signed) for signer in self.signers]

    def lines(self, headers: bytes, body: bytes, *, at: int) -> bytes:
        """The DKIM-Signature headers to put before the message.

        `headers` are the canonical headers in the order of `names`, each with its CRLF; `body` ends with exactly one
        CRLF; `at` is in seconds since 1970.
        """
        hashed = b64encode(sha256(body).digest())
        bound = b"%d; bh=%b; b=" % (at, hashed)
        shown = b"%d;\r\n bh=%b;\r\n b=" % (at, hashed)
        lines = []
        for frame in self._frames:
            signature = frame.signer.sign(sha256(b"%b%b%b" % (headers, frame.canonical, bound)).digest())
            lines += [frame.raw, shown, _fold_signature(signature)]
        return b"".join(lines)


def _build_frame(signer: Signer, signed: Sequence[str]) -> _Frame:
    tags = (
        f"v=1; a={signer.algorithm}; c=relaxed/simple; d={signer.domain}; s={signer.selector}",
        f"h={_fold_names(signed)}; t=",
    )
    raw = f"DKIM-Signature: {_fold_tags(tags[0])};\r\n {tags[1]}".encode("ascii")
    return _Frame(signer, raw, canonicalize_header(raw + b"\r\n"))


def _fold_tags(tags: str) -> str:
    lines = ["DKIM-Signature:"]
    for tag in tags.split(" "):
        if len(lines[-1]) + len(tag) + 2 > FOLD:
            lines.append("")
        lines[-1] += f" {tag}"
    return "\r\n".join(lines).removeprefix("DKIM-Signature: ")


def _fold_names(names: Sequence[str]) -> str:
    """The names joined by colons, with folds, which are allowed around a colon (RFC 6376, 3.5)."""
    lines = [""]
    for number, name in enumerate(names):
        piece = name if number == len(names) - 1 else f"{name}:"
        if len(lines[-1]) + len(piece) > FOLD - 8:
            lines.append("")
        lines[-1] += piece
    return "\r\n ".join(lines)


def _fold_signature(signature: bytes) -> bytes:
    width = FOLD - 4
    return b"\r\n ".join(signature[at : at + width] for at in range(0, len(signature), width)) + b"\r\n"


@lru_cache(maxsize=MAX_CACHED_KEYS)  # parsing checks the primes, which costs as much as some signatures
def _load_private_key(pem: bytes, algorithm: Algorithm) -> RSAPrivateKey | Ed25519PrivateKey:
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError) as error:
        raise KeyUnusable("The key cannot be read") from error
    if algorithm == "rsa-sha256" and isinstance(key, RSAPrivateKey):
        if key.key_size < MIN_RSA_BITS:
            raise KeyUnusable(f"The key has {key.key_size} bits")
        return key
    if algorithm == "ed25519-sha256" and isinstance(key, Ed25519PrivateKey):
        return key
    raise KeyUnusable(f"The key cannot be used with {algorithm}")
