"""Actions of operators on pools and relays, with the audit entry in the same transaction."""

from uuid import UUID

from django.db import transaction

from server.delivery.models import IpPool, PoolUse, RelayAddress, Stream
from server.delivery.services import pools
from server.delivery.services.pools import AddressFields
from server.delivery.smtp import dialogue
from server.delivery.smtp.dialogue import Dialogue
from server.support.kinds import AuditEntryKind
from server.support.services.actions import Operator, record_entry
from server.teams.models import Team

DEFAULT_RELAY = 0


def create_pool(*, name: str, by: Operator) -> IpPool:
    """Raises PoolNameExists."""
    with transaction.atomic():
        pool = pools.create(name=name)
        record_entry(AuditEntryKind.POOL_CREATED, by=by, subject=pool.name)
    return pool


def rename_pool(*, pool_id: int, name: str, by: Operator) -> IpPool:
    """Raises NotFound or PoolNameExists."""
    with transaction.atomic():
        pool = pools.rename(pool_id=pool_id, name=name)
        record_entry(AuditEntryKind.POOL_RENAMED, by=by, subject=pool.name)
    return pool


def remove_pool(*, pool_id: int, by: Operator) -> None:
    """Removes an unused pool. Raises NotFound or PoolInUse."""
    with transaction.atomic():
        record_entry(AuditEntryKind.POOL_REMOVED, by=by, subject=pools.remove(pool_id=pool_id).name)


def use_pool(*, pool_id: int, stream: Stream, team_id: UUID | None, plan_id: UUID | None, by: Operator) -> bool:
    """Assigns a stream to a pool. False if it was assigned already. Raises NotFound or PoolInUse."""
    with transaction.atomic():
        if not pools.assign_pool(pool_id=pool_id, stream=stream, team_id=team_id, plan_id=plan_id):
            return False
        team = Team.objects.filter(pk=team_id).first() if team_id else None
        record_entry(AuditEntryKind.POOL_USED, by=by, team=team, subject=f"{pools.get_pool(pool_id).name}: {stream}")
    return True


def stop_use(*, use_id: int, by: Operator) -> PoolUse:
    """Ends the assignment of a pool. Raises NotFound."""
    with transaction.atomic():
        ended = pools.end_assignment(use_id=use_id)
        record_entry(AuditEntryKind.POOL_RELEASED, by=by, team=ended.team, subject=f"{ended.pool.name}: {ended.stream}")
    return ended


def add_address(*, pool_id: int, fields: AddressFields, by: Operator) -> RelayAddress:
    """Raises NotFound or RelayAddressExists."""
    with transaction.atomic():
        address = pools.add_address(pool_id=pool_id, fields=fields)
        record_entry(AuditEntryKind.RELAY_ADDED, by=by, subject=_format_name(address))
    return address


def change_address(*, address_id: int, fields: AddressFields, by: Operator) -> RelayAddress:
    """Raises NotFound, RelayAddressExists or PoolInUse."""
    with transaction.atomic():
        address = pools.change_address(address_id=address_id, fields=fields)
        record_entry(AuditEntryKind.RELAY_CHANGED, by=by, subject=_format_name(address))
    return address


def remove_address(*, address_id: int, by: Operator) -> None:
    """Raises NotFound or PoolInUse."""
    with transaction.atomic():
        record_entry(
            AuditEntryKind.RELAY_REMOVED, by=by, subject=_format_name(pools.remove_address(address_id=address_id))
        )


def test_address(*, address_id: int) -> Dialogue:
    """The opening SMTP dialogue with a configured relay; 0 is the relay from the settings. Raises NotFound."""
    if address_id == DEFAULT_RELAY:
        return dialogue.probe_relay(pools.get_default_relay())
    return dialogue.probe_relay(pools.build_relay(pools.get_address(address_id)))


def _format_name(address: RelayAddress) -> str:
    return f"{address.pool.name}: {address}"
