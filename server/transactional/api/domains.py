"""domains: domains for transactional email."""

from dataclasses import replace
from uuid import UUID

from ninja import Query, Router, Status

from server.core.pagination import Page, PageQuery
from server.senders.states import VALIDATED_STATES, DomainState
from server.transactional import permissions
from server.transactional.access import ActorRequest, TrxAccess, require_user
from server.transactional.bindings import BindingKind
from server.transactional.identities import get_binding
from server.transactional.models import TransactionalDomain
from server.transactional.schemas.domains import TrxDomainCreatedOut, TrxDomainIn, TrxDomainOut
from server.transactional.selectors import domains as selectors
from server.transactional.services import domains as services
from server.transactional.states import Scope

router = Router(tags=["domains"], by_alias=True)
READ = TrxAccess(
    permission=permissions.VIEW,
    scope=Scope.READ,
    narrowed=frozenset({BindingKind.DOMAIN}),
    # These keys can send from each of the team's domains.
    shared=frozenset({BindingKind.SANDBOX, BindingKind.SUBACCOUNT}),
)
# The result of a check affects the whole team.
CHECK = replace(READ, shared=frozenset())
# A domain is created with a key, and deleted with its keys.
CHANGE = TrxAccess(permission=permissions.KEYS)


def domain_out(domain: TransactionalDomain, keys: int) -> TrxDomainOut:
    sender_domain = domain.sender_domain
    return TrxDomainOut(
        domain_id=domain.pk,
        sender_domain_id=sender_domain.pk,
        name=sender_domain.name,
        state=DomainState(sender_domain.state),
        verified=sender_domain.state in VALIDATED_STATES,
        keys=keys,
        checked_at=sender_domain.checked_at,
        created_at=domain.created_at,
    )


@router.get("", auth=READ, response=Page[TrxDomainOut], operation_id="trx_domains_list")
def list_domains(request: ActorRequest, query: Query[PageQuery]) -> Page[TrxDomainOut]:
    binding = get_binding(request.auth)
    found = selectors.list_domains(binding, query=query)
    keys = selectors.count_active_keys(binding, [row.pk for row in found.items])
    return Page[TrxDomainOut].of(found, [domain_out(row, keys.get(row.pk, 0)) for row in found.items])


@router.post("", auth=CHANGE, response=TrxDomainCreatedOut, operation_id="trx_domains_create", summary="Add domain")
def create(request: ActorRequest, body: TrxDomainIn) -> TrxDomainCreatedOut:
    by = require_user(request.auth)
    made = services.create(team_id=by.team_id, name=body.name, by=by)
    return TrxDomainCreatedOut(**domain_out(made.domain, 1).model_dump(), access_token=made.access_token)


@router.get("/{uuid:domain_id}", auth=READ, response=TrxDomainOut, operation_id="trx_domains_get", summary="Get domain")
def get(request: ActorRequest, domain_id: UUID) -> TrxDomainOut:
    binding = get_binding(request.auth)
    domain = selectors.get_domain(binding, domain_id=domain_id)
    return domain_out(domain, selectors.count_active_keys(binding, [domain_id]).get(domain_id, 0))


@router.delete(
    "/{uuid:domain_id}", auth=CHANGE, response={204: None}, operation_id="trx_domains_delete", summary="Delete domain"
)
def delete(request: ActorRequest, domain_id: UUID) -> Status[None]:
    by = require_user(request.auth)
    services.delete(team_id=by.team_id, domain_id=domain_id, by=by)
    return Status(204, None)


@router.post(
    "/{uuid:domain_id}/check",
    auth=CHECK,
    response={204: None},
    operation_id="trx_domains_check",
    summary="Check DNS records",
)
def check_now(request: ActorRequest, domain_id: UUID) -> Status[None]:
    services.check_now(get_binding(request.auth), domain_id=domain_id)
    return Status(204, None)
