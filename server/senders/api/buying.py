"""API of domain purchases. Without a registrar in the settings, its paths do not exist."""

from uuid import UUID

from ninja import Query, Router, Status

from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.core.pagination import Page, UnpagedQuery
from server.core.rate_limits import counters
from server.plans.features import SENDER_DOMAIN
from server.senders import permissions
from server.senders.api.senders import AREA, see
from server.senders.models import DomainOrder
from server.senders.schemas import (
    DomainAvailabilityListOut,
    DomainAvailabilityOut,
    DomainNameQuery,
    DomainOrderIn,
    DomainOrderNameIn,
    DomainOrderOut,
    DomainPacketOut,
    DomainPacketsOut,
    DomainSuggestionQuery,
)
from server.senders.selectors import orders as selectors
from server.senders.services import orders as services
from server.senders.services.orders import NAME_UNAVAILABLE, DomainAvailability
from server.senders.states import BuyStatus

lookups = Router(tags=["domains"], by_alias=True)
packets = Router(tags=["domains"], by_alias=True)
checkout = Router(tags=["domains"], by_alias=True)
orders = Router(tags=["domains"], by_alias=True)
# The registrar limits requests, and search as you type sends many.
MAX_LOOKUPS_PER_MINUTE = 120
buy = Access(permission=permissions.BUY, feature=Feature(AREA, "create"))


def build_availability_out(offer: DomainAvailability) -> DomainAvailabilityOut:
    label, _, tld = offer.name.partition(".")
    return DomainAvailabilityOut(
        name=offer.name,
        selected_domain=label,
        selected_tld=tld,
        available=offer.available,
        price=float(offer.packet.price),
        currency=offer.packet.currency,
        longest_period=offer.packet.longest_years,
    )


def build_order_out(order: DomainOrder) -> DomainOrderOut:
    return DomainOrderOut(
        order_id=order.pk,
        name=order.name,
        buy_status=BuyStatus(order.status),
        billing_period=order.years,
        price=float(order.price),
        currency=order.currency,
        problem=NAME_UNAVAILABLE if order.problem == NAME_UNAVAILABLE else "",
        domain_id=order.domain_id if order.status == BuyStatus.ACTIVE else None,
        created_at=order.created_at,
        paid_at=order.paid_at,
        active_at=order.active_at,
        expires_at=order.expires_at,
    )


@packets.get("", auth=see, response=DomainPacketsOut, operation_id="domain_packets", summary="List domain endings")
def list_packets(request: CallerRequest) -> DomainPacketsOut:
    """Lists the domain endings for sale. Empty if there are none."""
    return DomainPacketsOut(
        sandbox=services.is_sandbox(),
        items=[
            DomainPacketOut(
                tld=packet.tld,
                price=float(packet.price),
                currency=packet.currency,
                longest_period=packet.longest_years,
            )
            for packet in services.list_packets()
        ],
    )


@lookups.get(
    "/available",
    auth=see,
    response=DomainAvailabilityListOut,
    operation_id="domains_available",
    summary="Check domain availability",
)
def check_availability(request: CallerRequest, query: Query[DomainNameQuery]) -> DomainAvailabilityListOut:
    counters.check_operation(request, per_minute=MAX_LOOKUPS_PER_MINUTE)
    return DomainAvailabilityListOut(
        items=[build_availability_out(offer) for offer in services.check_availability(name=query.name)]
    )


@lookups.get(
    "/suggestion",
    auth=see,
    response=DomainAvailabilityListOut,
    operation_id="domains_suggestion",
    summary="Suggest domains",
)
def list_suggestions(request: CallerRequest, query: Query[DomainSuggestionQuery]) -> DomainAvailabilityListOut:
    counters.check_operation(request, per_minute=MAX_LOOKUPS_PER_MINUTE)
    found = services.list_suggestions(team_id=request.auth.team_id, name=query.name)
    return DomainAvailabilityListOut(items=[build_availability_out(offer) for offer in found])


@orders.get(
    "", auth=see, response=Page[DomainOrderOut], operation_id="domain_orders_list", summary="List domain orders"
)
def list_orders(request: CallerRequest, query: Query[UnpagedQuery]) -> Page[DomainOrderOut]:
    found = selectors.list_orders(team_id=request.auth.team_id, query=query)
    return Page[DomainOrderOut].of(found, [build_order_out(order) for order in found.items])


@checkout.post(
    "",
    auth=Access(permission=permissions.BUY, feature=Feature(AREA, "create"), quota=Quota(AREA, SENDER_DOMAIN.name)),
    response=DomainOrderOut,
    operation_id="domain_orders_create",
    summary="Order domain",
)
@idempotent
def create(request: CallerRequest, body: DomainOrderIn) -> DomainOrderOut:
    caller = request.auth
    made = services.order(
        team_id=caller.team_id,
        label=body.selected_domain,
        tld=body.selected_tld,
        years=body.billing_period,
        by=caller,
    )
    return build_order_out(made)


@orders.get(
    "/{uuid:order_id}", auth=see, response=DomainOrderOut, operation_id="domain_orders_get", summary="Get domain order"
)
def get(request: CallerRequest, order_id: UUID) -> DomainOrderOut:
    return build_order_out(selectors.get_order(team_id=request.auth.team_id, order_id=order_id))


@orders.delete(
    "/{uuid:order_id}",
    auth=buy,
    response={204: None},
    operation_id="domain_orders_cancel",
    summary="Cancel domain order",
)
def cancel(request: CallerRequest, order_id: UUID) -> Status[None]:
    services.cancel(team_id=request.auth.team_id, order_id=order_id, by=request.auth)
    return Status(204, None)


@orders.post(
    "/{uuid:order_id}/name",
    auth=buy,
    response=DomainOrderOut,
    operation_id="domain_orders_rename",
    summary="Rename ordered domain",
)
@idempotent
def rename(request: CallerRequest, order_id: UUID, body: DomainOrderNameIn) -> DomainOrderOut:
    """Changes the name of a paid order if someone else registered the domain first."""
    caller = request.auth
    renamed = services.rename(team_id=caller.team_id, order_id=order_id, label=body.selected_domain, by=caller)
    return build_order_out(renamed)


@orders.post(
    "/{uuid:order_id}/confirm",
    auth=buy,
    response=DomainOrderOut,
    operation_id="domain_orders_confirm",
    summary="Confirm sandbox payment",
)
@idempotent
def confirm(request: CallerRequest, order_id: UUID) -> DomainOrderOut:
    """Simulates the payment. Sandbox only."""
    return build_order_out(services.confirm(team_id=request.auth.team_id, order_id=order_id))
