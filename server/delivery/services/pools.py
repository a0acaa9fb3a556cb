"""Pools of relay addresses: which email is sent from which address, and how fast a new address warms up.

Senders apply changes within seconds. A pool in use always has an active address, so that no email is stranded.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Prefetch, Q, QuerySet, Subquery

from server.core import clock, sealing
from server.core.errors import FieldsInvalid, NotFound
from server.delivery.causes import POOL_PASSWORD_REQUIRED
from server.delivery.errors import PoolInUse, PoolNameExists, RelayAddressExists
from server.delivery.models import (
    AddressDay,
    AddressReport,
    IpPool,
    Mailing,
    MailingState,
    PoolUse,
    RelayAddress,
    Stream,
)
from server.delivery.models.relays import RELAY_PURPOSE
from server.delivery.origins import ORIGINS
from server.delivery.smtp.relay import Relay, Tls
from server.delivery.sql import pooling
from server.plans.models import Plan, Subscription
from server.teams.models import Team

log = structlog.get_logger(__name__)
# Messages on each day of the warm-up: doubled at first, then slower, where providers look more closely.
WARM_UP = (
    *(50, 100, 200, 400, 800, 1_500, 3_000, 5_000, 8_000, 12_000, 17_000, 23_000, 30_000, 38_000, 47_000),
    *(57_000, 68_000, 80_000, 93_000, 107_000, 122_000, 138_000, 155_000, 173_000, 192_000, 212_000, 233_000),
    *(255_000, 278_000, 302_000),
)
MESSAGES_PER_RESERVATION = 100  # of a day's limit, to one sender process: the most that a crash can lose
LIVE_REPORT_AGE = timedelta(seconds=20)
REPORT_RETENTION = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AddressFields:
    """An address as an operator entered it. `password` None keeps the stored one."""

    host: str
    port: int
    tls: Tls
    helo: str
    connections: int
    user: str = ""
    password: str | None = None
    source: str | None = None
    warms_up: bool = False
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address and its relay, ready to connect."""

    address_id: int
    pool_id: int
    relay: Relay
    connections: int
    warming: bool


@dataclass(frozen=True, slots=True)
class PoolAddressReport:
    """One sender process's statistics of one address."""

    address_id: int
    connections: int
    sent: int
    deferred: int
    failed: int
    answer: str
    answered_at: datetime | None
    reported_at: datetime


# --- for senders ---------------------------------------------------------------------------------------------------


def list_endpoints() -> list[Endpoint]:
    """Excludes inactive addresses, and those whose password can't be decrypted."""
    found = []
    for row in RelayAddress.objects.filter(is_active=True).order_by("id"):
        try:
            relay = build_relay(row)
        except sealing.SealBroken:
            log.error("delivery.relay.sealed", address=row.pk, host=row.host)
            continue
        found.append(Endpoint(row.pk, row.pool_id, relay, row.connections, warming=get_daily_limit(row) is not None))
    return found


def build_relay(address: RelayAddress) -> Relay:
    """Raises SealBroken."""
    password = ""
    if address.password is not None:
        password = sealing.unseal(bytes(address.password), purpose=RELAY_PURPOSE, owner=str(address.pk))
    return Relay(
        host=address.host,
        port=address.port,
        tls=Tls(address.tls),
        user=address.user,
        password=password,
        helo=address.helo,
        source=address.source or "",
    )


def get_daily_limit(address: RelayAddress) -> int | None:
    """Returns the number of messages for today, or None once the address is warmed up."""
    if address.warming_since is None:
        return None
    age = (clock.now().date() - address.warming_since).days
    return WARM_UP[max(age, 0)] if age < len(WARM_UP) else None


def reserve_daily(address_id: int) -> int:
    address = RelayAddress.objects.filter(pk=address_id).first()
    most = get_daily_limit(address) if address else 0
    if most is None:
        return MESSAGES_PER_RESERVATION
    return pooling.reserve_daily(
        None, address_id=address_id, day=clock.now().date(), most=most, wanted=MESSAGES_PER_RESERVATION
    )


def store_reports(worker: str, reports: Sequence[PoolAddressReport]) -> None:
    AddressReport.objects.bulk_create(
        [
            AddressReport(
                address_id=row.address_id,
                worker=worker[:60],
                connections=row.connections,
                sent=row.sent,
                deferred=row.deferred,
                failed=row.failed,
                answer=row.answer[:310],
                answered_at=row.answered_at,
                reported_at=row.reported_at,
            )
            for row in reports
        ],
        update_conflicts=True,
        unique_fields=["address_id", "worker"],
        update_fields=["connections", "sent", "deferred", "failed", "answer", "answered_at", "reported_at"],
    )
    AddressReport.objects.filter(reported_at__lt=clock.now() - REPORT_RETENTION).delete()


# --- choosing a pool ----------------------------------------------------------------------------------------------


def select_pool(*, origin: str, team_id: UUID | None) -> Subquery:
    """The pool of a mailing with this origin and team, as an expression for an update.

    The team's pool has precedence, then its plan's, then the default; null if none is set.
    """
    whose = Q(team=None, plan=None)
    if team_id is not None:
        whose |= Q(team=team_id) | Q(plan__in=Subscription.objects.for_team(team_id).values("plan"))
    # across teams: this team's use, and those of no team
    uses = PoolUse.objects.filter(whose, stream=ORIGINS[origin].stream)
    return Subquery(uses.order_by(F("team").asc(nulls_last=True), F("plan").asc(nulls_last=True)).values("pool")[:1])


def _reroute() -> None:
    # across teams: the choice is the installation's
    open_ones = Mailing.objects.filter(state__in=[MailingState.SENDING, MailingState.PAUSED], origin__in=list(ORIGINS))
    for origin, team_id in open_ones.values_list("origin", "team_id").distinct():
        open_ones.filter(origin=origin, team_id=team_id).update(pool=select_pool(origin=origin, team_id=team_id))


def assign_pool(*, pool_id: int, stream: Stream, team_id: UUID | None = None, plan_id: UUID | None = None) -> bool:
    """Assigns a pool to a stream, for a team, a plan or all; False if it was assigned already.

    Raises NotFound, and PoolInUse for a pool without an active address.
    """
    with transaction.atomic():
        pool = _lock_pool(pool_id)
        if not _select_active_addresses(pool).exists():
            raise PoolInUse.without_address()
        if team_id is not None and not Team.objects.filter(pk=team_id).exists():
            raise NotFound
        if plan_id is not None and not Plan.objects.filter(pk=plan_id).exists():
            raise NotFound
        # across teams: the choice is the installation's
        mine = PoolUse.objects.filter(stream=stream, team=team_id, plan=plan_id)
        if mine.filter(pool=pool).exists():
            return False
        if not mine.update(pool=pool):
            # across teams: the team is given
            PoolUse.objects.create(pool=pool, stream=stream, team_id=team_id, plan_id=plan_id)
        _reroute()
    return True


def end_assignment(*, use_id: int) -> PoolUse:
    """Ends an assignment and returns it; the next wider one applies to its email. Raises NotFound."""
    with transaction.atomic():
        # across teams: the choice is the installation's
        found = PoolUse.objects.select_for_update(of=("self",)).select_related("pool", "team").filter(pk=use_id).first()
        if found is None:
            raise NotFound
        PoolUse.objects.filter(pk=use_id).delete()  # across teams: by id
        _reroute()
    return found


# --- pools and addresses -------------------------------------------------------------------------------------------


def create(*, name: str) -> IpPool:
    """Raises PoolNameExists."""
    try:
        with transaction.atomic():
            return IpPool.objects.create(name=name, created_at=clock.now())
    except IntegrityError as error:
        raise PoolNameExists from error


def rename(*, pool_id: int, name: str) -> IpPool:
    """Raises NotFound or PoolNameExists."""
    try:
        with transaction.atomic():
            pool = _lock_pool(pool_id)
            pool.name = name
            pool.save(update_fields=["name"])
    except IntegrityError as error:
        raise PoolNameExists from error
    return pool


def remove(*, pool_id: int) -> IpPool:
    """Removes an unused pool with its addresses. Raises NotFound or PoolInUse."""
    with transaction.atomic():
        pool = _lock_pool(pool_id)
        if pool.uses.exists():
            raise PoolInUse
        removed = IpPool(pk=pool.pk, name=pool.name, created_at=pool.created_at)
        pool.delete()
    return removed


def add_address(*, pool_id: int, fields: AddressFields) -> RelayAddress:
    """Raises NotFound or RelayAddressExists."""
    with transaction.atomic():
        pool = _lock_pool(pool_id)
        address = RelayAddress(pool=pool, created_at=clock.now())
        _write(address, fields)
    return address


def change_address(*, address_id: int, fields: AddressFields) -> RelayAddress:
    """Changes an address; senders reconnect.

    The stored password is never sent to another endpoint than it was entered for. Raises NotFound, RelayAddressExists,
    PoolInUse, and FieldsInvalid if the endpoint changes without a new password.
    """
    with transaction.atomic():
        address = _lock_address(address_id)
        previous = (address.host, address.port, address.tls)
        if fields.password is None and address.password and previous != (fields.host, fields.port, fields.tls):
            raise FieldsInvalid.of("password", POOL_PASSWORD_REQUIRED)
        if not fields.is_active:
            _require_active_address(address)
        _write(address, fields)
    return address


def remove_address(*, address_id: int) -> RelayAddress:
    """Removes an address, unless it is the last one of a pool in use. Raises NotFound or PoolInUse."""
    with transaction.atomic():
        address = _lock_address(address_id)
        _require_active_address(address)
        RelayAddress.objects.filter(pk=address_id).delete()
    return address


def list_pools() -> list[IpPool]:
    addresses = Prefetch("addresses", RelayAddress.objects.order_by("id"))
    # across teams: the choice is the installation's
    uses = Prefetch("uses", PoolUse.objects.select_related("team", "plan").order_by("stream", "id"))
    return list(IpPool.objects.prefetch_related(addresses, uses).order_by("name"))


def list_plans() -> list[Plan]:
    return list(Plan.objects.filter(active=True).order_by("name", "version"))


def get_pool(pool_id: int) -> IpPool:
    pool = IpPool.objects.filter(pk=pool_id).first()
    if pool is None:
        raise NotFound
    return pool


def get_address(address_id: int) -> RelayAddress:
    address = RelayAddress.objects.select_related("pool").filter(pk=address_id).first()
    if address is None:
        raise NotFound
    return address


def get_default_relay() -> Relay:
    return Relay.from_url(settings.SMTP_URL, helo=settings.MAIL_FROM.rpartition("@")[2])


def _write(address: RelayAddress, fields: AddressFields) -> None:
    address.host, address.port, address.tls = fields.host, fields.port, fields.tls
    address.user, address.source, address.helo = fields.user, fields.source, fields.helo
    address.connections, address.is_active = fields.connections, fields.is_active
    if not fields.warms_up:
        address.warming_since = None
    elif address.warming_since is None:
        address.warming_since = clock.now().date()
    try:
        with transaction.atomic():
            address.save()
    except IntegrityError as error:
        raise RelayAddressExists from error
    if fields.password is not None:
        sealed = (
            sealing.seal(fields.password, purpose=RELAY_PURPOSE, owner=str(address.pk)) if fields.password else None
        )
        address.password = sealed
        address.save(update_fields=["password"])


def _select_active_addresses(pool: IpPool) -> QuerySet[RelayAddress]:
    return RelayAddress.objects.filter(pool=pool, is_active=True)


def _require_active_address(address: RelayAddress) -> None:
    if address.pool.uses.exists() and not _select_active_addresses(address.pool).exclude(pk=address.pk).exists():
        raise PoolInUse.by_its_last_address()


def _lock_pool(pool_id: int) -> IpPool:
    pool = IpPool.objects.select_for_update().filter(pk=pool_id).first()
    if pool is None:
        raise NotFound
    return pool


def _lock_address(address_id: int) -> RelayAddress:
    # Lock the pool first, as everywhere in this module.
    pool_id = RelayAddress.objects.filter(pk=address_id).values_list("pool", flat=True).first()
    if pool_id is None:
        raise NotFound
    pool = _lock_pool(pool_id)
    address = RelayAddress.objects.select_for_update().filter(pk=address_id, pool=pool).first()
    if address is None:
        raise NotFound
    address.pool = pool
    return address


# --- statistics ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddressStatistics:
    """Statistics of an address: its connections now, its messages since yesterday, and the last response."""

    connections: int = 0
    sent: int = 0
    deferred: int = 0
    failed: int = 0
    answer: str = ""
    answered_at: datetime | None = None
    today: int = 0


def get_address_statistics() -> dict[int, AddressStatistics]:
    """Returns statistics by address id; 0 is the relay of the settings."""
    now = clock.now()
    taken = dict(AddressDay.objects.filter(day=now.date()).values_list("address_id", "taken"))
    found: dict[int, AddressStatistics] = {}
    for row in AddressReport.objects.order_by(F("answered_at").asc(nulls_first=True)):
        before = found.get(row.address_id, AddressStatistics())
        alive = row.reported_at > now - LIVE_REPORT_AGE
        found[row.address_id] = AddressStatistics(
            connections=before.connections + (row.connections if alive else 0),
            sent=before.sent + row.sent,
            deferred=before.deferred + row.deferred,
            failed=before.failed + row.failed,
            answer=row.answer or before.answer,
            answered_at=row.answered_at or before.answered_at,
        )
    return {
        key: replace(found.get(key, AddressStatistics()), today=taken.get(key, 0))
        for key in found.keys() | taken.keys()
    }
