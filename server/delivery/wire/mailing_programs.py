"""Builds the messages of a mailing; cached for mailings that are being sent."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog

from server.delivery import keys, own_hosts
from server.delivery.compiling import CompiledEmail
from server.delivery.dkim.signing import Key, KeyUnusable, Signer
from server.delivery.mime.message import MessageProgram
from server.delivery.origins import CONFIRMATION
from server.delivery.services.mailings import MailingSender, build_identity
from server.delivery.sql import sending
from server.delivery.tokens import encode_mailbox
from server.senders.selectors.hosts import OwnHosts

MAX_CACHED_PROGRAMS = 16  # about half a megabyte each
KEY_CACHE_SECONDS = 60.0  # a rotated key is used this much longer, well within the time in which both are published

log = structlog.get_logger(__name__)

# The keys that sign a team's email from an address.
KeySource = Callable[[UUID | None, str], Awaitable[Sequence[Key]]]
# The hosts of a team's domain that emails can use.
HostSource = Callable[[UUID | None, str], Awaitable[OwnHosts]]


@dataclass(frozen=True, slots=True)
class MailingProgram:
    """Builds the message of each recipient of one mailing."""

    mailing_id: int
    tracked: MessageProgram
    # Without pixel and numbered links; equal to `tracked` where no recipient is tracked.
    untracked: MessageProgram
    bounce_host: str
    marketing: bool
    # Goes to contacts who wait for a confirmation request.
    asks: bool = False

    def token(self, position: int) -> str:
        return keys.get_key_ring().token(self.mailing_id, position)

    def bounce_address(self, token: str) -> str:
        """The token identifies the recipient of a bounce."""
        return f"bounce+{encode_mailbox(token)}@{self.bounce_host}"


@dataclass(slots=True)
class _CachedProgram:
    program: MailingProgram
    keys: Sequence[Key]
    hosts: OwnHosts
    asked_at: float = 0.0


class MailingPrograms:
    """The programs this process used last, with current signing keys and hosts."""

    def __init__(self, keys: KeySource, hosts: HostSource) -> None:
        self._keys, self._hosts = keys, hosts
        self._cached: OrderedDict[int, _CachedProgram] = OrderedDict()

    async def get(self, connection: sending.Connection, mailing_id: int) -> MailingProgram:
        now = asyncio.get_running_loop().time()
        cached = self._cached.get(mailing_id)
        if cached is None or now - cached.asked_at > KEY_CACHE_SECONDS:
            row = await sending.fetch_document(connection, mailing_id)
            written_from = str(row["from_address"])
            keys = await self._keys(row["team_id"], written_from)
            hosts = await self._hosts(row["team_id"], written_from.rpartition("@")[2])
            if cached is None or (cached.keys, cached.hosts) != (keys, hosts):
                cached = _CachedProgram(_build_program(mailing_id, row, _build_signers(keys), hosts), keys, hosts)
            cached.asked_at = now
            self._cached[mailing_id] = cached
        self._cached.move_to_end(mailing_id)
        while len(self._cached) > MAX_CACHED_PROGRAMS:
            self._cached.popitem(last=False)
        return cached.program


def _build_signers(keys: Sequence[Key]) -> list[Signer]:
    signers = []
    for key in keys:
        try:
            signers.append(Signer(key))
        except KeyUnusable as error:
            log.error("delivery.key.unusable", domain=key.domain, selector=key.selector, why=str(error))
    return signers


def _build_program(mailing_id: int, row: dict[str, Any], signers: Sequence[Signer], hosts: OwnHosts) -> MailingProgram:
    identity = build_identity(
        sender=MailingSender(row["from_name"], row["from_address"], row["reply_to"]),
        team_id=row["team_id"],
        origin=row["origin"],
        unsubscribes=row["unsubscribes"],
        tracking_host=hosts.tracking,
    )
    tracked = MessageProgram(CompiledEmail.from_data(row["compiled"]), identity, signers)
    plain = row["plain"]
    return MailingProgram(
        mailing_id=mailing_id,
        tracked=tracked,
        untracked=MessageProgram(CompiledEmail.from_data(plain), identity, signers) if plain else tracked,
        bounce_host=hosts.bounce or own_hosts.list_bounce_hosts()[0],
        marketing=row["unsubscribes"],
        asks=row["origin"] == CONFIRMATION,
    )
