"""What a user changes about themselves."""

from django.db import transaction

from server.accounts.models import User
from server.accounts.services import passwords
from server.core import events, rooms
from server.core.callers import Caller
from server.identity.events import UserChanged
from server.identity.models import MailPurpose
from server.identity.schemas import ProfileIn
from server.identity.services import current_password, mailed_tokens, notices, sessions

HOURS_12, HOURS_24 = 12, 24


def update(*, changes: ProfileIn, by: Caller) -> User:
    """Changes those fields that were given; every browser of the user is told."""
    fields = changes.model_dump(exclude_unset=True)
    if "time" in fields:
        fields["hour_format"] = HOURS_12 if fields.pop("time") == HOURS_12 else HOURS_24
    with transaction.atomic():
        user = User.objects.get(pk=by.user_id)
        for name, value in fields.items():
            setattr(user, name, value.strip() if isinstance(value, str) else value)
        user.save(update_fields=list(fields))
        events.publish(UserChanged(user_id=user.pk), rooms=[rooms.user(user.pk)])
    return user


def change_password(*, current: str, new: str, by: Caller) -> None:
    """Sets another password and forces out every other session.

    Raises TooManyRequests, CurrentPasswordWrong (SESS-90) and PasswordRefused.
    """
    user = current_password.confirm(current, by=by)
    passwords.check_allowed(new, email=user.email)
    encoded = passwords.hashed(new)
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(password=encoded)
        mailed_tokens.drop(user_id=user.pk, purpose=MailPurpose.RESET)
        sessions.end_others(user_id=user.pk, keep=by.session_id)
        notices.tell(notices.PASSWORD_CHANGED, user_id=user.pk)
