"""Plans, the subscriptions of teams, and their usage."""

from django.db import models
from django.db.models import F, Q

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class Plan(models.Model):
    """A plan. `features` is the list of feature groups of PLAN-12 to 18; a limit of -1 means unlimited."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    code = models.CharField(max_length=30)
    version = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=60)
    description = models.CharField(max_length=300, blank=True)
    group = models.CharField(max_length=30, blank=True)
    price = models.DecimalField(max_digits=14, decimal_places=2, default=0)
    currency = models.CharField(max_length=3, default="IDR")
    period_months = models.PositiveSmallIntegerField(default=1)
    features = models.JSONField()
    # Upload limit of an import in bytes: 20971520 by default (CONT-62).
    import_bytes = models.PositiveBigIntegerField(default=20_971_520)
    active = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code", "version"], name="plan_code_version")]

    def __str__(self) -> str:
        return self.name


class Subscription(models.Model):
    """The team's current plan."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="subscription")
    plan = models.ForeignKey(Plan, on_delete=models.PROTECT)
    starts_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    price = models.DecimalField(max_digits=14, decimal_places=2, default=0)
    payment_method = models.CharField(max_length=30, blank=True)

    objects = TeamManager()


class FeatureSwitch(models.Model):
    """The global feature list: a feature that is switched off here is off for every team (PLAN-20, PLAN-21)."""

    name = models.CharField(max_length=100, primary_key=True)  # 'contactManagement' or 'contactManagement.export'
    enabled = models.BooleanField(default=True)


class QuotaUsage(models.Model):
    """One counter of a team. `reserved` is held for running work, `used` is consumed.

    A counter that resets each month has a row per period; a live count has one, with `period` null.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="usages")
    area = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    period = models.DateField(null=True)
    used = models.BigIntegerField(default=0)
    reserved = models.BigIntegerField(default=0)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "area", "name", "period"], name="usage_once", nulls_distinct=False),
            models.CheckConstraint(condition=Q(used__gte=0, reserved__gte=0), name="usage_not_negative"),
        ]


class Reservation(models.Model):
    """Units reserved for running work, in one counter. Unused units return when the work ends or the reservation
    expires. Work that lasts for months has one reservation per month."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    usage = models.ForeignKey(QuotaUsage, on_delete=models.CASCADE)
    amount = models.BigIntegerField()
    settled = models.BigIntegerField(default=0)
    reference = models.CharField(max_length=100)
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["expires_at"], name="reservation_open", condition=Q(closed_at__isnull=True)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["team", "reference", "usage"], name="reservation_reference"),
            models.CheckConstraint(condition=Q(settled__lte=F("amount"), settled__gte=0), name="reservation_bounds"),
        ]
