"""subaccounts: parts of a team with their own keys and limit."""

from uuid import UUID

from ninja import Query, Router, Status

from server.core.errors import NotAuthorized
from server.core.idempotency import idempotent
from server.core.pagination import Page, UnpagedQuery
from server.transactional import permissions
from server.transactional.access import ActorRequest, TrxAccess, require_user
from server.transactional.bindings import BindingKind
from server.transactional.identities import get_binding
from server.transactional.schemas.subaccounts import DeleteQuery, SubaccountIn, SubaccountOut, SubaccountPut
from server.transactional.selectors import subaccounts as selectors
from server.transactional.selectors.subaccounts import SubaccountUsage
from server.transactional.services import subaccounts as services
from server.transactional.states import Scope

router = Router(tags=["subaccounts"], by_alias=True)
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ, narrowed=frozenset({BindingKind.SUBACCOUNT}))
CHANGE = TrxAccess(permission=permissions.EDIT, scope=Scope.MANAGE)


def subaccount_out(shown: SubaccountUsage) -> SubaccountOut:
    row = shown.subaccount
    return SubaccountOut(
        id=row.pk,
        name=row.name,
        email=row.email,
        active=row.active,
        monthly_limit=row.monthly_limit,
        used=shown.used,
        keys=shown.keys,
        created_at=row.created_at,
    )


@router.get("", auth=READ, response=Page[SubaccountOut], operation_id="trx_subaccounts_list")
def list_subaccounts(request: ActorRequest, query: Query[UnpagedQuery]) -> Page[SubaccountOut]:
    """Lists the team’s subaccounts. `search` matches text in names and email addresses."""
    found, shown = selectors.list_subaccounts(get_binding(request.auth), query=query.bounded())
    return Page[SubaccountOut].of(found, [subaccount_out(each) for each in shown])


@router.post(
    "", auth=CHANGE, response=SubaccountOut, operation_id="trx_subaccounts_create", summary="Create subaccount"
)
@idempotent
def create(request: ActorRequest, body: SubaccountIn) -> SubaccountOut:
    made = services.create(team_id=request.auth.team_id, by=request.auth, **body.model_dump())
    return subaccount_out(selectors.get_subaccount(get_binding(request.auth), subaccount_id=made.pk))


@router.get(
    "/{uuid:subaccount_id}",
    auth=READ,
    response=SubaccountOut,
    operation_id="trx_subaccounts_get",
    summary="Get subaccount",
)
def get(request: ActorRequest, subaccount_id: UUID) -> SubaccountOut:
    return subaccount_out(selectors.get_subaccount(get_binding(request.auth), subaccount_id=subaccount_id))


@router.put(
    "/{uuid:subaccount_id}",
    auth=CHANGE,
    response=SubaccountOut,
    operation_id="trx_subaccounts_update",
    summary="Update subaccount",
)
def update(request: ActorRequest, subaccount_id: UUID, body: SubaccountPut) -> SubaccountOut:
    services.update(team_id=request.auth.team_id, subaccount_id=subaccount_id, by=request.auth, **body.model_dump())
    return subaccount_out(selectors.get_subaccount(get_binding(request.auth), subaccount_id=subaccount_id))


@router.delete(
    "/{uuid:subaccount_id}",
    auth=CHANGE,
    response={204: None},
    operation_id="trx_subaccounts_delete",
    summary="Delete subaccount",
)
def delete(request: ActorRequest, subaccount_id: UUID, query: Query[DeleteQuery]) -> Status[None]:
    """Deletes a subaccount.

    If it has active keys, this fails with `inUse` unless `revokeKeys` is true, which revokes them.
    """
    # Only users can revoke keys, and only with the permission to manage them.
    if query.revoke_keys and not require_user(request.auth).may(permissions.KEYS):
        raise NotAuthorized
    services.delete(
        team_id=request.auth.team_id, subaccount_id=subaccount_id, revoke_keys=query.revoke_keys, by=request.auth
    )
    return Status(204, None)
