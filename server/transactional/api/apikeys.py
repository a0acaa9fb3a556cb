"""apikeys: users create, change, rotate and revoke them; no key can create another."""

from datetime import timedelta
from typing import Literal
from uuid import UUID

from ninja import Query, Router, Status

from server.core import clock
from server.core.pagination import Page
from server.transactional import permissions
from server.transactional.access import ActorRequest, TrxAccess, require_user
from server.transactional.models import ApiKey
from server.transactional.schemas.keys import KeyCreatedOut, KeyIn, KeyOut, KeyPut, KeyQuery, KeyRotateIn
from server.transactional.selectors import keys as selectors
from server.transactional.services import key_management
from server.transactional.services.key_management import CreatedKey
from server.transactional.states import Scope

router = Router(tags=["apikeys"], by_alias=True)
READ = TrxAccess(permission=permissions.VIEW)
CHANGE = TrxAccess(permission=permissions.KEYS)

# Equals the maximum overlap of a rotated key.
EXPIRING_PERIOD = timedelta(days=7)


def get_state(key: ApiKey) -> Literal["active", "expiring", "expired", "revoked"]:
    if key.revoked_at is not None:
        return "revoked"
    if key.expires_at is None or key.expires_at > clock.now() + EXPIRING_PERIOD:
        return "active"
    return "expiring" if key.expires_at > clock.now() else "expired"


def key_out(key: ApiKey) -> KeyOut:
    return KeyOut(
        id=key.pk,
        name=key.name,
        prefix=key.prefix,
        scopes=[Scope(scope) for scope in key.scopes],
        networks=key.networks,
        sandbox=key.sandbox,
        domain_id=key.domain_id,
        domain_name=key.domain.sender_domain.name if key.domain else None,
        subaccount_id=key.subaccount_id,
        subaccount_name=key.subaccount.name if key.subaccount else None,
        last_used_at=key.last_used_at,
        expires_at=key.expires_at,
        revoked_at=key.revoked_at,
        rotated_from=key.rotated_from_id,
        state=get_state(key),
        created_by=key.created_by_name,
        created_at=key.created_at,
    )


def created_out(made: CreatedKey) -> KeyCreatedOut:
    return KeyCreatedOut(**key_out(made.key).model_dump(), secret=made.secret)


@router.get("", auth=READ, response=Page[KeyOut], operation_id="trx_keys_list", summary="List API keys")
def list_keys(request: ActorRequest, query: Query[KeyQuery]) -> Page[KeyOut]:
    found = selectors.list_keys(
        team_id=request.auth.team_id,
        query=query,
        subaccount_id=query.subaccount_id,
        domain_id=query.domain_id,
        only_working=query.working,
    )
    return Page[KeyOut].of(found, [key_out(key) for key in found.items])


@router.post("", auth=CHANGE, response=KeyCreatedOut, operation_id="trx_keys_create", summary="Create API key")
def create(request: ActorRequest, body: KeyIn) -> KeyCreatedOut:
    by = require_user(request.auth)
    made = key_management.create(
        team_id=by.team_id,
        name=body.name,
        scopes=body.scopes,
        networks=body.networks,
        domain_id=body.domain_id,
        subaccount_id=body.subaccount_id,
        sandbox=body.sandbox,
        expires_at=body.expires_at,
        by=by,
    )
    return created_out(made)


@router.get("/{uuid:key_id}", auth=READ, response=KeyOut, operation_id="trx_keys_get", summary="Get API key")
def get(request: ActorRequest, key_id: UUID) -> KeyOut:
    return key_out(selectors.get_key(team_id=request.auth.team_id, key_id=key_id))


@router.put("/{uuid:key_id}", auth=CHANGE, response=KeyOut, operation_id="trx_keys_change", summary="Update API key")
def change_key(request: ActorRequest, key_id: UUID, body: KeyPut) -> KeyOut:
    by = require_user(request.auth)
    key = key_management.change(
        team_id=by.team_id, key_id=key_id, name=body.name, scopes=body.scopes, networks=body.networks, by=by
    )
    return key_out(key)


@router.delete(
    "/{uuid:key_id}", auth=CHANGE, response={204: None}, operation_id="trx_keys_revoke", summary="Revoke API key"
)
def revoke(request: ActorRequest, key_id: UUID) -> Status[None]:
    by = require_user(request.auth)
    key_management.revoke(team_id=by.team_id, key_id=key_id, by=by)
    return Status(204, None)


@router.post(
    "/{uuid:key_id}/rotate",
    auth=CHANGE,
    response=KeyCreatedOut,
    operation_id="trx_keys_rotate",
    summary="Rotate API key",
)
def rotate(request: ActorRequest, key_id: UUID, body: KeyRotateIn) -> KeyCreatedOut:
    by = require_user(request.auth)
    return created_out(
        key_management.rotate(team_id=by.team_id, key_id=key_id, overlap_hours=body.overlap_hours, by=by)
    )
