"""Signing in: the password gives a two-factor token, and that one the session."""

from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from uuid import UUID

from django.db import transaction

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.core.callers import Caller, FeatureState, TokenKind
from server.core.errors import NotFound, TokenInvalid, UserLocked
from server.core.network import Address, neighbourhood
from server.core.text import normal_email
from server.identity import selectors
from server.identity.errors import NoTeam, SignInConfirm, SignInDenied, SignInFailed
from server.identity.origins import same_device
from server.identity.services import captcha, notices, second_factor, sessions, throttle
from server.identity.services.second_factor import Awaited
from server.identity.services.sessions import Origin
from server.teams import selectors as teams
from server.teams.models import Member, MultiLogin, Team

TRANSACTIONAL = "transactionalEmail"
DEVICES_COMPARED = 500


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The session's token, and that of the transactional API where the plan has it (SESS-18)."""

    token: str
    trx_token: str | None


def sign_in(*, email: str, password: str, solution: str, ends_others: bool, address: Address, origin: Origin) -> str:
    """The two-factor token of whoever gives the right password.

    Raises CaptchaInvalid, TooManyRequests, SignInFailed (the same, as slowly, for an unknown address), and only after
    the right password what `begin` raises.
    """
    email = normal_email(email)
    captcha.check(payload=solution, address=address, account=email)
    user = User.objects.filter(email=email).first()
    right = throttle.guess(password, user.password if user else None, email=email, address=address)
    if user is None or not right:
        raise SignInFailed
    with transaction.atomic():
        # A password that was changed since it was checked opens nothing: the change waits for this row, or this waits
        # for the change.
        current = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if current.password != user.password:
            raise SignInFailed
        return begin(user=current, team_id=None, ends_others=ends_others, origin=origin)


def begin(*, user: User, team_id: UUID | None, ends_others: bool, origin: Origin) -> str:
    """The two-factor token of a user who has shown who they are, for the team or else for the default one.

    Raises UserLocked, NoTeam, and SignInConfirm or SignInDenied where the team minds that the user is signed in
    elsewhere (SESS-58, SESS-59).
    """
    if user.locked_at is not None:
        raise UserLocked
    member = membership(user_id=user.pk, team_id=team_id)
    if member is None:
        raise NoTeam
    _mind_others(user_id=user.pk, team=member.team, ends_others=ends_others, apart_from=None)
    return await_second_factor(user=user, team_id=member.team_id, origin=origin, ends_others=ends_others)


def membership(*, user_id: UUID, team_id: UUID | None) -> Member | None:
    """The user's membership of the team, or of the default one; None where there is none."""
    found = teams.active_memberships(user_id=user_id).select_related("team", "user")
    return found.filter(team_id=team_id).first() if team_id else found.first()


def await_second_factor(
    *,
    user: User,
    team_id: UUID,
    origin: Origin,
    ends_others: bool = False,
    parent_id: UUID | None = None,
    payment_only: bool = False,
    passed_at: datetime | None = None,
) -> str:
    """A token that opens nothing but the second step."""
    _, token = sessions.open_session(
        user=user,
        team_id=team_id,
        kind=TokenKind.TWO_FACTOR,
        origin=origin,
        ends_others=ends_others,
        parent_id=parent_id,
        payment_only=payment_only,
        passed_at=passed_at,
    )
    return token


def complete(*, by: Caller, origin: Origin) -> SignedIn | Awaited:
    """The full token in place of the two-factor one, once; what is awaited where a code is asked for (SESS-95).

    Raises SignInConfirm or SignInDenied when the user has signed in elsewhere meanwhile.
    """
    step = Session.objects.select_related("user").get(pk=by.session_id)
    if step.passed_at is None and second_factor.is_needed(user_id=step.user_id, team_id=step.team_id):
        return second_factor.ask(step=step)
    with transaction.atomic():
        # Of two sign-ins at once the second sees the first one's session, or waits for it.
        user = User.objects.select_for_update(no_key=True).get(pk=step.user_id)
        if not step.payment_only:
            team = Team.objects.get(pk=step.team_id)
            _mind_others(user_id=user.pk, team=team, ends_others=step.ends_others, apart_from=step.parent_id)
        # And two calls with one token: the second finds that the first has ended it.
        if not sessions.end(session_id=step.pk, reason=EndReason.SIGNED_OUT):
            raise TokenInvalid
        if not step.payment_only and step.parent_id is None:
            _tell_of_new_device(user_id=user.pk, origin=origin)
        session, token = sessions.open_session(
            user=user,
            team_id=step.team_id,
            kind=TokenKind.NORMAL,
            origin=origin,
            payment_only=step.payment_only,
            passed_at=step.passed_at,
        )
        if step.ends_others:
            sessions.end_others(user_id=user.pk, keep=session.pk)
        return SignedIn(token, _trx_token(session, by=by, origin=origin))


def sign_in_elsewhere(*, team_id: UUID | None, ends_others: bool, by: Caller, origin: Origin) -> str:
    """The two-factor token for another team of the caller, or for the present one (TEAM-187).

    A code that was right when the asking session was opened is right for this one, too. Raises NotFound, and
    SignInConfirm or SignInDenied; the session that asks is no other device.
    """
    member = membership(user_id=by.user_id, team_id=team_id or by.team_id)
    if member is None:
        raise NotFound
    _mind_others(user_id=by.user_id, team=member.team, ends_others=ends_others, apart_from=by.session_id)
    return await_second_factor(
        user=member.user,
        team_id=member.team_id,
        origin=origin,
        ends_others=ends_others,
        parent_id=by.session_id,
        passed_at=Session.objects.get(pk=by.session_id).passed_at,
    )


def _mind_others(*, user_id: UUID, team: Team, ends_others: bool, apart_from: UUID | None) -> None:
    """Raises what the team's setting says of a second sign-in."""
    if team.multi_login == MultiLogin.ALLOW or (team.multi_login == MultiLogin.ASK and ends_others):
        return
    others = selectors.live_sessions(user_id=user_id)
    if apart_from is not None:
        others = others.exclude(pk=apart_from)
    if others.exists():
        raise SignInDenied if team.multi_login == MultiLogin.DENY else SignInConfirm


@transaction.atomic
def renew_transactional(*, by: Caller, origin: Origin) -> str:
    """A new token of the caller's session for the transactional API; the one before ends.

    Whether the plan has it was asked before.
    """
    held = Session.objects.select_for_update().filter(parent_id=by.session_id, kind=TokenKind.TRX, ended_at=None)
    for session_id in held.values_list("pk", flat=True):
        sessions.end(session_id=session_id, reason=EndReason.SIGNED_OUT)
    user = User.objects.get(pk=by.user_id)
    _, token = sessions.open_session(
        user=user, team_id=by.team_id, kind=TokenKind.TRX, origin=origin, parent_id=by.session_id
    )
    return token


def _trx_token(session: Session, *, by: Caller, origin: Origin) -> str | None:
    if session.payment_only or by.feature(TRANSACTIONAL) is not FeatureState.ENABLED:
        return None
    _, token = sessions.open_session(
        user=session.user, team_id=session.team_id, kind=TokenKind.TRX, origin=origin, parent_id=session.pk
    )
    return token


def _tell_of_new_device(*, user_id: UUID, origin: Origin) -> None:
    """Mails the user who signs in from a device and network that none of the earlier sessions had; never the first."""
    earlier = Session.objects.filter(user_id=user_id, kind=TokenKind.NORMAL, payment_only=False)
    seen = list(earlier.order_by("-created_at").values_list("device", "address")[:DEVICES_COMPARED])
    network = neighbourhood(ip_address(origin.address))
    known = any(
        same_device(device, origin.device) and address and neighbourhood(ip_address(address)) == network
        for device, address in seen
    )
    if seen and not known:
        notices.tell(notices.NEW_DEVICE, user_id=user_id, device=origin.device or "?", address=origin.address)
