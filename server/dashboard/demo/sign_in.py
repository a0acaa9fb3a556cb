"""Sign-in to the demo: passwords of this installation that can be derived again at every start."""

from django.utils.crypto import salted_hmac

from server.accounts.models import User
from server.accounts.services import passwords

GROUPS, GROUP_LENGTH = 3, 4


def derive_password(email: str) -> str:
    """The initial password of a demo account, derived from the secret key, so it needs no storage."""
    digits = salted_hmac("dashboard.demo", email, algorithm="sha256").hexdigest()
    return "-".join(["kopi", *(digits[n * GROUP_LENGTH : (n + 1) * GROUP_LENGTH] for n in range(GROUPS))])


def is_initial_password_valid(email: str) -> bool:
    user = User.objects.filter(email=email).first()
    return user is not None and passwords.is_correct(derive_password(email), user.password)
