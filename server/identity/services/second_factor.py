"""The second step of a sign-in (SESS-95): whether a code is required, of which kind, and whether it is right."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from server.accounts.models import Session, User
from server.core import clock
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed
from server.core.network import Address
from server.identity.errors import OtpInvalid
from server.identity.services import authenticators, codes, notices, operators, throttle
from server.identity.services.sessions import SigninOrigin
from server.identity.states import Method
from server.teams.models import Team

VISIBLE_NAME_CHARACTERS = 1


@dataclass(frozen=True, slots=True)
class RequiredCode:
    """A required code: possible methods, the address it was emailed to, and the wait until another can be requested."""

    methods: list[Method]
    sent_to: str | None
    retry_after_seconds: int


def is_required(*, user_id: UUID, team_id: UUID) -> bool:
    return Team.objects.filter(pk=team_id, enable_2fa=True).exists() or authenticators.has_app(user_id=user_id)


def request_code(*, step: Session) -> RequiredCode:
    """The code that this sign-in requires. Emails the first one.

    A user with an app must use it: email would be a weaker second factor.
    """
    if authenticators.has_app(user_id=step.user_id):
        left = authenticators.count_recovery_codes(user_id=step.user_id)
        return RequiredCode(["app", "recovery"] if left else ["app"], None, 0)
    return RequiredCode(["email"], mask_email(step.user.email), codes.request_first(step=step))


def resend_code(*, by: Caller) -> int:
    """Emails a new code. Returns the seconds until another can be requested.

    Raises OtpTooSoon, and ActionNotAllowed if an app generates the codes or none is required.
    """
    if authenticators.has_app(user_id=by.user_id) or not is_required(user_id=by.user_id, team_id=by.team_id):
        raise ActionNotAllowed
    return codes.request(step=Session.objects.get(pk=by.session_id))


def verify_code(*, code: str, address: Address, origin: SigninOrigin, by: Caller) -> int | None:
    """Passes the step with the right code: of the app, of the email, or a recovery code.

    After a recovery code, notifies the user and returns how many are left; else returns None. Raises TooManyRequests,
    OtpInvalid and OtpExpired. Attempts count against the network and, except for recovery codes, against the account.
    """
    user = User.objects.get(pk=by.user_id)
    given, has_app = codes.normalize(code), authenticators.has_app(user_id=user.pk)
    is_recovery = has_app and not _has_digits_of_code(given)
    if is_recovery:
        throttle.count_recovery_code(user_id=user.pk, address=address)
    else:
        count = throttle.count_code(user_id=user.pk, address=address)
        if count % throttle.CODES_PER_NOTIFICATION == 0:
            operators.notify_of_guesses(user_id=user.pk, count=count)
    _check(user=user, code=given, by=by, has_app=has_app, is_recovery=is_recovery)
    throttle.clear_code_attempts(user_id=user.pk, address=address)
    with transaction.atomic():
        Session.objects.filter(pk=by.session_id, passed_at__isnull=True).update(passed_at=clock.now())
        return _notify_recovery_code(user_id=user.pk, origin=origin) if is_recovery else None


def _notify_recovery_code(*, user_id: UUID, origin: SigninOrigin) -> int:
    left = authenticators.count_recovery_codes(user_id=user_id)
    notices.send_notice(
        notices.RECOVERY_CODE_USED,
        user_id=user_id,
        device=origin.device or "?",
        address=origin.address,
        left=str(left),
    )
    return left


def mask_email(email: str) -> str:
    """A masked address that only its owner recognizes: d•••@kopiselatan.example."""
    name, _, domain = email.rpartition("@")
    return f"{name[:VISIBLE_NAME_CHARACTERS]}•••@{domain}"


def _has_digits_of_code(code: str) -> bool:
    return code.isascii() and code.isdecimal() and len(code) == codes.DIGITS


def _check(*, user: User, code: str, by: Caller, has_app: bool, is_recovery: bool) -> None:
    if not has_app:
        codes.consume(session_id=by.session_id, code=code)
        return
    take = authenticators.consume_recovery_code if is_recovery else authenticators.accept_code
    if not take(user_id=user.pk, code=code):
        raise OtpInvalid
