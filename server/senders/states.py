"""States of sender domains, of what a domain publishes, and of signing keys, and the moves between them."""

from collections.abc import Mapping

from django.db.models import TextChoices


class DomainState(TextChoices):
    """How far a domain is authenticated: SPF and DKIM pass (SEND-29)."""

    PENDING = "pending"  # has never passed
    AUTHENTICATED = "authenticated"
    BREAKING = "breaking"  # passed until lately: counts as authenticated until the time of grace is over
    BROKEN = "broken"


DOMAIN_MOVES: Mapping[DomainState, frozenset[DomainState]] = {
    DomainState.PENDING: frozenset({DomainState.AUTHENTICATED}),
    DomainState.AUTHENTICATED: frozenset({DomainState.BREAKING}),
    DomainState.BREAKING: frozenset({DomainState.AUTHENTICATED, DomainState.BROKEN}),
    DomainState.BROKEN: frozenset({DomainState.AUTHENTICATED}),
}
# What counts as validated (SEND-26).
VALIDATED = (DomainState.AUTHENTICATED, DomainState.BREAKING)


class RecordKind(TextChoices):
    """What is looked at in the DNS for a domain."""

    SPF = "spf"
    DKIM = "dkim"
    DMARC = "dmarc"
    RETURN_PATH = "returnPath"
    TRACKING = "tracking"
    MX = "mx"
    PTR = "ptr"


class Verdict(TextChoices):
    """What the last certain answer of the DNS meant. That it can't be asked at present is told beside, never here."""

    UNCHECKED = "unchecked"
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class KeyState(TextChoices):
    """A signing key: to be published, signing, still published so that mail under way verifies."""

    PENDING = "pending"
    ACTIVE = "active"
    RETIRING = "retiring"
    RETIRED = "retired"


KEY_MOVES: Mapping[KeyState, frozenset[KeyState]] = {
    KeyState.PENDING: frozenset({KeyState.ACTIVE}),
    KeyState.ACTIVE: frozenset({KeyState.RETIRING}),
    KeyState.RETIRING: frozenset({KeyState.RETIRED}),
    KeyState.RETIRED: frozenset(),
}


class Algorithm(TextChoices):
    """Of RFC 6376 and RFC 8463, as the `a=` of a signature names it."""

    RSA = "rsa-sha256"
    ED25519 = "ed25519-sha256"


class CertificateState(TextChoices):
    """A certificate for a host that links begin with."""

    ASKED = "asked"  # ordered, never had yet
    VALID = "valid"  # until it expires, also while renewing it fails
    FAILED = "failed"  # tried again later


class CertificateFault(TextChoices):
    """Why the last order failed."""

    UNREACHED = "unreached"  # the authority didn't find our answer at the host
    LIMITED = "limited"  # too many were ordered lately
    REFUSED = "refused"  # the authority won't give one for this host
    UNAVAILABLE = "unavailable"  # the authority can't be asked at present


class BuyStatus(TextChoices):
    """How far the buying of a domain is (SEND-28). NONE: it wasn't bought here."""

    NONE = "NONE"
    UNPAID = "UNPAID"
    PAID = "PAID"  # to be registered
    ACTIVE = "ACTIVE"  # registered, and a sender domain like any other


BUY_MOVES: Mapping[BuyStatus, frozenset[BuyStatus]] = {
    BuyStatus.NONE: frozenset({BuyStatus.UNPAID}),
    BuyStatus.UNPAID: frozenset({BuyStatus.PAID}),
    BuyStatus.PAID: frozenset({BuyStatus.ACTIVE}),
    BuyStatus.ACTIVE: frozenset(),
}


class Category(TextChoices):
    """Whether the team brought a domain along or bought it here (SEND-28)."""

    OWN = "OWN"
    BOUGHT = "BOUGHT"
