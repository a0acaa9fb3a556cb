"""Tokens that this process accepted recently. Any other token could be invented, and identifies no caller."""

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Final

MAX_ACCEPTED_TOKENS: Final = 10_000  # 2 MB


class AcceptedTokens:
    """Accepted tokens, by their hashes. Beyond `max_known` the least recently used one is removed."""

    def __init__(self, max_known: int = MAX_ACCEPTED_TOKENS) -> None:
        self._max_tokens = max_known
        self._hashes: OrderedDict[bytes, None] = OrderedDict()
        self._lock = Lock()

    def add(self, token: str) -> None:
        key = _hash(token)
        with self._lock:
            self._hashes[key] = None
            self._hashes.move_to_end(key)
            if len(self._hashes) > self._max_tokens:
                self._hashes.popitem(last=False)

    def key(self, token: str) -> bytes | None:
        """The hash of an accepted token, None for any other token."""
        key = _hash(token)
        return key if key in self._hashes else None


def _hash(token: str) -> bytes:
    return hashlib.blake2b(token.encode("utf-8", "replace"), digest_size=16).digest()


accepted_tokens = AcceptedTokens()
