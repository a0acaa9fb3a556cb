"""Signing in: the password gives a two-factor token, and that one the session."""

from uuid import UUID

from django.db import transaction

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.core.callers import Caller, TokenKind
from server.core.errors import NotFound, TokenInvalid, UserLocked
from server.core.network import Address
from server.core.text import normal_email
from server.identity.errors import NoTeam, SignInFailed
from server.identity.services import captcha, sessions, throttle
from server.identity.services.sessions import Origin
from server.teams import selectors as teams
from server.teams.models import Team


def sign_in(*, email: str, password: str, solution: str, ends_others: bool, address: Address, origin: Origin) -> str:
    """The two-factor token of whoever gives the right password.

    Raises CaptchaInvalid, TooManyRequests, SignInFailed (the same, as slowly, for an unknown address), and only after
    the right password UserLocked or NoTeam.
    """
    email = normal_email(email)
    captcha.check(payload=solution, address=address, account=email)
    user = User.objects.filter(email=email).first()
    right = throttle.guess(password, user.password if user else None, email=email, address=address)
    if user is None or not right:
        raise SignInFailed
    if user.locked_at is not None:
        raise UserLocked
    member = teams.active_memberships(user_id=user.pk).first()
    if member is None:
        raise NoTeam
    return await_second_factor(user=user, team_id=member.team_id, origin=origin, ends_others=ends_others)


def await_second_factor(*, user: User, team_id: UUID, origin: Origin, ends_others: bool = False) -> str:
    """A token that opens nothing but the second step."""
    _, token = sessions.open_session(
        user=user, team_id=team_id, kind=TokenKind.TWO_FACTOR, origin=origin, ends_others=ends_others
    )
    return token


def complete(*, by: Caller, origin: Origin) -> str | None:
    """The full token in place of the two-factor one, once; None where a code is awaited first (SESS-95)."""
    if Team.objects.filter(pk=by.team_id, enable_2fa=True).exists():
        return None
    with transaction.atomic():
        step = Session.objects.select_for_update().select_related("user").get(pk=by.session_id)
        # Two calls with one token: the row lock lets the second see that the first has ended it.
        if not sessions.end(session_id=step.pk, reason=EndReason.SIGNED_OUT):
            raise TokenInvalid
        session, token = sessions.open_session(
            user=step.user, team_id=step.team_id, kind=TokenKind.NORMAL, origin=origin
        )
        if step.ends_others:
            sessions.end_others(user_id=step.user_id, keep=session.pk)
    return token


def sign_in_elsewhere(*, team_id: UUID | None, by: Caller, origin: Origin) -> str:
    """The two-factor token for another team of the caller, or for the present one (TEAM-187). Raises NotFound."""
    wanted = team_id or by.team_id
    member = teams.active_memberships(user_id=by.user_id).filter(team_id=wanted).select_related("user").first()
    if member is None:
        raise NotFound
    return await_second_factor(user=member.user, team_id=wanted, origin=origin)
