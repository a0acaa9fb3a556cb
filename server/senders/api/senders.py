"""API of senders."""

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest
from ninja import Query, Router, Status

from server.core.access import Access, CallerRequest, Feature, Public, Quota
from server.core.idempotency import idempotent
from server.core.pagination import Page, PageQuery
from server.plans.features import SENDER
from server.senders import permissions
from server.senders.models import Sender, SenderDomain
from server.senders.schemas import (
    RequestedSenderOut,
    SenderDomainOut,
    SenderDomainsOut,
    SenderIn,
    SenderOut,
    SenderPut,
    SenderSuggestionOut,
    SenderSuggestionsOut,
    SenderTokenIn,
    ValidationOut,
)
from server.senders.selectors import senders as selectors
from server.senders.selectors.domains import find_nearest_domains
from server.senders.services import senders as services
from server.senders.states import DomainState

AREA = "emailSender"
router = Router(tags=["senders"], by_alias=True)
see = Access(permission=permissions.VIEW, feature=Feature(AREA))


def change(action: str, quota: Quota | None = None) -> Access:
    return Access(permission=permissions.EDIT, feature=Feature(AREA, action), quota=quota)


def build_sender_out(sender: Sender) -> SenderOut:
    return build_senders_out(sender.team_id, [sender])[0]


def build_senders_out(team_id: UUID, senders: Sequence[Sender]) -> list[SenderOut]:
    domains = find_nearest_domains(team_id=team_id, names=[sender.domain for sender in senders])
    return [_build_sender_out(sender, domains[sender.domain]) for sender in senders]


def _build_sender_out(sender: Sender, domain: SenderDomain | None) -> SenderOut:
    return SenderOut(
        sender_id=sender.pk,
        name=sender.name,
        email=sender.email,
        domain=sender.domain,
        validated=sender.validated_at is not None,
        default=sender.is_default,
        created_at=sender.created_at,
        authentication=DomainState(domain.state) if domain else "none",
    )


@router.get("", auth=see, response=Page[SenderOut], operation_id="senders_list")
def list_senders(request: CallerRequest, query: Query[PageQuery]) -> Page[SenderOut]:
    found = selectors.list_senders(team_id=request.auth.team_id, query=query)
    return Page[SenderOut].of(found, build_senders_out(request.auth.team_id, found.items))


@router.post(
    "",
    auth=change("create", Quota(AREA, SENDER.name)),
    response=SenderOut,
    operation_id="senders_create",
    summary="Create sender",
)
@idempotent
def create(request: CallerRequest, body: SenderIn) -> SenderOut:
    caller = request.auth
    return build_sender_out(services.create(team_id=caller.team_id, name=body.name, email=body.email, by=caller))


@router.get(
    "/domain", auth=see, response=SenderDomainsOut, operation_id="senders_domain", summary="List domains of senders"
)
def list_sender_domains(request: CallerRequest) -> SenderDomainsOut:
    found = selectors.list_sender_domains(team_id=request.auth.team_id)
    return SenderDomainsOut(items=[SenderDomainOut.model_validate(domain) for domain in found])


@router.get(
    "/suggestion", auth=see, response=SenderSuggestionsOut, operation_id="senders_suggestion", summary="Suggest senders"
)
def list_suggestions(request: CallerRequest) -> SenderSuggestionsOut:
    found = selectors.list_suggestions(team_id=request.auth.team_id, by=request.auth)
    return SenderSuggestionsOut(items=[SenderSuggestionOut.model_validate(suggestion) for suggestion in found])


@router.post(
    "/validate",
    auth=Public(why="The token has 256 random bits, so no one can guess it.", per_minute=30),
    response=ValidationOut,
    operation_id="senders_validate",
    summary="Verify sender",
)
def validate(request: HttpRequest, body: SenderTokenIn) -> ValidationOut:
    return ValidationOut(email=services.validate(token=body.token).email)


@router.post(
    "/validate/check",
    auth=Public(why="The token has 256 random bits, so no one can guess it.", per_minute=30),
    response=RequestedSenderOut,
    operation_id="senders_validate_check",
    summary="Get sender verification request",
)
def check_validation(request: HttpRequest, body: SenderTokenIn) -> RequestedSenderOut:
    """Returns the request behind an emailed link, for confirmation. Changes nothing."""
    sender = services.get_requested_sender(token=body.token)
    return RequestedSenderOut(team=str(sender.team), email=sender.email)


@router.get("/{uuid:sender_id}", auth=see, response=SenderOut, operation_id="senders_get", summary="Get sender")
def get(request: CallerRequest, sender_id: UUID) -> SenderOut:
    return build_sender_out(selectors.get_sender(team_id=request.auth.team_id, sender_id=sender_id))


@router.put(
    "/{uuid:sender_id}", auth=change("edit"), response=SenderOut, operation_id="senders_update", summary="Update sender"
)
def update(request: CallerRequest, sender_id: UUID, body: SenderPut) -> SenderOut:
    caller = request.auth
    sender = services.update(
        team_id=caller.team_id,
        sender_id=sender_id,
        name=body.name,
        email=body.email,
        default=body.default,
        by=caller,
    )
    return build_sender_out(sender)


@router.delete(
    "/{uuid:sender_id}",
    auth=change("delete"),
    response={204: None},
    operation_id="senders_delete",
    summary="Delete sender",
)
def delete(request: CallerRequest, sender_id: UUID) -> Status[None]:
    services.delete(team_id=request.auth.team_id, sender_id=sender_id, by=request.auth)
    return Status(204, None)


@router.post(
    "/{uuid:sender_id}/revalidate",
    auth=change("edit"),
    response={204: None},
    operation_id="senders_revalidate",
    summary="Resend sender verification",
)
def revalidate(request: CallerRequest, sender_id: UUID) -> Status[None]:
    services.resend_verification(team_id=request.auth.team_id, sender_id=sender_id, by=request.auth)
    return Status(204, None)
