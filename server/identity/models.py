"""What guards the doors: failed attempts, challenges that were used, and tokens that were mailed."""

from django.db import models

from server.accounts.models import User
from server.core.ids import uuid7


class Attempt(models.Model):
    """Failures counted under a key: an (account, network) pair, a network, or an account."""

    key = models.CharField(max_length=90, primary_key=True)
    count = models.PositiveIntegerField()
    last_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["last_at"], name="attempt_age")]


class SpentChallenge(models.Model):
    """A proof of work that was accepted; it isn't accepted twice."""

    nonce = models.CharField(max_length=64, primary_key=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="spent_challenge_age")]


class MailPurpose(models.TextChoices):
    VALIDATE = "validate"


class MailedToken(models.Model):
    """A link that was mailed to somebody. Only the hash of its token is kept; it works once."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    purpose = models.CharField(max_length=10, choices=MailPurpose)
    token_hash = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
