"""Hosts of a team's own domain that its email can use, by the last known DNS results."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat

from server.core import clock
from server.senders.domain_names import list_enclosing_domains
from server.senders.models import DomainRecord, HostCertificate
from server.senders.records import (
    can_order_certificates,
    can_track_on_own_hosts,
    get_return_path_host,
    get_tracking_host,
)
from server.senders.states import VALIDATED_STATES, CertificateState, RecordAssessment, RecordKind


@dataclass(frozen=True, slots=True)
class OwnHosts:
    """The return path host and tracking host of an email, empty if the domain has none."""

    bounce: str = ""
    tracking: str = ""


def get_usable_hosts(team_id: UUID, domain: str) -> OwnHosts:
    """Returns the hosts for email from an address at `domain`, in one query.

    They belong to the nearest enclosing domain of the team, so that SPF is aligned (RFC 9989). The domain must be
    authenticated or in its grace period: without proof of ownership, an alias might be someone else's. While DNS
    queries fail, the last verdict remains valid. If certificates are ordered here, the tracking host must have one.
    """
    names = list_enclosing_domains(domain)
    kinds = ((RecordKind.RETURN_PATH, settings.BOUNCE_HOST), (RecordKind.TRACKING, can_track_on_own_hosts()))
    rows = DomainRecord.objects.for_team(team_id).filter(
        domain__name__in=names,
        domain__state__in=VALIDATED_STATES,
        kind__in=[kind for kind, is_set_up in kinds if is_set_up],
        verdict=RecordAssessment.GOOD,
    )
    if can_order_certificates():
        rows = rows.filter(~Q(kind=RecordKind.TRACKING) | Exists(_select_certificates(team_id)))
    nearest = {row.kind: row.domain for row in sorted(rows.select_related("domain"), key=_count_labels)}
    bounce, tracking = nearest.get(RecordKind.RETURN_PATH), nearest.get(RecordKind.TRACKING)
    return OwnHosts(
        bounce=get_return_path_host(bounce) if bounce else "",
        tracking=get_tracking_host(tracking) if tracking else "",
    )


def _select_certificates(team_id: UUID) -> QuerySet[HostCertificate]:
    return HostCertificate.objects.for_team(team_id).filter(
        domain=OuterRef("domain"),
        host=Concat(OuterRef("domain__slug"), Value("."), OuterRef("domain__name")),
        state=CertificateState.VALID,
        not_after__gt=clock.now(),
    )


def _count_labels(row: DomainRecord) -> int:
    return row.domain.name.count(".")
