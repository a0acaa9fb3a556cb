"""Queries of certificates for teams' hosts, and the ACME challenge response."""

from server.core import sealing
from server.senders.models import CERTIFICATE_PURPOSE, HostCertificate, SenderDomain
from server.senders.records import get_tracking_host
from server.senders.states import VALIDATED_STATES, RecordAssessment, RecordKind


def find_current_certificate(domain: SenderDomain) -> HostCertificate | None:
    return (
        HostCertificate.objects.for_team(domain.team_id).filter(domain=domain, host=get_tracking_host(domain)).first()
    )


def is_ready(domain: SenderDomain) -> bool:
    """Whether the domain is authenticated and its host points to us, by the last known DNS results."""
    leads = any(
        row.kind == RecordKind.TRACKING and row.verdict == RecordAssessment.GOOD for row in domain.records.all()
    )
    return domain.state in VALIDATED_STATES and leads


def find_challenge_response(token: str) -> str | None:
    # across teams: the token identifies the order
    return HostCertificate.objects.filter(token=token).values_list("answer", flat=True).first()


def decrypt_private_key(row: HostCertificate) -> bytes:
    """Returns PEM. Raises SealBroken if the secret key has changed."""
    return sealing.unseal_bytes(bytes(row.sealed or b""), purpose=CERTIFICATE_PURPOSE, owner=str(row.pk))
