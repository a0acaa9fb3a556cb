"""Relay pools: the installation's outgoing relays and their health."""

from ninja import Router

from server.core.access import CallerRequest
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent
from server.delivery.models import IpPool, RelayAddress
from server.delivery.services import pools, slowed_destinations
from server.delivery.services.pools import AddressFields, AddressStatistics
from server.delivery.services.slowed_destinations import SlowedDestination
from server.delivery.smtp.relay import Tls
from server.support.api.access import OPERATORS, build_operator
from server.support.relay_schemas import (
    DialogueLineOut,
    DialogueOut,
    LiveOut,
    PlanNameOut,
    PoolIdOut,
    PoolIn,
    PoolOut,
    PoolsOut,
    PoolUseIn,
    PoolUseOut,
    RelayIn,
    RelayOut,
    SlowedDestinationOut,
)
from server.support.schemas import AdminChangedOut, ReasonIn
from server.support.services import relays

router = Router(tags=["support"], by_alias=True)


@router.get("/pools", auth=OPERATORS, response=PoolsOut, operation_id="admin_pools", summary="List relay pools")
def list_pools(request: CallerRequest) -> PoolsOut:
    """Lists all pools with their relays and assignments, and the default relay for email without a pool."""
    live, slow = pools.get_address_statistics(), slowed_destinations.list_by_pool()
    default = pools.get_default_relay()
    return PoolsOut(
        plans=[PlanNameOut(packet_id=plan.pk, name=plan.name) for plan in pools.list_plans()],
        default_host=default.host,
        default_port=default.port,
        default_live=_live_out(live.get(relays.DEFAULT_RELAY, AddressStatistics())),
        default_slowed=_slowed_out(slow.get(relays.DEFAULT_RELAY, [])),
        pools=[_pool_out(pool, live, slow.get(pool.pk, [])) for pool in pools.list_pools()],
    )


@router.post(
    "/pools", auth=OPERATORS, response=PoolIdOut, operation_id="admin_create_pool", summary="Create relay pool"
)
@idempotent
def create_pool(request: CallerRequest, body: PoolIn) -> PoolIdOut:
    return PoolIdOut(pool_id=relays.create_pool(name=body.name, by=build_operator(request, body)).pk)


@router.post(
    "/pools/{pool_id}/rename",
    auth=OPERATORS,
    response=PoolIdOut,
    operation_id="admin_rename_pool",
    summary="Rename relay pool",
)
@idempotent
def rename_pool(request: CallerRequest, pool_id: BigId, body: PoolIn) -> PoolIdOut:
    return PoolIdOut(pool_id=relays.rename_pool(pool_id=pool_id, name=body.name, by=build_operator(request, body)).pk)


@router.post(
    "/pools/{pool_id}/remove",
    auth=OPERATORS,
    response=AdminChangedOut,
    operation_id="admin_remove_pool",
    summary="Delete relay pool",
)
@idempotent
def remove_pool(request: CallerRequest, pool_id: BigId, body: ReasonIn) -> AdminChangedOut:
    relays.remove_pool(pool_id=pool_id, by=build_operator(request, body))
    return AdminChangedOut(changed=True)


@router.post(
    "/pools/{pool_id}/use",
    auth=OPERATORS,
    response=AdminChangedOut,
    operation_id="admin_use_pool",
    summary="Assign relay pool",
)
@idempotent
def use_pool(request: CallerRequest, pool_id: BigId, body: PoolUseIn) -> AdminChangedOut:
    """Assigns a pool to one team, to the teams of a plan, or to all teams if neither is given."""
    changed = relays.use_pool(
        pool_id=pool_id,
        stream=body.stream,
        team_id=body.company_id,
        plan_id=body.packet_id,
        by=build_operator(request, body),
    )
    return AdminChangedOut(changed=changed)


@router.post(
    "/pool-uses/{use_id}/end",
    auth=OPERATORS,
    response=AdminChangedOut,
    operation_id="admin_end_pool_use",
    summary="Delete relay pool assignment",
)
@idempotent
def end_pool_use(request: CallerRequest, use_id: BigId, body: ReasonIn) -> AdminChangedOut:
    relays.stop_use(use_id=use_id, by=build_operator(request, body))
    return AdminChangedOut(changed=True)


@router.post("/pools/{pool_id}/relays", auth=OPERATORS, response=RelayOut, operation_id="admin_add_relay")
@idempotent
def add_relay(request: CallerRequest, pool_id: BigId, body: RelayIn) -> RelayOut:
    return _relay_out(
        relays.add_address(pool_id=pool_id, fields=_build_fields(body), by=build_operator(request, body)),
        AddressStatistics(),
    )


@router.post(
    "/relays/{relay_id}/change",
    auth=OPERATORS,
    response=RelayOut,
    operation_id="admin_change_relay",
    summary="Update relay",
)
@idempotent
def change_relay(request: CallerRequest, relay_id: BigId, body: RelayIn) -> RelayOut:
    """Updates a relay. Without `password`, the stored password stays in use; an empty one deletes it.

    If host, port or TLS change, a relay with a stored password requires `password`.
    """
    changed = relays.change_address(address_id=relay_id, fields=_build_fields(body), by=build_operator(request, body))
    return _relay_out(changed, pools.get_address_statistics().get(relay_id, AddressStatistics()))


@router.post(
    "/relays/{relay_id}/remove",
    auth=OPERATORS,
    response=AdminChangedOut,
    operation_id="admin_remove_relay",
    summary="Delete relay",
)
@idempotent
def remove_relay(request: CallerRequest, relay_id: BigId, body: ReasonIn) -> AdminChangedOut:
    relays.remove_address(address_id=relay_id, by=build_operator(request, body))
    return AdminChangedOut(changed=True)


@router.post(
    "/relays/{relay_id}/try", auth=OPERATORS, response=DialogueOut, operation_id="admin_try_relay", summary="Test relay"
)
def probe_relay(request: CallerRequest, relay_id: BigId) -> DialogueOut:
    """Tests the connection to a relay without sending email. ID 0 is the default relay from the server settings."""
    tried = relays.test_address(address_id=relay_id)
    said = [DialogueLineOut(who=said.who.value, line=said.line) for said in tried.said]
    return DialogueOut(works=not tried.why, why=tried.why, seconds=tried.seconds, dialogue=said)


def _build_fields(body: RelayIn) -> AddressFields:
    return AddressFields(
        host=body.host,
        port=body.port,
        tls=Tls(body.tls),
        helo=body.helo,
        connections=body.connections,
        user=body.user,
        password=body.password,
        source=str(body.source) if body.source else None,
        warms_up=body.warms_up,
        is_active=body.active,
    )


def _pool_out(pool: IpPool, live: dict[int, AddressStatistics], slow: list[SlowedDestination]) -> PoolOut:
    return PoolOut(
        pool_id=pool.pk,
        name=pool.name,
        relays=[_relay_out(address, live.get(address.pk, AddressStatistics())) for address in pool.addresses.all()],
        uses=[
            PoolUseOut(
                use_id=use.pk,
                stream=use.stream,
                company_id=use.team_id,
                company_name=str(use.team) if use.team else "",
                packet_id=use.plan_id,
                packet_name=use.plan.name if use.plan else "",
            )
            for use in pool.uses.all()
        ],
        slowed=_slowed_out(slow),
    )


def _slowed_out(found: list[SlowedDestination]) -> list[SlowedDestinationOut]:
    return [
        SlowedDestinationOut(
            destination=row.destination,
            at_once=row.at_once,
            most=row.most,
            pause_seconds=row.pause_seconds,
            per_second=row.per_second,
            deferred=row.deferred,
            answer=row.answer,
            answered_at=row.answered_at,
            since=row.slowed_at,
        )
        for row in found
    ]


def _relay_out(address: RelayAddress, live: AddressStatistics) -> RelayOut:
    return RelayOut(
        relay_id=address.pk,
        pool_id=address.pool_id,
        host=address.host,
        port=address.port,
        tls=address.tls,
        user=address.user,
        has_password=address.password is not None,
        source=address.source,
        helo=address.helo,
        connections=address.connections,
        active=address.is_active,
        warming_since=address.warming_since,
        allowed_today=pools.get_daily_limit(address),
        live=_live_out(live),
    )


def _live_out(live: AddressStatistics) -> LiveOut:
    return LiveOut(
        connections=live.connections,
        sent=live.sent,
        deferred=live.deferred,
        failed=live.failed,
        taken_today=live.today,
        answer=live.answer,
        answered_at=live.answered_at,
    )
