"""Hosts of a team's own domain that its mail may use: they lead to us, as the DNS last said for certain."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat

from server.core import clock
from server.senders.domain_names import enclosing
from server.senders.models import DomainRecord, HostCertificate
from server.senders.records import orders_certificates, return_path_host, tracking_host, tracks_on_own_hosts
from server.senders.states import VALIDATED, CertificateState, RecordKind, Verdict


@dataclass(frozen=True, slots=True)
class OwnHosts:
    """Where bounces of a mail go to and where its links begin; empty where the domain has no host for it."""

    bounce: str = ""
    tracking: str = ""


def usable_hosts(team_id: UUID, domain: str) -> OwnHosts:
    """The hosts for mail from an address at `domain`. One query.

    They are those of the nearest of the team's domains that the address is in, so that SPF is aligned (RFC 9989).
    The domain must be authenticated or in its time of grace: an alias at a domain that the team hasn't proved to be
    its own is another's. A record that the DNS can't be asked for at present keeps its last verdict.
    Where certificates are ordered here, links begin with a host that has one.
    """
    names = enclosing(domain)
    kinds = ((RecordKind.RETURN_PATH, settings.BOUNCE_HOST), (RecordKind.TRACKING, tracks_on_own_hosts()))
    rows = DomainRecord.objects.for_team(team_id).filter(
        domain__name__in=names,
        domain__state__in=VALIDATED,
        kind__in=[kind for kind, is_set_up in kinds if is_set_up],
        verdict=Verdict.GOOD,
    )
    if orders_certificates():
        rows = rows.filter(~Q(kind=RecordKind.TRACKING) | Exists(_certificates(team_id)))
    nearest = {row.kind: row.domain for row in sorted(rows.select_related("domain"), key=_depth)}
    bounce, tracking = nearest.get(RecordKind.RETURN_PATH), nearest.get(RecordKind.TRACKING)
    return OwnHosts(
        bounce=return_path_host(bounce) if bounce else "",
        tracking=tracking_host(tracking) if tracking else "",
    )


def _certificates(team_id: UUID) -> QuerySet[HostCertificate]:
    return HostCertificate.objects.for_team(team_id).filter(
        domain=OuterRef("domain"),
        host=Concat(OuterRef("domain__slug"), Value("."), OuterRef("domain__name")),
        state=CertificateState.VALID,
        not_after__gt=clock.now(),
    )


def _depth(row: DomainRecord) -> int:
    return row.domain.name.count(".")
