"""Checks the key of a call before its body is read.

A secret that was valid a moment ago only allows the body to be read: accepting the message checks the key again, so
that a revoked one is rejected immediately. Secrets that arrive together are looked up by one query.

Wrong secrets must not delay right ones. A secret in the wrong form is rejected without a lookup. Secrets that were
valid before are looked up separately from new ones, for which each network has a share of the queue.
"""

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import Sequence
from concurrent.futures import Executor
from ipaddress import ip_address
from typing import Final

from django.db import close_old_connections

from server.core.errors import ApiError, TooManyRequests
from server.core.network import NetworkKey, build_network_keys
from server.transactional.errors import KeyUnknown
from server.transactional.identities import KeyIdentity
from server.transactional.services import keys
from server.transactional.services.keys import Credential
from server.transactional.wire.micro_batching import RETRY_SECONDS, MicroBatcher

CACHE_SECONDS: Final = 10.0  # as for SMTP submission
MAX_CACHED_KEYS: Final = 10_000  # digests, about 1.5 MB
# Different new secrets waiting at the same time, of a /24 or /64. For a /16 it is 64 times as many, less than the
# MAX_WAITING of all.
MAX_WAITING_OF_NETWORK: Final = 10

_Lookup = asyncio.Task[KeyIdentity | ApiError]


class Admission:
    """The secrets that one process has found valid, each with its IP address."""

    def __init__(self, threads: Executor) -> None:
        self._cached_keys: MicroBatcher[Credential, KeyIdentity | ApiError] = MicroBatcher(threads, _find_keys)
        self._new_keys: MicroBatcher[Credential, KeyIdentity | ApiError] = MicroBatcher(threads, _find_keys)
        # An entry stays after its expiry: it distinguishes a once valid secret from a new one.
        self._valid_until: OrderedDict[bytes, float] = OrderedDict()
        self._lookups: dict[bytes, _Lookup] = {}
        self._waiting: Counter[str] = Counter()

    async def check(self, credential: Credential) -> None:
        """Looks up a credential, unless it was found valid a few seconds ago.

        Raises what `keys.resolve` raises, TooManyRequests if too many new secrets of the network wait for a lookup, and
        ServerFull if too many wait in total.
        """
        if not keys.SECRET.fullmatch(credential.secret):
            raise KeyUnknown
        digest = hashlib.sha256(f"{credential.secret} {credential.address}".encode()).digest()
        known_until = self._valid_until.get(digest)
        if known_until is not None and known_until > asyncio.get_running_loop().time():
            return
        # Concurrent calls with one key share a lookup. Shielded: one caller that disconnects must not cancel the
        # others'.
        lookup = self._lookups.get(digest) or self._start(digest, credential, is_new=known_until is None)
        found = await asyncio.shield(lookup)
        if isinstance(found, ApiError):
            raise found

    def _start(self, digest: bytes, credential: Credential, *, is_new: bool) -> _Lookup:
        networks = build_network_keys(ip_address(credential.address)) if is_new else ()
        if any(self._waiting[each.network] >= MAX_WAITING_OF_NETWORK * each.factor for each in networks):
            raise TooManyRequests(payload={"retryAfterSeconds": RETRY_SECONDS})
        self._waiting.update(each.network for each in networks)
        lookup = asyncio.create_task(self._find_key(digest, credential, networks, is_new=is_new))
        self._lookups[digest] = lookup
        return lookup

    async def _find_key(
        self, digest: bytes, credential: Credential, networks: Sequence[NetworkKey], *, is_new: bool
    ) -> KeyIdentity | ApiError:
        try:
            found = await (self._new_keys if is_new else self._cached_keys).do(credential)
        except ApiError as error:
            return error
        finally:
            del self._lookups[digest]
            self._release(networks)
        if isinstance(found, ApiError):
            self._valid_until.pop(digest, None)
        else:
            self._cache_key(digest)
        return found

    def _release(self, networks: Sequence[NetworkKey]) -> None:
        for each in networks:
            self._waiting[each.network] -= 1
            if not self._waiting[each.network]:
                del self._waiting[each.network]

    def _cache_key(self, digest: bytes) -> None:
        self._valid_until[digest] = asyncio.get_running_loop().time() + CACHE_SECONDS
        self._valid_until.move_to_end(digest)
        while len(self._valid_until) > MAX_CACHED_KEYS:
            self._valid_until.popitem(last=False)


def _find_keys(credentials: Sequence[Credential]) -> list[KeyIdentity | ApiError]:
    close_old_connections()
    return keys.resolve_each(credentials)
