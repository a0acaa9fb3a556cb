"""Users and their sessions."""

from django.db import models
from django.db.models import Q

from server.accounts.states import EndReason
from server.core.callers import TokenKind
from server.core.ids import uuid7

EMAIL_LENGTH = 254  # RFC 5321, 4.5.3.1.3 without the brackets


class User(models.Model):
    """A user. The address is stored in lower case and identifies the account."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.CharField(max_length=EMAIL_LENGTH, unique=True)
    password = models.CharField(max_length=255)
    firstname = models.CharField(max_length=100, blank=True)
    lastname = models.CharField(max_length=100, blank=True)
    image = models.CharField(max_length=500, blank=True)
    phone = models.CharField(max_length=32, blank=True)
    hour_format = models.PositiveSmallIntegerField(default=24)  # 12 or 24; API name: time
    language = models.CharField(max_length=5, default="en")
    tours = models.JSONField(default=dict)
    hints = models.JSONField(default=dict)
    toggle_contact = models.BooleanField(default=False)
    policy_version = models.CharField(max_length=20, blank=True)
    last_product_update = models.DateTimeField(null=True)
    validated_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(null=True)
    is_operator = models.BooleanField(default=False)
    affiliate_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(hour_format__in=[12, 24]), name="user_hour_format")]

    def __str__(self) -> str:
        return self.email

    @property
    def fullname(self) -> str:
        """First and last name, or the address if both are empty."""
        return self._names or self.email

    @property
    def greeting_name(self) -> str:
        """The name for emails to the user. Empty before the address is verified, since anyone can register an
        address."""
        return self._names if self.validated_at else ""

    @property
    def _names(self) -> str:
        return " ".join(part for part in (self.firstname, self.lastname) if part)


class Session(models.Model):
    """One signed-in browser or device, bound to one team. Only the hash of its token is stored.

    Multi-login, force-out and the support console use this row.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sessions")
    # No foreign key, since teams is a higher app than accounts. The app identity maintains the reference.
    team_id = models.UUIDField()
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in TokenKind])
    token_hash = models.BinaryField(max_length=32, unique=True)
    device = models.CharField(max_length=200, blank=True)
    address = models.GenericIPAddressField(null=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=12, choices=EndReason, blank=True)
    # For a two-factor session whose sign-in must end the others: they end when the sign-in is complete, not before.
    ends_others = models.BooleanField(default=False)
    # When the second factor passed. Copied to the session that the sign-in opens.
    passed_at = models.DateTimeField(null=True)
    # For a two-factor session: the requesting session. For a trx session: the session that it ends with.
    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="children")
    # Opened by a payment link: it can only pay (TEAM-62).
    payment_only = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["user", "kind"], name="session_open", condition=Q(ended_at__isnull=True)),
            models.Index(fields=["team_id"], name="session_of_team", condition=Q(ended_at__isnull=True)),
            models.Index(fields=["expires_at"], name="session_expiry"),
        ]


class PushToken(models.Model):
    """The push token of a signed-in device. A device has one, and a token belongs to one device."""

    session = models.OneToOneField(Session, primary_key=True, on_delete=models.CASCADE, related_name="push_token")
    token = models.CharField(max_length=1000, unique=True)
    updated_at = models.DateTimeField()
