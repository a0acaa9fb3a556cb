"""Hosts of a team's own domain that its mail may use: they lead to us, as the DNS last said for certain."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from server.senders.domain_names import enclosing
from server.senders.models import DomainRecord
from server.senders.records import return_path_host, tracking_host, tracks_on_own_hosts
from server.senders.states import VALIDATED, RecordKind, Verdict


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
    """
    names = enclosing(domain)
    kinds = ((RecordKind.RETURN_PATH, settings.BOUNCE_HOST), (RecordKind.TRACKING, tracks_on_own_hosts()))
    rows = DomainRecord.objects.for_team(team_id).filter(
        domain__name__in=names,
        domain__state__in=VALIDATED,
        kind__in=[kind for kind, is_set_up in kinds if is_set_up],
        verdict=Verdict.GOOD,
    )
    nearest = {row.kind: row.domain for row in sorted(rows.select_related("domain"), key=_depth)}
    bounce, tracking = nearest.get(RecordKind.RETURN_PATH), nearest.get(RecordKind.TRACKING)
    return OwnHosts(
        bounce=return_path_host(bounce) if bounce else "",
        tracking=tracking_host(tracking) if tracking else "",
    )


def _depth(row: DomainRecord) -> int:
    return row.domain.name.count(".")
