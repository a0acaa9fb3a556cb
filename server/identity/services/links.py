"""Sign-in links: a single-use token that signs its user in (signin-token).

Billing emails payment links, whose session can only pay (TEAM-62). For a user who receives no email, an operator on the
machine prints a sign-in link with `bin/manage signin_link`.
"""

from uuid import UUID

from django.conf import settings

from server.accounts.models import User
from server.core.errors import UserLocked
from server.identity.errors import EmailedTokenExpired, NoTeam
from server.identity.models import EmailPurpose
from server.identity.services import emailed_tokens, signin
from server.identity.services.sessions import SigninOrigin


def create_link(*, user: User, team_id: UUID | None = None, payment_only: bool = False) -> str:
    """The URL of a link that signs the user in to the team, by default to the default team. Raises NoTeam."""
    member = signin.find_membership(user_id=user.pk, team_id=team_id)
    if member is None:
        raise NoTeam
    purpose = EmailPurpose.PAYMENT if payment_only else EmailPurpose.SIGN_IN
    token = emailed_tokens.issue(user=user, purpose=purpose, team_id=member.team_id)
    return f"{settings.APP_ORIGINS[0]}/signin-token#{token}"


def sign_in(*, token: str, ends_others: bool, origin: SigninOrigin) -> str:
    """The two-factor token for a link's token. Raises EmailedTokenExpired, and the errors of `signin.start`.

    A link stays valid if another sign-in blocks this one.
    """
    mailed = emailed_tokens.find(token, EmailPurpose.SIGN_IN, EmailPurpose.PAYMENT)
    if mailed is None:
        raise EmailedTokenExpired
    if mailed.purpose == EmailPurpose.PAYMENT:
        step = _start_payment(user=mailed.user, team_id=mailed.team_id, origin=origin)
    else:
        step = signin.start(user=mailed.user, team_id=mailed.team_id, ends_others=ends_others, origin=origin)
    if not emailed_tokens.mark_used(mailed):
        raise EmailedTokenExpired
    return step


def _start_payment(*, user: User, team_id: UUID | None, origin: SigninOrigin) -> str:
    if user.locked_at is not None:
        raise UserLocked
    member = signin.find_membership(user_id=user.pk, team_id=team_id)
    if member is None:
        raise NoTeam
    return signin.start_second_factor(user=user, team_id=member.team_id, origin=origin, payment_only=True)
