"""Changes of users to their own profile."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from server.accounts.models import User
from server.accounts.services import passwords
from server.core import events, rooms
from server.core.callers import Caller
from server.identity.events import UserChanged
from server.identity.models import EmailPurpose
from server.identity.services import current_password, emailed_tokens, notices, sessions


def update(*, changes: Mapping[str, Any], by: Caller) -> User:
    """Publishes the change to all of the user's browsers."""
    with transaction.atomic():
        user = User.objects.get(pk=by.user_id)
        for name, value in changes.items():
            setattr(user, name, value.strip() if isinstance(value, str) else value)
        user.save(update_fields=list(changes))
        events.publish(UserChanged(user_id=user.pk), rooms=[rooms.user(user.pk)])
    return user


def change_password(*, current: str, new: str, by: Caller) -> None:
    """Sets another password and ends every other session.

    Raises TooManyRequests, CurrentPasswordWrong (SESS-90) and PasswordRejected.
    """
    user = current_password.confirm(current, by=by)
    passwords.check_allowed(new, email=user.email)
    encoded = passwords.hash_password(new)
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(password=encoded)
        emailed_tokens.invalidate(user_id=user.pk, purpose=EmailPurpose.RESET)
        sessions.end_others(user_id=user.pk, keep=by.session_id)
        notices.send_notice(notices.PASSWORD_CHANGED, user_id=user.pk)
