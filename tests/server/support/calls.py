"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets
from collections.abc import Callable
from uuid import UUID

from server.delivery.models import IpPool, PoolUse, RelayAddress, Stream
from server.delivery.services import pools
from server.delivery.services.pools import AddressFields
from server.delivery.smtp.relay import Tls
from server.teams.models import Team
from tests.cast import make_person


def team_id(team: Team) -> UUID:
    return team.pk


def user_id(team: Team) -> UUID:
    return make_person(f"u{secrets.token_hex(4)}", team).user.pk


def session_id(team: Team) -> UUID:
    return make_person(f"s{secrets.token_hex(4)}", team).session.pk


def _pool() -> IpPool:
    return pools.create(name=secrets.token_hex(8))


def _relay(pool: IpPool) -> RelayAddress:
    fields = AddressFields(f"{secrets.token_hex(4)}.example", 25, Tls.NEVER, "out.example", 1)
    return pools.add_address(pool_id=pool.pk, fields=fields)


def pool_id(team: Team) -> int:
    pool = _pool()
    _relay(pool)
    return pool.pk


def relay_id(team: Team) -> int:
    return _relay(_pool()).pk


def use_id(team: Team) -> int:
    pool = _pool()
    _relay(pool)
    pools.assign_pool(pool_id=pool.pk, stream=Stream.MARKETING, team_id=team.pk)
    return PoolUse.objects.for_team(team).get(pool=pool).pk


IDS = {
    "admin/pools/{pool_id}": pool_id,
    "admin/relays/{relay_id}": relay_id,
    "admin/pool-uses/{use_id}": use_id,
    "admin/teams/{team_id}": team_id,
    "admin/users/{user_id}": user_id,
    "admin/sessions/{session_id}": session_id,
}
_REASON = {"reason": "The owner asked for it by phone."}
BODIES: dict[str, Callable[[Team], dict[str, str | int]]] = {
    name: lambda team: dict(_REASON)
    for name in (
        "admin_end_team_sessions",
        "admin_suspend_team",
        "admin_resume_sending",
        "admin_restore_team",
        "admin_end_user_sessions",
        "admin_lock_user",
        "admin_unlock_user",
        "admin_clear_codes",
        "admin_give_operator",
        "admin_take_operator",
        "admin_end_session",
        "admin_remove_pool",
        "admin_end_pool_use",
        "admin_remove_relay",
    )
}
_RELAY: dict[str, str | int] = {**_REASON, "host": "relay.example", "port": 25, "helo": "out.example"}
BODIES |= {
    "admin_create_pool": lambda team: {**_REASON, "name": secrets.token_hex(8)},
    "admin_rename_pool": lambda team: {**_REASON, "name": secrets.token_hex(8)},
    "admin_use_pool": lambda team: {**_REASON, "stream": "marketing", "companyId": str(team.pk)},
    "admin_add_relay": lambda team: dict(_RELAY),
    "admin_change_relay": lambda team: dict(_RELAY),
}
