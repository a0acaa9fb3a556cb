"""Certificates for hosts of teams: what a domain's page says of its own, and what the authority is answered."""

from server.core import sealing
from server.senders.models import CERTIFICATE_PURPOSE, HostCertificate, SenderDomain
from server.senders.records import tracking_host
from server.senders.states import VALIDATED, RecordKind, Verdict


def current(domain: SenderDomain) -> HostCertificate | None:
    """That of the host which links of the domain begin with today."""
    return HostCertificate.objects.for_team(domain.team_id).filter(domain=domain, host=tracking_host(domain)).first()


def is_ready(domain: SenderDomain) -> bool:
    """Whether the domain is authenticated and its host leads to us, as the DNS last said for certain."""
    leads = any(row.kind == RecordKind.TRACKING and row.verdict == Verdict.GOOD for row in domain.records.all())
    return domain.state in VALIDATED and leads


def answer_to(token: str) -> str | None:
    """What is answered to an authority that comes with the token (RFC 8555, 8.3); None for no order of ours."""
    # across teams: a token belongs to one order, and whoever has it knows what is answered
    return HostCertificate.objects.filter(token=token).values_list("answer", flat=True).first()


def private_key(row: HostCertificate) -> bytes:
    """The private key in PEM, open. Raises SealBroken where the secret key has changed."""
    return sealing.unseal_bytes(bytes(row.sealed or b""), purpose=CERTIFICATE_PURPOSE, owner=str(row.pk))
