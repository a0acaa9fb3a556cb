"""What a user changes about themselves."""

from server.accounts.errors import CurrentPasswordWrong
from server.accounts.models import User
from server.accounts.services import passwords
from server.core.callers import Caller
from server.core.network import Address
from server.identity.schemas import ProfileIn
from server.identity.services import sessions, throttle

HOURS_12, HOURS_24 = 12, 24


def update(*, changes: ProfileIn, by: Caller) -> User:
    """Changes those fields that were given."""
    fields = changes.model_dump(exclude_unset=True)
    if "time" in fields:
        fields["hour_format"] = HOURS_12 if fields.pop("time") == HOURS_12 else HOURS_24
    user = User.objects.get(pk=by.user_id)
    for name, value in fields.items():
        setattr(user, name, value.strip() if isinstance(value, str) else value)
    user.save(update_fields=list(fields))
    return user


def change_password(*, current: str, new: str, address: Address, by: Caller) -> None:
    """Sets another password and forces out every other session.

    Raises TooManyRequests, CurrentPasswordWrong (SESS-90) and PasswordRefused; the attempts count with those of the
    sign-in, so that a found browser is no way to guess.
    """
    user = User.objects.get(pk=by.user_id)
    if not throttle.guess(current, user.password, email=user.email, address=address):
        raise CurrentPasswordWrong
    passwords.check_allowed(new, email=user.email)
    User.objects.filter(pk=user.pk).update(password=passwords.hashed(new))
    sessions.end_others(user_id=user.pk, keep=by.session_id)
