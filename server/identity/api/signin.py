"""The way in and out."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from server.accounts.states import EndReason
from server.core.access import Access, CallerRequest, Public
from server.core.callers import TokenKind
from server.core.network import client_address
from server.identity.origins import origin_of
from server.identity.schemas import (
    CaptchaQuery,
    ChallengeOut,
    CheckTokenComplete,
    CheckTokenOtp,
    CheckTokenOut,
    DoneOut,
    RegisterIn,
    SigninCurrentIn,
    SigninIn,
    SigninOut,
)
from server.identity.services import captcha, registration, sessions, signin

router = Router(tags=["session"], by_alias=True)
# What a person needs to come in, to look around and to leave, whatever has befallen the team.
ALWAYS = Access(while_suspended=True, while_expired=True, while_locked=True)
SECOND_STEP = Access(
    kinds=frozenset({TokenKind.TWO_FACTOR}), while_suspended=True, while_expired=True, while_locked=True
)


@router.get(
    "captcha",
    auth=Public(why="A signed challenge; nothing is stored.", per_minute=240),
    response=ChallengeOut,
    operation_id="get_captcha",
)
def get_captcha(request: HttpRequest, query: Query[CaptchaQuery]) -> dict[str, Any]:
    return captcha.challenge(address=client_address(request), account=query.account)


@router.post(
    "signin",
    auth=Public(why="Proof of work, and ten failures of an account from a network.", per_minute=120),
    response=SigninOut,
    operation_id="signin",
)
def sign_in(request: HttpRequest, body: SigninIn) -> SigninOut:
    token = signin.sign_in(
        email=body.email,
        password=body.password,
        solution=body.captcha,
        ends_others=body.logout_from_others,
        address=client_address(request),
        origin=origin_of(request),
    )
    return SigninOut(token2fa=token)


@router.post(
    "register",
    auth=Public(why="Proof of work.", per_minute=30),
    response=SigninOut,
    operation_id="register",
)
def register(request: HttpRequest, body: RegisterIn) -> SigninOut:
    token = registration.register(
        email=body.email,
        password=body.password,
        company=body.company,
        phone=body.phone,
        solution=body.captcha,
        address=client_address(request),
        origin=origin_of(request),
    )
    return SigninOut(token2fa=token)


@router.post("checkToken-2FA", auth=SECOND_STEP, response=CheckTokenOut, operation_id="check_token_2fa")
def check_token(request: CallerRequest) -> CheckTokenComplete | CheckTokenOtp:
    token = signin.complete(by=request.auth, origin=origin_of(request))
    return CheckTokenComplete(token=token) if token else CheckTokenOtp()


@router.post("signin-current", auth=ALWAYS, response=SigninOut, operation_id="signin_current")
def sign_in_current(request: CallerRequest, body: SigninCurrentIn) -> SigninOut:
    """Another team of the user's, by the session that is there (TEAM-187)."""
    token = signin.sign_in_elsewhere(team_id=body.company_id, by=request.auth, origin=origin_of(request))
    return SigninOut(token2fa=token)


@router.post("logout", auth=ALWAYS, response=DoneOut, operation_id="logout")
def logout(request: CallerRequest) -> DoneOut:
    sessions.end(session_id=request.auth.session_id, reason=EndReason.SIGNED_OUT)
    return DoneOut()


@router.get("ping", auth=ALWAYS, response=bool, operation_id="ping")
def ping(request: CallerRequest) -> bool:
    """True while the session is good; one that is not is refused before."""
    return True


@router.post("ping", auth=Public(why="Tells that the server answers."), response=bool, operation_id="ping_signed_out")
def ping_signed_out(request: HttpRequest) -> bool:
    return True
