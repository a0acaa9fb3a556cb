"""Whether a call comes with a key, found out before anything of its body is read.

A secret that was a key's a moment ago lets a body be read, no more: accepting the message asks for the key again, so
that a revoked one is refused at once. Secrets that come in at the same moment are looked up by one query.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Final

from django.db import close_old_connections

from server.core.errors import ApiError
from server.transactional.identities import KeyIdentity
from server.transactional.services import keys
from server.transactional.services.keys import Credential
from server.transactional.wire.gathering import Together

KNOWN_SECONDS: Final = 10.0  # as at the submission ports
MAX_KNOWN: Final = 10_000  # digests, about 1.5 MB


class Admission:
    """The secrets that one process has seen to be a key's, each from the address that it came from."""

    def __init__(self, threads: Executor) -> None:
        self._together: Together[Credential, KeyIdentity | ApiError] = Together(threads, _find_keys)
        self._known_until: OrderedDict[bytes, float] = OrderedDict()

    async def check(self, credential: Credential) -> None:
        """Raises what `keys.known` raises, and ServerFull where too many wait to be looked up."""
        now = asyncio.get_running_loop().time()
        digest = hashlib.sha256(f"{credential.secret} {credential.address}".encode()).digest()
        if self._known_until.get(digest, 0.0) > now:
            return
        found = await self._together.do(credential)
        if isinstance(found, ApiError):
            self._known_until.pop(digest, None)
            raise found
        self._known_until[digest] = now + KNOWN_SECONDS
        self._known_until.move_to_end(digest)
        while len(self._known_until) > MAX_KNOWN:
            self._known_until.popitem(last=False)


def _find_keys(credentials: Sequence[Credential]) -> list[KeyIdentity | ApiError]:
    close_old_connections()
    return keys.known_each(credentials)
