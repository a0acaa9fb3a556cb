"""States of sender domains, DNS records and signing keys, with their transitions."""

from django.db.models import TextChoices

from server.core.transitions import Transitions


class DomainState(TextChoices):
    """Authentication status of a domain. Authenticated means that SPF and DKIM pass."""

    # SEND-29

    PENDING = "pending"  # has never passed
    AUTHENTICATED = "authenticated"
    BREAKING = "breaking"  # passed before: counts as authenticated until the grace period ends
    BROKEN = "broken"


DOMAIN_TRANSITIONS = Transitions(
    {
        DomainState.PENDING: frozenset({DomainState.AUTHENTICATED}),
        DomainState.AUTHENTICATED: frozenset({DomainState.BREAKING}),
        DomainState.BREAKING: frozenset({DomainState.AUTHENTICATED, DomainState.BROKEN}),
        DomainState.BROKEN: frozenset({DomainState.AUTHENTICATED}),
    }
)
# Domains that count as validated (SEND-26).
VALIDATED_STATES = (DomainState.AUTHENTICATED, DomainState.BREAKING)


class RecordKind(TextChoices):
    """Kinds of DNS records checked for a domain."""

    SPF = "spf"
    DKIM = "dkim"
    DMARC = "dmarc"
    RETURN_PATH = "returnPath"
    TRACKING = "tracking"
    MX = "mx"
    PTR = "ptr"


class RecordAssessment(TextChoices):
    """Assessment of the last definite DNS response. A failed query does not change it."""

    UNCHECKED = "unchecked"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class KeyState(TextChoices):
    """Status of a signing key: to be published, signing, still published to verify email in transit, or retired."""

    PENDING = "pending"
    ACTIVE = "active"
    RETIRING = "retiring"
    RETIRED = "retired"


KEY_TRANSITIONS = Transitions(
    {
        KeyState.PENDING: frozenset({KeyState.ACTIVE}),
        KeyState.ACTIVE: frozenset({KeyState.RETIRING}),
        KeyState.RETIRING: frozenset({KeyState.RETIRED}),
        KeyState.RETIRED: frozenset(),
    }
)


class Algorithm(TextChoices):
    """Signature algorithm as in the `a=` tag (RFC 6376, RFC 8463)."""

    RSA = "rsa-sha256"
    ED25519 = "ed25519-sha256"


class CertificateState(TextChoices):
    """Status of a certificate for a host used in links."""

    ASKED = "asked"  # ordered, none issued yet
    VALID = "valid"  # until it expires, even if renewal fails
    FAILED = "failed"  # will be retried


class CertificateIssue(TextChoices):
    """Why the last order failed."""

    UNREACHED = "unreached"  # the authority did not find our response at the host
    LIMITED = "limited"  # too many recent orders
    REFUSED = "refused"  # the authority does not issue certificates for this host
    UNAVAILABLE = "unavailable"  # the authority is temporarily unavailable


class BuyStatus(TextChoices):
    """Status of a domain purchase. `NONE`: not bought here."""

    # SEND-28

    NONE = "NONE"
    UNPAID = "UNPAID"
    PAID = "PAID"  # waiting for registration
    ACTIVE = "ACTIVE"  # registered, a regular sender domain


BUY_TRANSITIONS = Transitions(
    {
        BuyStatus.NONE: frozenset({BuyStatus.UNPAID}),
        BuyStatus.UNPAID: frozenset({BuyStatus.PAID}),
        BuyStatus.PAID: frozenset({BuyStatus.ACTIVE}),
        BuyStatus.ACTIVE: frozenset(),
    }
)


class Category(TextChoices):
    """Whether the team brought its own domain or bought it here."""

    # SEND-28

    OWN = "OWN"
    BOUGHT = "BOUGHT"
