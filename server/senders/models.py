"""Senders: the addresses that a team writes from, the mails by which their owners confirm them, and their domains."""

from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.senders.addresses import DOMAIN_LENGTH, NAME_LENGTH
from server.senders.states import (
    Algorithm,
    BuyStatus,
    Category,
    CertificateFault,
    CertificateState,
    DomainState,
    KeyState,
    RecordKind,
    Verdict,
)
from server.teams.models import Team

LABEL_LENGTH = 63  # RFC 1035, 2.3.4
DKIM_PURPOSE = "dkim"
CERTIFICATE_PURPOSE = "host certificate"
ACME_PURPOSE = "acme account"


class Sender(models.Model):
    """A name and address in the From line (SEND-05). Nothing is sent from it before it is validated."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="senders")
    name = models.CharField(max_length=NAME_LENGTH)
    email = models.CharField(max_length=EMAIL_LENGTH)
    domain = models.CharField(max_length=DOMAIN_LENGTH)
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
    """One validation mail. The token is made when it is sent and only its hash is kept.

    Rows outlive their sender, so that adding and deleting senders is no way to write to strangers without end.
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
    """A domain that a team writes from, and how far receivers can tell that its mail is genuine (SEND-29)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="sender_domains")
    name = models.CharField(max_length=DOMAIN_LENGTH)
    category = models.CharField(max_length=6, choices=Category, default=Category.OWN)
    is_default = models.BooleanField(default=False)
    state = models.CharField(max_length=13, choices=DomainState, default=DomainState.PENDING)
    # First label of the host that links of its mails begin with.
    slug = models.CharField(max_length=LABEL_LENGTH, default="links")
    broken_at = models.DateTimeField(null=True)
    # While it is breaking: until then it counts as authenticated.
    grace_until = models.DateTimeField(null=True)
    checked_at = models.DateTimeField(null=True)
    # When the schedule looks at it next, and how often in a row the DNS couldn't be asked.
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
    """A key that signs mail of a domain. The private part is sealed for this row and opens for no other."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    domain = models.ForeignKey(SenderDomain, on_delete=models.CASCADE, related_name="keys")
    algorithm = models.CharField(max_length=14, choices=Algorithm)
    selector = models.CharField(max_length=LABEL_LENGTH)
    state = models.CharField(max_length=8, choices=KeyState, default=KeyState.PENDING)
    sealed = SealedField(purpose=DKIM_PURPOSE, owner="id", null=True)
    public_key = models.TextField()
    created_at = models.DateTimeField()
    active_at = models.DateTimeField(null=True)
    # While it is retiring: from then on its record isn't needed any more.
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
    """One thing that the DNS is asked for a domain, what it last said for certain, and its very answer."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    domain = models.ForeignKey(SenderDomain, on_delete=models.CASCADE, related_name="records")
    kind = models.CharField(max_length=10, choices=RecordKind)
    # Of DKIM there is one for each key.
    key = models.ForeignKey(DomainKey, null=True, on_delete=models.CASCADE, related_name="records")
    verdict = models.CharField(max_length=9, choices=Verdict, default=Verdict.UNCHECKED)
    # Why, as a word that has a sentence in every language (records.py), with what the sentence names.
    reason = models.CharField(max_length=40, default="unchecked")
    params = models.JSONField(default=dict)
    # Since when the DNS can't be asked; what was certain before still stands beside.
    unknown_since = models.DateTimeField(null=True)
    unknown_reason = models.CharField(max_length=40, default="")
    # The questions of the last check and what came back.
    answers = models.JSONField(default=list)
    checked_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["domain", "kind", "key"], name="domain_record_once", nulls_distinct=False),
            models.CheckConstraint(condition=Q(kind__in=RecordKind.values), name="domain_record_kind"),
            models.CheckConstraint(condition=Q(verdict__in=Verdict.values), name="domain_record_verdict"),
            models.CheckConstraint(
                condition=Q(kind=RecordKind.DKIM, key__isnull=False) | (~Q(kind=RecordKind.DKIM) & Q(key__isnull=True)),
                name="domain_record_key",
            ),
        ]


class HostCertificate(models.Model):
    """A certificate for a host that links of the domain's mail begin with, or began with: sent mail keeps its links.

    The private key is sealed for this row. `token` and `answer` stand while the authority asks for them (RFC 8555,
    8.3).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    domain = models.ForeignKey(SenderDomain, on_delete=models.CASCADE, related_name="certificates")
    host = models.CharField(max_length=DOMAIN_LENGTH)
    state = models.CharField(max_length=6, choices=CertificateState, default=CertificateState.ASKED)
    fault = models.CharField(max_length=11, choices=CertificateFault, blank=True, default="")
    # The authority's own words.
    detail = models.CharField(max_length=500, default="")
    token = models.CharField(max_length=200, null=True, unique=True)
    answer = models.CharField(max_length=300, default="")
    sealed = SealedField(purpose=CERTIFICATE_PURPOSE, owner="id", null=True)
    # With those that vouch for it, in PEM.
    chain = models.TextField(default="")
    not_before = models.DateTimeField(null=True)
    not_after = models.DateTimeField(null=True)
    asked_at = models.DateTimeField()
    # When it is ordered or renewed next, and how many orders in a row have failed.
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
    """Our account at an authority for certificates. Its key is sealed."""

    directory = models.CharField(max_length=500, primary_key=True)
    sealed = SealedField(purpose=ACME_PURPOSE, owner="directory")
    # What the authority calls it; empty before it is registered.
    address = models.CharField(max_length=500, default="")

    def __str__(self) -> str:
        return self.directory


class DomainOrder(models.Model):
    """A domain that a team buys. It holds a unit of the quota from the order on, which the domain takes over."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=DOMAIN_LENGTH)
    status = models.CharField(max_length=6, choices=BuyStatus, default=BuyStatus.UNPAID)
    years = models.PositiveSmallIntegerField()
    # For all years, as it was when ordered.
    price = models.DecimalField(max_digits=14, decimal_places=2)
    currency = models.CharField(max_length=3)
    # Why a paid one can't be registered: a word that the client has a sentence for.
    problem = models.CharField(max_length=40, default="")
    # None before it is registered, and after the domain was deleted here.
    domain = models.ForeignKey(SenderDomain, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True)
    active_at = models.DateTimeField(null=True)
    # Until when it is registered.
    expires_at = models.DateTimeField(null=True)
    # At how many days before that the team was told last.
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
    """What the sandbox registrar keeps: a name that is taken there, by which order, and its records."""

    name = models.CharField(max_length=DOMAIN_LENGTH, primary_key=True)
    key = models.CharField(max_length=64, unique=True)
    years = models.PositiveSmallIntegerField()
    # Each `[host, type, value]`.
    records = models.JSONField(default=list)
    registered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
