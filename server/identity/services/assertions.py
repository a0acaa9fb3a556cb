"""A partner's signed sign-in (signin-jwt): a short-lived JWT that names one of our users, valid once.

The installation's partner has the key of DASH_SIGNIN_JWT_KEY. Claims: `email`, `aud` (the app's first origin), `exp` at
most ten minutes ahead, `jti`, and optionally `companyId`.
"""

import base64
import binascii
import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings
from django.db import transaction

from server.accounts.models import User
from server.core import clock
from server.core.errors import PathNotFound
from server.core.text import normalize_email
from server.identity import sql
from server.identity.errors import SignInFailed
from server.identity.models import SpentAssertion
from server.identity.services import operators, signin
from server.identity.services.sessions import SigninOrigin

MAX_LIFETIME = timedelta(minutes=10)
MAX_JTI_CHARACTERS = 200
MIN_SECRET_CHARACTERS = 32


class KeyInvalid(Exception):
    """DASH_SIGNIN_JWT_KEY is neither `HS256:` with a long secret nor `EdDSA:` with a public key."""


def parse_key(setting: str) -> tuple[str, str | Ed25519PublicKey]:
    """Algorithm and key of the setting. Raises KeyInvalid."""
    algorithm, _, value = setting.partition(":")
    if algorithm == "HS256" and len(value) >= MIN_SECRET_CHARACTERS:
        return algorithm, value
    if algorithm == "EdDSA":
        try:
            return algorithm, Ed25519PublicKey.from_public_bytes(base64.b64decode(value, validate=True))
        except (ValueError, binascii.Error) as error:
            raise KeyInvalid from error
    raise KeyInvalid


def sign_in(*, assertion: str, ends_others: bool, origin: SigninOrigin) -> str:
    """Exchanges a partner's assertion, once, for a two-factor token.

    Raises PathNotFound if no key is set, SignInFailed for any problem with the assertion or its user, which includes
    operators, and the errors of `signin.start`.
    """
    if not settings.SIGNIN_JWT_KEY:
        raise PathNotFound
    email, team_id, jti, expires_at = _read(assertion)
    user = User.objects.filter(email=email).first()
    # A partner's key must not give access to teams of other partners.
    if user is None or operators.is_operator(user):
        raise SignInFailed
    # If another sign-in blocks this one, the rollback keeps the assertion valid.
    with transaction.atomic():
        if not sql.spend_assertion(hashlib.sha256(jti.encode()).digest(), expires_at=expires_at):
            raise SignInFailed
        return signin.start(user=user, team_id=team_id, ends_others=ends_others, origin=origin)


def purge_used() -> None:
    SpentAssertion.objects.filter(expires_at__lt=clock.now() - MAX_LIFETIME).delete()


def _read(assertion: str) -> tuple[str, UUID | None, str, datetime]:
    """Address, team, id and expiry of a valid assertion. Raises SignInFailed."""
    algorithm, secret = parse_key(settings.SIGNIN_JWT_KEY)
    try:
        claims = jwt.decode(
            assertion,
            secret,
            algorithms=[algorithm],
            audience=settings.APP_ORIGINS[0],
            # The times are compared below, with the product's own clock.
            options={
                "require": ["exp", "aud", "jti", "email"],
                "verify_exp": False,
                "verify_nbf": False,
                "verify_iat": False,
            },
        )
        expires_at = datetime.fromtimestamp(int(claims["exp"]), UTC)
        team_id = UUID(claims["companyId"]) if claims.get("companyId") else None
    except (jwt.PyJWTError, ValueError, TypeError, AttributeError, OverflowError, OSError) as error:
        raise SignInFailed from error
    email, jti = claims["email"], claims["jti"]
    now = clock.now()
    texts = (
        isinstance(email, str) and isinstance(jti, str) and 0 < len(jti) <= MAX_JTI_CHARACTERS and "\x00" not in email
    )
    if not texts or not now < expires_at <= now + MAX_LIFETIME:
        raise SignInFailed
    return normalize_email(email), team_id, jti, expires_at
