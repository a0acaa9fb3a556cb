"""Whether a call comes with a key, found out before anything of its body is read.

A secret that was a key's a moment ago lets a body be read, no more: accepting the message asks for the key again, so
that a revoked one is refused at once. Secrets that come in at the same moment are looked up by one query.

Wrong secrets must not keep right ones waiting. What has no secret's form is refused without a lookup. Secrets that were
a key's before are looked up apart from those never seen, of which each network has a share of the waiting line.
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
from server.core.network import NetworkKey, network_keys
from server.transactional.errors import KeyUnknown
from server.transactional.identities import KeyIdentity
from server.transactional.services import keys
from server.transactional.services.keys import Credential
from server.transactional.wire.micro_batching import RETRY_SECONDS, MicroBatcher

KNOWN_SECONDS: Final = 10.0  # as at the submission ports
MAX_KNOWN: Final = 10_000  # digests, about 1.5 MB
# Different secrets never seen before waiting at the same time, of a /24 or /64. The 64-fold of it, for a /16, is less
# than the MAX_WAITING of all.
MAX_WAITING_OF_NETWORK: Final = 10

_Lookup = asyncio.Task[KeyIdentity | ApiError]


class Admission:
    """The secrets that one process has seen to be a key's, each from the address that it came from."""

    def __init__(self, threads: Executor) -> None:
        self._seen_before: MicroBatcher[Credential, KeyIdentity | ApiError] = MicroBatcher(threads, _find_keys)
        self._never_seen: MicroBatcher[Credential, KeyIdentity | ApiError] = MicroBatcher(threads, _find_keys)
        # An entry stays when its time is over: it tells a secret that was a key's from one never seen.
        self._known_until: OrderedDict[bytes, float] = OrderedDict()
        self._lookups: dict[bytes, _Lookup] = {}
        self._waiting: Counter[str] = Counter()

    async def check(self, credential: Credential) -> None:
        """Raises what `keys.known` raises, TooManyRequests where too many new secrets of the network wait to be looked
        up, and ServerFull where too many of all do.
        """
        if not keys.SECRET.fullmatch(credential.secret):
            raise KeyUnknown
        digest = hashlib.sha256(f"{credential.secret} {credential.address}".encode()).digest()
        known_until = self._known_until.get(digest)
        if known_until is not None and known_until > asyncio.get_running_loop().time():
            return
        # Concurrent calls with one key share a lookup. Shielded: one caller that hangs up must not cancel the others'.
        lookup = self._lookups.get(digest) or self._start(digest, credential, is_new=known_until is None)
        found = await asyncio.shield(lookup)
        if isinstance(found, ApiError):
            raise found

    def _start(self, digest: bytes, credential: Credential, *, is_new: bool) -> _Lookup:
        networks = network_keys(ip_address(credential.address)) if is_new else ()
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
            found = await (self._never_seen if is_new else self._seen_before).do(credential)
        except ApiError as error:
            return error
        finally:
            del self._lookups[digest]
            self._release(networks)
        if isinstance(found, ApiError):
            self._known_until.pop(digest, None)
        else:
            self._remember(digest)
        return found

    def _release(self, networks: Sequence[NetworkKey]) -> None:
        for each in networks:
            self._waiting[each.network] -= 1
            if not self._waiting[each.network]:
                del self._waiting[each.network]

    def _remember(self, digest: bytes) -> None:
        self._known_until[digest] = asyncio.get_running_loop().time() + KNOWN_SECONDS
        self._known_until.move_to_end(digest)
        while len(self._known_until) > MAX_KNOWN:
            self._known_until.popitem(last=False)


def _find_keys(credentials: Sequence[Credential]) -> list[KeyIdentity | ApiError]:
    close_old_connections()
    return keys.known_each(credentials)
