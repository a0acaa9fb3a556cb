"""The current password, which a signed-in user enters again before changing sign-in settings."""

from server.accounts.errors import CurrentPasswordWrong
from server.accounts.models import User
from server.accounts.services import passwords
from server.core.callers import Caller
from server.core.errors import TooManyRequests
from server.identity.services import throttle


def confirm(password: str, *, by: Caller) -> User:
    """The caller's user, if the password is right. Raises TooManyRequests, CurrentPasswordWrong (SESS-90)."""
    user = User.objects.get(pk=by.user_id)
    throttle.count_confirmation(session_id=by.session_id, user_id=by.user_id)
    try:
        is_right = passwords.is_correct(password, user.password)
    except TooManyRequests:
        throttle.uncount_confirmation(session_id=by.session_id, user_id=by.user_id)
        raise
    if not is_right:
        raise CurrentPasswordWrong
    throttle.clear_confirmations(session_id=by.session_id, user_id=by.user_id)
    return user
