"""API of sender domains."""

from uuid import UUID

from ninja import Query, Router, Status

from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.core.pagination import Page, UnpagedQuery
from server.plans.features import SENDER_DOMAIN
from server.senders import permissions
from server.senders.api.senders import AREA, change, see
from server.senders.models import DomainKey, SenderDomain
from server.senders.records import build_zone_text, can_order_certificates, get_tracking_host
from server.senders.schemas import (
    CertificateOut,
    DnsResponseOut,
    DomainDetailOut,
    DomainIn,
    DomainKeyOut,
    DomainKeyRotateIn,
    DomainOut,
    DomainRecordBriefOut,
    DomainRecordOut,
    SlugIn,
)
from server.senders.selectors import certificates
from server.senders.selectors import domains as selectors
from server.senders.selectors.domains import DisplayRecord
from server.senders.services import certificates as certificate_services
from server.senders.services import domains as services
from server.senders.states import (
    VALIDATED_STATES,
    Algorithm,
    BuyStatus,
    Category,
    CertificateIssue,
    CertificateState,
    DomainState,
    KeyState,
    RecordAssessment,
    RecordKind,
)

router = Router(tags=["domains"], by_alias=True)
check = Access(permission=permissions.VIEW, feature=Feature(AREA))


def build_brief_out(shown: DisplayRecord) -> DomainRecordBriefOut:
    return DomainRecordBriefOut(
        kind=RecordKind(shown.record.kind),
        verdict=RecordAssessment(shown.record.verdict),
        unknown=shown.record.unknown_since is not None,
        required=shown.is_required,
    )


def build_key_out(key: DomainKey) -> DomainKeyOut:
    return DomainKeyOut(
        selector=key.selector,
        algorithm=Algorithm(key.algorithm),
        state=KeyState(key.state),
        retired_at=key.retired_at,
    )


def build_record_out(shown: DisplayRecord) -> DomainRecordOut:
    record, key = shown.record, shown.key
    return DomainRecordOut(
        **build_brief_out(shown).model_dump(),
        record_id=record.pk,
        host=shown.wanted.host,
        type=shown.wanted.type,
        value=shown.wanted.value,
        reason=record.reason,
        params=record.params,
        unknown_since=record.unknown_since,
        answers=[DnsResponseOut.model_validate(answer) for answer in record.answers],
        checked_at=record.checked_at,
        changed_at=record.changed_at,
        key=build_key_out(key) if key else None,
    )


def build_domain_out(domain: SenderDomain) -> DomainOut:
    return DomainOut(
        domain_id=domain.pk,
        name=domain.name,
        validated=domain.state in VALIDATED_STATES,
        state=DomainState(domain.state),
        buy_status=BuyStatus.ACTIVE if domain.category == Category.BOUGHT else BuyStatus.NONE,
        category=Category(domain.category),
        default=domain.is_default,
        slug=domain.slug,
        broken_at=domain.broken_at,
        grace_until=domain.grace_until,
        checked_at=domain.checked_at,
        created_at=domain.created_at,
        records=[build_brief_out(each) for each in selectors.list_records(domain)],
    )


def build_certificate_out(domain: SenderDomain) -> CertificateOut | None:
    if not can_order_certificates():
        return None
    row = certificates.find_current_certificate(domain)
    return CertificateOut(
        host=get_tracking_host(domain),
        state=CertificateState(row.state) if row else "none",
        ready=certificates.is_ready(domain),
        valid_until=row.not_after if row else None,
        fault=CertificateIssue(row.fault) if row and row.fault else "",
        detail=row.detail if row else "",
        next_try_at=row.next_try_at if row else None,
    )


def build_detail_out(domain: SenderDomain) -> DomainDetailOut:
    records = selectors.list_records(domain)
    return DomainDetailOut(
        **build_domain_out(domain).model_dump(exclude={"records"}),
        records=[build_record_out(each) for each in records],
        certificate=build_certificate_out(domain),
        next_check_at=domain.next_check_at,
        # Includes retiring keys: emails signed with them are still in transit.
        zone=build_zone_text(domain, [each.wanted for each in records]),
    )


@router.get("", auth=see, response=Page[DomainOut], operation_id="domains_list", summary="List sender domains")
def list_domains(request: CallerRequest, query: Query[UnpagedQuery]) -> Page[DomainOut]:
    found = selectors.list_domains(team_id=request.auth.team_id, query=query)
    return Page[DomainOut].of(found, [build_domain_out(domain) for domain in found.items])


@router.post(
    "",
    auth=change("create", Quota(AREA, SENDER_DOMAIN.name)),
    response=DomainDetailOut,
    operation_id="domains_create",
    summary="Add sender domain",
)
@idempotent
def create(request: CallerRequest, body: DomainIn) -> DomainDetailOut:
    return build_detail_out(services.create(team_id=request.auth.team_id, name=body.name, by=request.auth))


@router.get(
    "/{uuid:domain_id}", auth=see, response=DomainDetailOut, operation_id="domains_get", summary="Get sender domain"
)
def get(request: CallerRequest, domain_id: UUID) -> DomainDetailOut:
    return build_detail_out(selectors.get_domain(team_id=request.auth.team_id, domain_id=domain_id))


@router.delete(
    "/{uuid:domain_id}",
    auth=change("delete"),
    response={204: None},
    operation_id="domains_delete",
    summary="Delete sender domain",
)
def delete(request: CallerRequest, domain_id: UUID) -> Status[None]:
    services.delete(team_id=request.auth.team_id, domain_id=domain_id, by=request.auth)
    return Status(204, None)


@router.put(
    "/{uuid:domain_id}/default",
    auth=change("edit"),
    response=DomainDetailOut,
    operation_id="domains_default",
    summary="Set default domain",
)
def make_default(request: CallerRequest, domain_id: UUID) -> DomainDetailOut:
    return build_detail_out(services.make_default(team_id=request.auth.team_id, domain_id=domain_id, by=request.auth))


@router.put(
    "/{uuid:domain_id}/slug",
    auth=change("edit"),
    response=DomainDetailOut,
    operation_id="domains_slug",
    summary="Change tracking subdomain",
)
def change_slug(request: CallerRequest, domain_id: UUID, body: SlugIn) -> DomainDetailOut:
    domain = services.change_slug(team_id=request.auth.team_id, domain_id=domain_id, slug=body.slug, by=request.auth)
    return build_detail_out(domain)


@router.post(
    "/{uuid:domain_id}/keys",
    auth=change("edit"),
    response=DomainDetailOut,
    operation_id="domains_rotate",
    summary="Rotate DKIM keys",
)
def rotate(request: CallerRequest, domain_id: UUID, body: DomainKeyRotateIn) -> DomainDetailOut:
    domain = services.rotate(
        team_id=request.auth.team_id, domain_id=domain_id, algorithm=body.algorithm, by=request.auth
    )
    return build_detail_out(domain)


@router.post(
    "/{uuid:domain_id}/check",
    auth=check,
    response={204: None},
    operation_id="domains_check",
    summary="Check DNS records",
)
def check_now(request: CallerRequest, domain_id: UUID) -> Status[None]:
    services.check_now(team_id=request.auth.team_id, domain_id=domain_id)
    return Status(204, None)


@router.post("/{uuid:domain_id}/ssl", auth=change("edit"), response=DomainDetailOut, operation_id="domains_ssl")
def order_certificate(request: CallerRequest, domain_id: UUID) -> DomainDetailOut:
    return build_detail_out(
        certificate_services.request_certificate(team_id=request.auth.team_id, domain_id=domain_id, by=request.auth)
    )
