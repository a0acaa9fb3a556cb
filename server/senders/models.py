"""Senders, their verification emails, and sender domains."""

from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.senders.addresses import MAX_DOMAIN_LENGTH, MAX_NAME_LENGTH
from server.senders.states import (
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
from server.teams.models import Team

MAX_LABEL_LENGTH = 63  # RFC 1035, 2.3.4
DKIM_PURPOSE = "dkim"
CERTIFICATE_PURPOSE = "host certificate"
ACME_PURPOSE = "acme account"


class Sender(models.Model):
    """A name and address for the From line (SEND-05). It must be verified before it can send."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="senders")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    email = models.CharField(max_length=EMAIL_LENGTH)
    domain = models.CharField(max_length=MAX_DOMAIN_LENGTH)
    validated_at = models.DateTimeField(null=True)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "email"], name="sender_email"),
            models.UniqueConstraint(fields=["team"], condition=Q(is_default=True), name="sender_default_once"),
            models.CheckConstraint(
                condition=Q(is_default=False) | Q(validated_at__isnull=False), name="sender_default_is_validated"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} <{self.email}>"


class Validation(models.Model):
    """A verification email. The token is generated when it is sent; only its hash is stored.

    Rows outlive their sender, so that creating and deleting senders does not bypass the rate limit.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    sender = models.ForeignKey(Sender, null=True, on_delete=models.SET_NULL, related_name="validations")
    email = models.CharField(max_length=EMAIL_LENGTH)
    language = models.CharField(max_length=5)
    token_hash = models.BinaryField(max_length=32, null=True, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-created_at"], name="sender_validation_recent")]


class SenderDomain(models.Model):
    """A sender domain and its authentication status (SEND-29)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="sender_domains")
    name = models.CharField(max_length=MAX_DOMAIN_LENGTH)
    category = models.CharField(max_length=6, choices=Category, default=Category.OWN)
    is_default = models.BooleanField(default=False)
    state = models.CharField(max_length=13, choices=DomainState, default=DomainState.PENDING)
    # First label of the host in tracked links.
    slug = models.CharField(max_length=MAX_LABEL_LENGTH, default="links")
    broken_at = models.DateTimeField(null=True)
    # While the domain is breaking, it counts as authenticated until then.
    grace_until = models.DateTimeField(null=True)
    checked_at = models.DateTimeField(null=True)
    # The next scheduled check, and the consecutive checks without a DNS result.
    next_check_at = models.DateTimeField()
    failed_checks = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "name"], name="sender_domain_name"),
            models.UniqueConstraint(fields=["team"], condition=Q(is_default=True), name="sender_domain_default_once"),
            models.CheckConstraint(condition=Q(state__in=DomainState.values), name="sender_domain_state"),
            models.CheckConstraint(condition=Q(category__in=Category.values), name="sender_domain_category"),
            models.CheckConstraint(
                condition=Q(state=DomainState.BREAKING, grace_until__isnull=False)
                | (~Q(state=DomainState.BREAKING) & Q(grace_until__isnull=True)),
                name="sender_domain_grace",
            ),
        ]
        indexes = [models.Index(fields=["next_check_at", "id"], name="sender_domain_due")]

    def __str__(self) -> str:
        return self.name


class DomainKey(models.Model):
    """A DKIM key of a domain. The private part is encrypted for this row only."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    domain = models.ForeignKey(SenderDomain, on_delete=models.CASCADE, related_name="keys")
    algorithm = models.CharField(max_length=14, choices=Algorithm)
    selector = models.CharField(max_length=MAX_LABEL_LENGTH)
    state = models.CharField(max_length=8, choices=KeyState, default=KeyState.PENDING)
    sealed = SealedField(purpose=DKIM_PURPOSE, owner="id", null=True)
    public_key = models.TextField()
    created_at = models.DateTimeField()
    active_at = models.DateTimeField(null=True)
    # While retiring: its record is needed until then.
    retired_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["domain", "selector"], name="domain_key_selector"),
            models.UniqueConstraint(
                fields=["domain", "algorithm"], condition=Q(state=KeyState.PENDING), name="domain_key_pending_once"
            ),
            models.UniqueConstraint(
                fields=["domain", "algorithm"], condition=Q(state=KeyState.ACTIVE), name="domain_key_active_once"
            ),
            models.CheckConstraint(condition=Q(state__in=KeyState.values), name="domain_key_state"),
            models.CheckConstraint(
                condition=Q(state=KeyState.RETIRED) | Q(sealed__isnull=False), name="domain_key_sealed"
            ),
        ]


class DomainRecord(models.Model):
    """A DNS record of a domain with its last known verdict and the query results."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    domain = models.ForeignKey(SenderDomain, on_delete=models.CASCADE, related_name="records")
    kind = models.CharField(max_length=10, choices=RecordKind)
    # DKIM has one per key.
    key = models.ForeignKey(DomainKey, null=True, on_delete=models.CASCADE, related_name="records")
    verdict = models.CharField(max_length=9, choices=RecordAssessment, default=RecordAssessment.UNCHECKED)
    # The reason code, translated by records.py, and its parameters.
    reason = models.CharField(max_length=40, default="unchecked")
    params = models.JSONField(default=dict)
    # Since when the DNS query fails; the last known verdict remains.
    unknown_since = models.DateTimeField(null=True)
    unknown_reason = models.CharField(max_length=40, default="")
    # The queries of the last check and their results.
    answers = models.JSONField(default=list)
    checked_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["domain", "kind", "key"], name="domain_record_once", nulls_distinct=False),
            models.CheckConstraint(condition=Q(kind__in=RecordKind.values), name="domain_record_kind"),
            models.CheckConstraint(condition=Q(verdict__in=RecordAssessment.values), name="domain_record_verdict"),
            models.CheckConstraint(
                condition=Q(kind=RecordKind.DKIM, key__isnull=False) | (~Q(kind=RecordKind.DKIM) & Q(key__isnull=True)),
                name="domain_record_key",
            ),
        ]


class HostCertificate(models.Model):
    """A certificate for a current or previous tracking host of a domain; sent emails keep their links.

    The private key is encrypted for this row. `token` and `answer` exist while the authority validates (RFC 8555, 8.3).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    domain = models.ForeignKey(SenderDomain, on_delete=models.CASCADE, related_name="certificates")
    host = models.CharField(max_length=MAX_DOMAIN_LENGTH)
    state = models.CharField(max_length=6, choices=CertificateState, default=CertificateState.ASKED)
    fault = models.CharField(max_length=11, choices=CertificateIssue, blank=True, default="")
    # The authority's own message.
    detail = models.CharField(max_length=500, default="")
    token = models.CharField(max_length=200, null=True, unique=True)
    answer = models.CharField(max_length=300, default="")
    sealed = SealedField(purpose=CERTIFICATE_PURPOSE, owner="id", null=True)
    # The certificate chain in PEM.
    chain = models.TextField(default="")
    not_before = models.DateTimeField(null=True)
    not_after = models.DateTimeField(null=True)
    asked_at = models.DateTimeField()
    # The next order or renewal, and the consecutive failed orders.
    next_try_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["domain", "host"], name="host_certificate_once"),
            models.CheckConstraint(condition=Q(state__in=CertificateState.values), name="host_certificate_state"),
            models.CheckConstraint(
                condition=~Q(state=CertificateState.VALID)
                | Q(sealed__isnull=False, not_before__isnull=False, not_after__isnull=False),
                name="host_certificate_valid",
            ),
        ]
        indexes = [models.Index(fields=["next_try_at", "id"], name="host_certificate_due")]

    def __str__(self) -> str:
        return self.host


class AcmeAccount(models.Model):
    """Our account at a certificate authority, with its encrypted key."""

    directory = models.CharField(max_length=500, primary_key=True)
    sealed = SealedField(purpose=ACME_PURPOSE, owner="directory")
    # The account URL; empty before registration.
    address = models.CharField(max_length=500, default="")

    def __str__(self) -> str:
        return self.directory


class DomainOrder(models.Model):
    """An order of a domain. It reserves a unit of the quota, which the domain takes over."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=MAX_DOMAIN_LENGTH)
    status = models.CharField(max_length=6, choices=BuyStatus, default=BuyStatus.UNPAID)
    years = models.PositiveSmallIntegerField()
    # For all years, at the time of the order.
    price = models.DecimalField(max_digits=14, decimal_places=2)
    currency = models.CharField(max_length=3)
    # Why registration of a paid order failed: a code that the client translates.
    problem = models.CharField(max_length=40, default="")
    # None before registration, and after the domain was deleted here.
    domain = models.ForeignKey(SenderDomain, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True)
    active_at = models.DateTimeField(null=True)
    # End of the registration period.
    expires_at = models.DateTimeField(null=True)
    # Days before expiry at the last warning.
    warned_days = models.PositiveSmallIntegerField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "name"], name="domain_order_name"),
            models.CheckConstraint(
                condition=Q(status=BuyStatus.UNPAID, paid_at__isnull=True)
                | Q(status=BuyStatus.PAID, paid_at__isnull=False, active_at__isnull=True)
                | Q(status=BuyStatus.ACTIVE, paid_at__isnull=False, active_at__isnull=False),
                name="domain_order_status",
            ),
        ]
        indexes = [
            models.Index(fields=["created_at"], condition=~Q(status=BuyStatus.ACTIVE), name="domain_order_open"),
            models.Index(fields=["expires_at"], condition=Q(status=BuyStatus.ACTIVE), name="domain_order_ends"),
        ]

    def __str__(self) -> str:
        return self.name


class SandboxRegistration(models.Model):
    """A registration at the sandbox registrar: its name, order and records."""

    name = models.CharField(max_length=MAX_DOMAIN_LENGTH, primary_key=True)
    key = models.CharField(max_length=64, unique=True)
    years = models.PositiveSmallIntegerField()
    # Lists of `[host, type, value]`.
    records = models.JSONField(default=list)
    registered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
