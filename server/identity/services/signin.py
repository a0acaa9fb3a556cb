"""Signing in: the password gives a two-factor token, which is exchanged for the session token."""

from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from uuid import UUID

from django.db import transaction

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.core.callers import Caller, FeatureState, TokenKind
from server.core.errors import NotFound, TokenInvalid, UserLocked
from server.core.network import Address, get_narrowest_network
from server.core.text import normalize_email
from server.identity import selectors
from server.identity.errors import NoTeam, SignInConfirm, SignInDenied, SignInFailed
from server.identity.services import captcha, notices, second_factor, sessions, throttle
from server.identity.services.second_factor import RequiredCode
from server.identity.services.sessions import SigninOrigin
from server.identity.signin_origins import is_same_device
from server.teams import selectors as teams
from server.teams.models import Member, MultiLogin, Team

TRANSACTIONAL = "transactionalEmail"
MAX_COMPARED_DEVICES = 500


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The session's token, and the token of the transactional API if the plan includes it (SESS-18)."""

    token: str
    trx_token: str | None


def sign_in(
    *, email: str, password: str, solution: str, ends_others: bool, address: Address, origin: SigninOrigin
) -> str:
    """Exchanges the right password for a two-factor token.

    Raises CaptchaInvalid, TooManyRequests, and SignInFailed (the same, as slowly, for an unknown address). After the
    right password it also raises the errors of `start`.
    """
    email = normalize_email(email)
    captcha.check(payload=solution, address=address, account=email)
    user = User.objects.filter(email=email).first()
    right = throttle.check_password(password, user.password if user else None, email=email, address=address)
    if user is None or not right:
        raise SignInFailed
    with transaction.atomic():
        # A password that was changed after the check must not work. Either the change waits for this row, or this waits
        # for the change.
        current = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if current.password != user.password:
            raise SignInFailed
        return start(user=current, team_id=None, ends_others=ends_others, origin=origin)


def start(*, user: User, team_id: UUID | None, ends_others: bool, origin: SigninOrigin) -> str:
    """Returns the two-factor token of a user with proven identity, for the given team or else the default team.

    Raises UserLocked, NoTeam, and SignInConfirm or SignInDenied if the team restricts parallel sign-ins (SESS-58,
    SESS-59).
    """
    if user.locked_at is not None:
        raise UserLocked
    member = find_membership(user_id=user.pk, team_id=team_id)
    if member is None:
        raise NoTeam
    _check_other_sessions(user_id=user.pk, team=member.team, ends_others=ends_others, apart_from=None)
    return start_second_factor(user=user, team_id=member.team_id, origin=origin, ends_others=ends_others)


def find_membership(*, user_id: UUID, team_id: UUID | None) -> Member | None:
    """By default of the default team."""
    found = teams.query_active_memberships(user_id=user_id).select_related("team", "user")
    return found.filter(team_id=team_id).first() if team_id else found.first()


def start_second_factor(
    *,
    user: User,
    team_id: UUID,
    origin: SigninOrigin,
    ends_others: bool = False,
    parent_id: UUID | None = None,
    payment_only: bool = False,
    passed_at: datetime | None = None,
) -> str:
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


def complete(*, by: Caller, origin: SigninOrigin) -> SignedIn | RequiredCode:
    """Exchanges the two-factor token for the full one, once. Returns the required code if there is one (SESS-95).

    Raises SignInConfirm or SignInDenied if the user has since signed in elsewhere.
    """
    step = Session.objects.select_related("user").get(pk=by.session_id)
    if step.passed_at is None and second_factor.is_required(user_id=step.user_id, team_id=step.team_id):
        return second_factor.request_code(step=step)
    with transaction.atomic():
        # Of two parallel sign-ins the second waits for the first one's session or sees it.
        user = User.objects.select_for_update(no_key=True).get(pk=step.user_id)
        if not step.payment_only:
            team = Team.objects.get(pk=step.team_id)
            _check_other_sessions(user_id=user.pk, team=team, ends_others=step.ends_others, apart_from=step.parent_id)
        # Of two parallel calls with one token the second finds that the first has ended it.
        if not sessions.end(session_id=step.pk, reason=EndReason.SIGNED_OUT):
            raise TokenInvalid
        if not step.payment_only and step.parent_id is None:
            _notify_new_device(user_id=user.pk, origin=origin)
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
        return SignedIn(token, _open_trx_session(session, by=by, origin=origin))


def sign_in_elsewhere(*, team_id: UUID | None, ends_others: bool, by: Caller, origin: SigninOrigin) -> str:
    """The two-factor token for another team of the caller, or again for the current one (TEAM-187).

    A passed second factor of the current session counts for the new one, too. Raises NotFound, and SignInConfirm or
    SignInDenied. The current session does not count as another device.
    """
    member = find_membership(user_id=by.user_id, team_id=team_id or by.team_id)
    if member is None:
        raise NotFound
    _check_other_sessions(user_id=by.user_id, team=member.team, ends_others=ends_others, apart_from=by.session_id)
    return start_second_factor(
        user=member.user,
        team_id=member.team_id,
        origin=origin,
        ends_others=ends_others,
        parent_id=by.session_id,
        passed_at=Session.objects.get(pk=by.session_id).passed_at,
    )


def _check_other_sessions(*, user_id: UUID, team: Team, ends_others: bool, apart_from: UUID | None) -> None:
    if team.multi_login == MultiLogin.ALLOW or (team.multi_login == MultiLogin.ASK and ends_others):
        return
    others = selectors.query_live_sessions(user_id=user_id)
    if apart_from is not None:
        others = others.exclude(pk=apart_from)
    if others.exists():
        raise SignInDenied if team.multi_login == MultiLogin.DENY else SignInConfirm


@transaction.atomic
def renew_transactional(*, by: Caller, origin: SigninOrigin) -> str:
    """A new token of the caller's session for the transactional API. The previous one ends.

    The caller has already checked that the plan includes the API.
    """
    held = Session.objects.select_for_update().filter(parent_id=by.session_id, kind=TokenKind.TRX, ended_at=None)
    for session_id in held.values_list("pk", flat=True):
        sessions.end(session_id=session_id, reason=EndReason.SIGNED_OUT)
    user = User.objects.get(pk=by.user_id)
    _, token = sessions.open_session(
        user=user, team_id=by.team_id, kind=TokenKind.TRX, origin=origin, parent_id=by.session_id
    )
    return token


def _open_trx_session(session: Session, *, by: Caller, origin: SigninOrigin) -> str | None:
    if session.payment_only or by.feature(TRANSACTIONAL) is not FeatureState.ENABLED:
        return None
    _, token = sessions.open_session(
        user=session.user, team_id=session.team_id, kind=TokenKind.TRX, origin=origin, parent_id=session.pk
    )
    return token


def _notify_new_device(*, user_id: UUID, origin: SigninOrigin) -> None:
    """Emails the user about a sign-in from a device and network of no earlier session. Never for the first sign-in."""
    earlier = Session.objects.filter(user_id=user_id, kind=TokenKind.NORMAL, payment_only=False)
    seen = list(earlier.order_by("-created_at").values_list("device", "address")[:MAX_COMPARED_DEVICES])
    network = get_narrowest_network(ip_address(origin.address))
    known = any(
        is_same_device(device, origin.device) and address and get_narrowest_network(ip_address(address)) == network
        for device, address in seen
    )
    if seen and not known:
        notices.send_notice(notices.NEW_DEVICE, user_id=user_id, device=origin.device or "?", address=origin.address)
