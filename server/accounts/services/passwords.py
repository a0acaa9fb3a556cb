"""Passwords: which are allowed, and verification."""

from functools import lru_cache

from django.contrib.auth.hashers import get_hasher, make_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from server.accounts.causes import PASSWORD_COMMON, PASSWORD_IS_EMAIL, PASSWORD_LENGTH
from server.accounts.errors import PasswordRejected
from server.core.causes import BoundCause
from server.core.text import normalize_email

MIN_CHARACTERS, MAX_CHARACTERS = 10, 128  # SESS-92
# Verified if there is no account, so that the response takes as long. Same parameters; matches no password.
DUMMY_HASH = "argon2$argon2id$v=19$m=19456,t=2,p=1$Zm9yIG5vYm9keSBhdCBhbGw$I/PPOJ2VfESSyEujz52BM+Ga0jWCR1VHUgmeIonCRXA"


@lru_cache(maxsize=1)
def _get_common_validator() -> CommonPasswordValidator:
    return CommonPasswordValidator()


def check_allowed(password: str, *, email: str) -> None:
    """Raises PasswordRejected for a password that is too short, too long, common, or the user's address."""
    if not MIN_CHARACTERS <= len(password) <= MAX_CHARACTERS:
        raise _build_rejection(PASSWORD_LENGTH.bind(min=MIN_CHARACTERS, max=MAX_CHARACTERS))
    if normalize_email(password) == normalize_email(email):
        raise _build_rejection(PASSWORD_IS_EMAIL.bind())
    try:
        _get_common_validator().validate(password)
    except ValidationError as error:
        raise _build_rejection(PASSWORD_COMMON.bind()) from error


def hash_password(password: str) -> str:
    return make_password(password)


def is_correct(password: str, encoded: str | None) -> bool:
    """Whether this is the password. Takes as long without an account (`encoded` None) as with one."""
    hasher = get_hasher()
    known = encoded is not None and encoded.startswith(f"{hasher.algorithm}$")
    right = hasher.verify(password, encoded if known and encoded else DUMMY_HASH)
    return right and known


def _build_rejection(cause: BoundCause) -> PasswordRejected:
    return PasswordRejected(payload={"field": "password", "value": None, **cause.payload()})
