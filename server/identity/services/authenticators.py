"""The authenticator app (RFC 6238), and ten recovery codes for a user who has lost it."""

import secrets
from datetime import timedelta
from hmac import compare_digest
from hmac import digest as hmac_digest
from uuid import UUID

import pyotp
from django.db import transaction

from server.accounts.errors import AddressNotValidated
from server.accounts.models import Session, User
from server.core import clock, events, rooms, sealing, sockets
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed
from server.identity.errors import OtpInvalid
from server.identity.events import UserChanged
from server.identity.models import AUTHENTICATOR_PURPOSE, Authenticator, RecoveryCode
from server.identity.services import current_password, notices
from server.identity.services.codes import normalize

STEP_SECONDS = 30
DRIFT_STEPS = 1  # clocks that are half a minute off are common
SETUP_LIFETIME = timedelta(hours=1)
RECOVERY_CODES = 10
# No letters or digits that look alike. Ten of 31 give 49 bits.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
RECOVERY_CHARACTERS = 10


def has_app(*, user_id: UUID) -> bool:
    return Authenticator.objects.filter(user_id=user_id, confirmed_at__isnull=False).exists()


def count_recovery_codes(*, user_id: UUID) -> int:
    return RecoveryCode.objects.filter(user_id=user_id, used_at__isnull=True).count()


def start_setup(*, password: str, issuer: str, by: Caller) -> tuple[str, str]:
    """A new secret and its URI for the app. It takes effect once `confirm` has received a code of it.

    Raises AddressNotValidated, TooManyRequests, CurrentPasswordWrong, and ActionNotAllowed if the user has an app
    already. Without validation, a person could register another's address and lock out its owner.
    """
    if not by.validated:
        raise AddressNotValidated
    user = current_password.confirm(password, by=by)
    secret = pyotp.random_base32()
    sealed = sealing.seal(secret, purpose=AUTHENTICATOR_PURPOSE, owner=str(user.pk))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if has_app(user_id=user.pk):
            raise ActionNotAllowed
        Authenticator.objects.update_or_create(
            user_id=user.pk, defaults={"sealed_secret": sealed, "last_step": 0, "created_at": clock.now()}
        )
    return secret, pyotp.TOTP(secret).provisioning_uri(name=user.email, issuer_name=issuer)


def confirm(*, code: str, by: Caller) -> list[str]:
    """Accepts the first code of the app, which is required from then on. Returns the recovery codes.

    The session counts as having passed the second factor. Raises OtpInvalid, and ActionNotAllowed if no app waits for
    confirmation.
    """
    with transaction.atomic():
        waiting = (
            Authenticator.objects.select_for_update()
            .filter(user_id=by.user_id, confirmed_at__isnull=True, created_at__gt=clock.now() - SETUP_LIFETIME)
            .first()
        )
        if waiting is None:
            raise ActionNotAllowed
        step = _find_step(waiting, normalize(code))
        if step is None:
            raise OtpInvalid
        waiting.last_step, waiting.confirmed_at = step, clock.now()
        waiting.save(update_fields=["last_step", "confirmed_at"])
        Session.objects.filter(pk=by.session_id, passed_at__isnull=True).update(passed_at=clock.now())
        codes = _create_recovery_codes(waiting)
        notices.send_notice(notices.APP_ADDED, user_id=by.user_id)
        _publish(by.user_id)
    return codes


def remove(*, password: str, by: Caller) -> None:
    """Removes the app and its recovery codes. Raises TooManyRequests, CurrentPasswordWrong and ActionNotAllowed."""
    user = current_password.confirm(password, by=by)
    with transaction.atomic():
        gone, _ = Authenticator.objects.filter(user_id=user.pk, confirmed_at__isnull=False).delete()
        if not gone:
            raise ActionNotAllowed
        RecoveryCode.objects.filter(user_id=user.pk).delete()
        # An operator without an app must receive no more events of the teams they are watching.
        sockets.review_user(user_id=user.pk)
        notices.send_notice(notices.APP_REMOVED, user_id=user.pk)
        _publish(user.pk)


def renew_recovery_codes(*, password: str, by: Caller) -> list[str]:
    """Replaces the recovery codes with ten new ones. Raises the errors of `remove`."""
    user = current_password.confirm(password, by=by)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        app = Authenticator.objects.filter(user_id=user.pk, confirmed_at__isnull=False).first()
        if app is None:
            raise ActionNotAllowed
        codes = _create_recovery_codes(app)
        _publish(user.pk)
    return codes


def accept_code(*, user_id: UUID, code: str) -> bool:
    """Whether this is the app's current code. This code and older ones are not accepted again."""
    app = Authenticator.objects.filter(user_id=user_id, confirmed_at__isnull=False).first()
    step = _find_step(app, code) if app else None
    if app is None or step is None:
        return False
    # If two requests use one code in parallel, the second finds the step already taken.
    return bool(Authenticator.objects.filter(pk=app.pk, last_step__lt=step).update(last_step=step))


def consume_recovery_code(*, user_id: UUID, code: str) -> bool:
    app = Authenticator.objects.filter(user_id=user_id, confirmed_at__isnull=False).first()
    if app is None:
        return False
    unused = RecoveryCode.objects.filter(
        user_id=user_id, code_hash=_hash(_unseal_secret(app), code), used_at__isnull=True
    )
    return bool(unused.update(used_at=clock.now()))


def _find_step(app: Authenticator, code: str) -> int | None:
    """The time step of the code, at most DRIFT_STEPS away from now. None for a wrong code."""
    totp, present = pyotp.TOTP(_unseal_secret(app)), int(clock.now().timestamp()) // STEP_SECONDS
    steps = range(present - DRIFT_STEPS, present + DRIFT_STEPS + 1)
    right = [step for step in steps if compare_digest(totp.generate_otp(step).encode(), code.encode())]
    return right[0] if right else None


def _unseal_secret(app: Authenticator) -> str:
    return sealing.unseal(bytes(app.sealed_secret), purpose=AUTHENTICATOR_PURPOSE, owner=str(app.user_id))


def _create_recovery_codes(app: Authenticator) -> list[str]:
    """Returns the new codes, formatted for the user."""
    codes = ["".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_CHARACTERS)) for _ in range(RECOVERY_CODES)]
    secret = _unseal_secret(app)
    RecoveryCode.objects.filter(user_id=app.user_id).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user_id=app.user_id, code_hash=_hash(secret, code)) for code in codes)
    half = RECOVERY_CHARACTERS // 2
    return [f"{code[:half]}-{code[half:]}" for code in codes]


def _hash(secret: str, code: str) -> bytes:
    """Keyed by the app's own secret, so that the codes stay valid after a change of DASH_SECRET_KEY: that only seals
    the app's secret again."""
    return hmac_digest(secret.encode(), f"identity.recovery:{code}".encode(), "sha256")


def _publish(user_id: UUID) -> None:
    events.publish(UserChanged(user_id=user_id), rooms=[rooms.user(user_id)])
