"""Registration: a user, a team and its first plan, in one transaction."""

from uuid import uuid4

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from server.accounts.models import EMAIL_LENGTH, User
from server.accounts.services import passwords
from server.core import clock, jobs
from server.core.causes import NOT_EMAIL, TOO_LONG
from server.core.errors import FieldsInvalid, FieldsMissing
from server.core.network import Address
from server.core.text import normalize_email
from server.identity.errors import EmailRegistered
from server.identity.services import captcha, signin, throttle
from server.identity.services.sessions import SigninOrigin
from server.plans.services import offered_plans
from server.teams.services import teams
from server.vendors import catalogue as vendors

SEND_VALIDATION = "identity.send_validation"
FILL_SAMPLE = "dashboard.fill_sample"


def register(
    *,
    email: str,
    password: str,
    company: str,
    phone: str,
    name: str,
    language: str,
    solution: str,
    vendor: str,
    address: Address,
    origin: SigninOrigin,
) -> str:
    """Creates the account and its team, under the vendor of the sign-up page. Returns the two-factor token.

    The work is the same whether or not the address is registered, so that the response time reveals nothing. For a
    registered address, everything is created under a placeholder address and rolled back.

    Raises FieldsMissing for an empty field (SESS-64), FieldsInvalid for an invalid address, PasswordRejected,
    CaptchaInvalid, TooManyRequests, and EmailRegistered.
    """
    email = normalize_email(email)
    require_fields(email=email, password=password, company=company, phone=phone, **{"g-recaptcha-response": solution})
    check_email(email)
    passwords.check_allowed(password, email=email)
    captcha.check(payload=solution, address=address)
    throttle.count_requested_email()
    # Hashed outside the transaction: hashing is slow, and must not prolong row locks.
    encoded = passwords.hash_password(password)
    with transaction.atomic():
        is_registered = User.objects.filter(email=email).exists()
        user = _create_user(
            email=_build_placeholder_address() if is_registered else email,
            encoded=encoded,
            phone=phone.strip(),
            name=name,
            language=language,
        )
        team = teams.create(name=company.strip(), owner=user, phone=phone.strip(), vendor=vendor)
        offered_plans.subscribe_to_sample(team_id=team.pk)
        if vendors.get_vendor(vendor).sample_data:
            jobs.enqueue(FILL_SAMPLE, key=f"{FILL_SAMPLE}:{team.pk}", team_id=str(team.pk))
        jobs.enqueue(SEND_VALIDATION, key=f"{SEND_VALIDATION}:{user.pk}", user_id=str(user.pk))
        token = signin.start_second_factor(user=user, team_id=team.pk, origin=origin)
        if is_registered:
            raise EmailRegistered
        return token


def require_fields(**fields: str) -> None:
    missing = [name for name, value in fields.items() if not value.strip()]
    if missing:
        raise FieldsMissing.of(missing)


def check_email(email: str) -> None:
    try:
        validate_email(email)
    except ValidationError as error:
        raise FieldsInvalid.of("email", NOT_EMAIL, email, example="name@example.com") from error
    if len(email) > EMAIL_LENGTH:
        raise FieldsInvalid.of("email", TOO_LONG, email, max=EMAIL_LENGTH)


def _build_placeholder_address() -> str:
    return f"{uuid4()}@invalid"


def _create_user(*, email: str, encoded: str, phone: str, name: str, language: str) -> User:
    # The last word is the family name. A single word is the first name.
    first, _, last = " ".join(name.split()).rpartition(" ")
    try:
        with transaction.atomic():
            return User.objects.create(
                email=email,
                password=encoded,
                firstname=first or last,
                lastname=last if first else "",
                phone=phone,
                language=language,
                # Registering implies acceptance (SESS-33), so the user is not asked again.
                policy_version=settings.POLICY_VERSION,
                created_at=clock.now(),
            )
    except IntegrityError as error:
        raise EmailRegistered from error
