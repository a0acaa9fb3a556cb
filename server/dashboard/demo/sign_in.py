"""How one signs in to the demo: a password of this installation, which can be told again at every start."""

from django.utils.crypto import salted_hmac

from server.accounts.models import User
from server.accounts.services import passwords

GROUPS, GROUP_LENGTH = 3, 4


def password_of(email: str) -> str:
    """The first password of a demo account, made from the secret key: as good as that, and nothing to keep."""
    digits = salted_hmac("dashboard.demo", email, algorithm="sha256").hexdigest()
    return "-".join(["kopi", *(digits[n * GROUP_LENGTH : (n + 1) * GROUP_LENGTH] for n in range(GROUPS))])


def still_works(email: str) -> bool:
    """Whether nobody has changed it since."""
    user = User.objects.filter(email=email).first()
    return user is not None and passwords.is_right(password_of(email), user.password)
