"""Passwords: which are taken, and whether one is right."""

from functools import lru_cache

from django.contrib.auth.hashers import get_hasher, make_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

from server.accounts.errors import PasswordRefused
from server.core.text import normal_email

LEAST_CHARACTERS, MOST_CHARACTERS = 10, 128  # SESS-92
# Verified when there is no account, so that the answer takes as long: same parameters, nobody's password.
NOBODYS = "argon2$argon2id$v=19$m=19456,t=2,p=1$Zm9yIG5vYm9keSBhdCBhbGw$I/PPOJ2VfESSyEujz52BM+Ga0jWCR1VHUgmeIonCRXA"


@lru_cache(maxsize=1)
def _common() -> CommonPasswordValidator:
    return CommonPasswordValidator()


def check_allowed(password: str, *, email: str) -> None:
    """Raises PasswordRefused for a password that is too short, too long, common, or the user's address."""
    if not LEAST_CHARACTERS <= len(password) <= MOST_CHARACTERS:
        raise _refused(f"Use {LEAST_CHARACTERS} to {MOST_CHARACTERS} characters.")
    if normal_email(password) == normal_email(email):
        raise _refused("Your address is no password.")
    try:
        _common().validate(password)
    except ValidationError as error:
        raise _refused("This password is on a list of common ones.") from error


def hashed(password: str) -> str:
    """The password as it is stored."""
    return make_password(password)


def is_right(password: str, encoded: str | None) -> bool:
    """Whether this is the password; takes as long without an account (`encoded` None) as with one."""
    hasher = get_hasher()
    known = encoded is not None and encoded.startswith(f"{hasher.algorithm}$")
    right = hasher.verify(password, encoded if known and encoded else NOBODYS)
    return right and known


def _refused(cause: str) -> PasswordRefused:
    return PasswordRefused(payload={"field": "password", "value": None, "cause": cause})
