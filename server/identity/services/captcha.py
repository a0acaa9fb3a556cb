"""The built-in captcha (SESS-93): a proof of work that is cheap for a browser and expensive for a guesser (ALTCHA
2)."""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import altcha

from server.core import clock, keyed_hashes
from server.core.network import Address
from server.identity import sql
from server.identity.errors import CaptchaInvalid
from server.identity.models import SpentChallenge
from server.identity.services import throttle

ALGORITHM = "PBKDF2/SHA-256"
ITERATIONS = 5_000
STEPS = 200  # of ITERATIONS, half of them on average: about a tenth of a second in a browser
CHALLENGE_LIFETIME = timedelta(minutes=10)
KEY_SALT = "identity.captcha"


def create_challenge(*, address: Address, account: str | None) -> dict[str, Any]:
    """A new signed challenge, valid for ten minutes. It is harder after many failures from this network or for this
    account.

    The account might not exist: the difficulty only depends on the number of attempts.
    """
    level = throttle.get_difficulty(address=address, email=account)
    made = altcha.create_challenge(
        ALGORITHM,
        ITERATIONS,
        counter=secrets.randbelow(STEPS * 2**level),
        expires_at=clock.now() + CHALLENGE_LIFETIME,
        data={"level": level},
        hmac_secret=keyed_hashes.compute_digest(KEY_SALT, "challenge"),
        hmac_key_secret=keyed_hashes.compute_digest(KEY_SALT, "solution"),
    )
    answer: dict[str, Any] = made.to_dict()
    return answer


def check(*, payload: str, address: Address, account: str | None = None) -> None:
    """Accepts a solution once. Raises CaptchaInvalid if it is wrong, expired, used before, or not hard enough."""
    try:
        given = altcha.Payload.from_base64(payload)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CaptchaInvalid from error
    parameters = given.challenge.parameters
    # The code below reads only values that our own signature covers.
    if not _is_solved(given) or parameters.data is None or parameters.expires_at is None:
        raise CaptchaInvalid
    if parameters.data["level"] < throttle.get_difficulty(address=address, email=account):
        raise CaptchaInvalid(payload={"account": True})
    if not sql.spend_challenge(parameters.nonce, expires_at=datetime.fromtimestamp(parameters.expires_at, UTC)):
        raise CaptchaInvalid


def purge_used() -> None:
    SpentChallenge.objects.filter(expires_at__lt=clock.now() - CHALLENGE_LIFETIME).delete()


def _is_solved(given: altcha.Payload) -> bool:
    """Under our current or a previous secret key."""
    keys = zip(
        keyed_hashes.list_digests(KEY_SALT, "challenge"), keyed_hashes.list_digests(KEY_SALT, "solution"), strict=True
    )
    return any(altcha.verify_solution(given, key, hmac_key_secret=solution_key).verified for key, solution_key in keys)
