"""Records of authentication: spent challenges and assertions, emailed tokens, and second factors."""

from django.db import models

from server.accounts.models import EMAIL_LENGTH, Session, User
from server.core.ids import uuid7
from server.core.sealing import SealedField

AUTHENTICATOR_PURPOSE = "identity.authenticator"


class SpentChallenge(models.Model):
    """An accepted proof of work. It is not accepted twice."""

    nonce = models.CharField(max_length=64, primary_key=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="spent_challenge_age")]


class EmailPurpose(models.TextChoices):
    VALIDATE = "validate"
    RESET = "reset"
    SIGN_IN = "signin"
    PAYMENT = "payment"
    EMAIL = "email"


class EmailedToken(models.Model):
    """An emailed link. Only the hash of its token is stored; it works once."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    purpose = models.CharField(max_length=10, choices=EmailPurpose)
    # The new address that the link confirms; empty for other purposes.
    email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    # The team that a sign-in link opens; null for other purposes.
    team_id = models.UUIDField(null=True)
    token_hash = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class TwoFactorCode(models.Model):
    """An emailed code of six digits. Only its keyed hash is stored. It works for one sign-in, once, within five
    attempts."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="codes")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="codes")
    code_hash = models.BinaryField(max_length=32)
    tries = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["session", "-created_at"], name="code_newest"),
            models.Index(fields=["user", "-created_at"], name="code_of_user"),
            models.Index(fields=["expires_at"], name="code_expiry"),
        ]


class Authenticator(models.Model):
    """A user's authenticator app (RFC 6238). It is active once one of its codes has confirmed the setup."""

    user = models.OneToOneField(User, primary_key=True, on_delete=models.CASCADE, related_name="authenticator")
    sealed_secret = SealedField(purpose=AUTHENTICATOR_PURPOSE, owner="user_id", max_length=200)
    # The newest time step with an accepted code. Codes of this and earlier steps are never accepted again.
    last_step = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)


class RecoveryCode(models.Model):
    """One of ten codes for a user who has lost the app. Only its keyed hash is stored; it works once."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    code_hash = models.BinaryField(max_length=32)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once")]


class SpentAssertion(models.Model):
    """An accepted sign-in assertion of a partner (signin-jwt). It is not accepted twice."""

    jti_hash = models.BinaryField(max_length=32, primary_key=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="spent_assertion_age")]
