"""Pools of relay addresses, their uses, and the statistics of sender processes."""

from django.db import models
from django.db.models import Q

from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.plans.models import Plan
from server.teams.models import Team

RELAY_PURPOSE = "delivery.relay"


class Stream(models.TextChoices):
    """Purpose of an email. Each stream is sent separately, so a rejected campaign does not delay receipts."""

    MARKETING = "marketing"
    TRANSACTIONAL = "transactional"
    SYSTEM = "system"


class IpPool(models.Model):
    """Relay addresses for the emails of a stream, a plan or a team. They belong to the installation, not to a team."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=60, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class RelayTls(models.TextChoices):
    """As defined in `smtp/relay.py`."""

    NEVER = "never"
    OPPORTUNISTIC = "opportunistic"
    REQUIRED = "required"
    IMPLICIT = "implicit"


class RelayAddress(models.Model):
    """An address of a pool: a relay endpoint. The password is encrypted (`core/sealing.py`)."""

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(IpPool, on_delete=models.CASCADE, related_name="addresses")
    host = models.CharField(max_length=253)
    port = models.PositiveIntegerField()
    tls = models.CharField(max_length=13, choices=RelayTls, default=RelayTls.REQUIRED)
    user = models.CharField(max_length=200, blank=True)
    password = SealedField(purpose=RELAY_PURPOSE, owner="id", null=True)
    # The local address to connect from; null: the system chooses.
    source = models.GenericIPAddressField(null=True)
    helo = models.CharField(max_length=253)
    connections = models.PositiveSmallIntegerField(default=10)  # per sender process
    # The first day of its warm-up, in UTC; null once it is warm.
    warming_since = models.DateField(null=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "host", "port", "source", "user"], name="relay_address_once", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(port__gte=1, port__lte=65535, connections__gte=1), name="relay_address_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class PoolUse(models.Model):
    """The pool of a stream: for one team, for the teams of a plan, or for all."""

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(IpPool, on_delete=models.CASCADE, related_name="uses")
    stream = models.CharField(max_length=13, choices=Stream)
    team = models.ForeignKey(Team, null=True, on_delete=models.CASCADE, related_name="+")
    plan = models.ForeignKey(Plan, null=True, on_delete=models.CASCADE, related_name="+")

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "team", "plan"], name="pool_use_once", nulls_distinct=False),
            models.CheckConstraint(condition=Q(team__isnull=True) | Q(plan__isnull=True), name="pool_use_of_one"),
        ]


class AddressDay(models.Model):
    """The messages of a day that an address in warm-up has assigned to senders."""

    pk = models.CompositePrimaryKey("address_id", "day")
    address = models.ForeignKey(RelayAddress, on_delete=models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    taken = models.PositiveIntegerField(default=0)


class AddressReport(models.Model):
    """The last statistics of an address from one sender process; 0 is the relay of SMTP_URL."""

    pk = models.CompositePrimaryKey("address_id", "worker")
    address_id = models.BigIntegerField()
    worker = models.CharField(max_length=60)
    connections = models.PositiveIntegerField(default=0)
    sent = models.PositiveBigIntegerField(default=0)
    deferred = models.PositiveBigIntegerField(default=0)
    failed = models.PositiveBigIntegerField(default=0)
    answer = models.CharField(max_length=310, blank=True)
    answered_at = models.DateTimeField(null=True)
    reported_at = models.DateTimeField()


class DestinationReport(models.Model):
    """The last report about a throttled destination from one sender process; pool 0 is the relay of SMTP_URL."""

    pk = models.CompositePrimaryKey("pool_id", "destination", "worker")
    pool_id = models.BigIntegerField()
    destination = models.CharField(max_length=255)
    worker = models.CharField(max_length=60)
    # Concurrent messages: now, and normally.
    at_once = models.PositiveIntegerField()
    most = models.PositiveIntegerField()
    pause_seconds = models.FloatField()  # between two messages; 0: none
    per_second = models.FloatField(null=True)  # null: no rate limit
    deferred = models.PositiveBigIntegerField()  # responses that asked to slow down, since it is throttled
    answer = models.CharField(max_length=310)
    answered_at = models.DateTimeField()
    slowed_at = models.DateTimeField()
    reported_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["worker"], name="destination_report_worker")]
