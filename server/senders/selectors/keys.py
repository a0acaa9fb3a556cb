"""DKIM signing keys."""

from dataclasses import dataclass, field
from typing import Literal, cast
from uuid import UUID

from server.core import sealing
from server.senders.domain_names import list_enclosing_domains
from server.senders.models import DKIM_PURPOSE, DomainKey
from server.senders.states import KeyState


@dataclass(frozen=True, slots=True)
class SigningKey:
    """One DKIM signature: `domain` and `selector` are its d= and s=; the key is decrypted PKCS 8 in PEM."""

    domain: str
    selector: str
    algorithm: Literal["rsa-sha256", "ed25519-sha256"]
    private_pem: bytes = field(repr=False)


def load_signing_keys(team_id: UUID, domain: str) -> tuple[SigningKey, ...]:
    """Returns the active keys for email from an address at `domain`, RSA first. Without keys it is not signed.

    The nearest enclosing domain of the team signs: kopi.example is aligned with an address at news.kopi.example
    (relaxed alignment). One query. Raises SealBroken if the secret key has changed.
    """
    names = list_enclosing_domains(domain)
    rows = (
        DomainKey.objects.for_team(team_id)
        .filter(domain__name__in=names, state=KeyState.ACTIVE)
        .select_related("domain")
        .order_by("-algorithm")
    )
    found = list(rows)
    if not found:
        return ()
    nearest = min((key.domain.name for key in found), key=names.index)
    return tuple(
        SigningKey(
            domain=key.domain.name,
            selector=key.selector,
            algorithm=cast(Literal["rsa-sha256", "ed25519-sha256"], key.algorithm),
            private_pem=sealing.unseal(bytes(key.sealed or b""), purpose=DKIM_PURPOSE, owner=str(key.pk)).encode(),
        )
        for key in found
        if key.domain.name == nearest
    )
