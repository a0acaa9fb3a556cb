"""Signing in and out."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from server.accounts.states import EndReason
from server.core.access import Access, CallerRequest, Public
from server.core.callers import TokenKind
from server.core.network import get_client_address
from server.identity.schemas import (
    CaptchaQuery,
    ChallengeOut,
    CheckTokenComplete,
    CheckTokenOtp,
    CheckTokenOut,
    DoneOut,
    OtpIn,
    OtpOut,
    PasswordResetRequestIn,
    RegisterIn,
    ResetPasswordIn,
    SigninCurrentIn,
    SigninIn,
    SigninJwtIn,
    SigninOut,
    SigninTokenIn,
)
from server.identity.services import (
    assertions,
    captcha,
    links,
    recovery,
    registration,
    second_factor,
    sessions,
    signin,
)
from server.identity.services.signin import SignedIn
from server.identity.signin_origins import build_origin
from server.vendors.selectors import find_vendor_of_host

router = Router(tags=["session"], by_alias=True)
# Operations that a user needs to sign in, get an overview and sign out, whatever the team's status.
ALWAYS = Access(while_suspended=True, while_expired=True, while_locked=True)
# Also allowed for a session that can only pay (TEAM-62).
ALWAYS_AND_PAYMENT = replace(ALWAYS, while_payment=True)
SECOND_STEP = replace(ALWAYS_AND_PAYMENT, kinds=frozenset({TokenKind.TWO_FACTOR}))


@router.get(
    "captcha",
    auth=Public(why="A signed challenge; nothing is stored.", per_minute=240),
    response=ChallengeOut,
    operation_id="get_captcha",
    summary="Get CAPTCHA challenge",
)
def get_captcha(request: HttpRequest, query: Query[CaptchaQuery]) -> dict[str, Any]:
    return captcha.create_challenge(address=get_client_address(request), account=query.account)


@router.post(
    "signin",
    auth=Public(why="Proof of work, and at most ten failures per account and network.", per_minute=120),
    response=SigninOut,
    operation_id="signin",
)
def sign_in(request: HttpRequest, body: SigninIn) -> SigninOut:
    token = signin.sign_in(
        email=body.email,
        password=body.password,
        solution=body.captcha,
        ends_others=body.logout_from_others,
        address=get_client_address(request),
        origin=build_origin(request),
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
        name=body.name,
        language=body.language,
        solution=body.captcha,
        vendor=find_vendor_of_host(request.headers.get("Host", "")).code,
        address=get_client_address(request),
        origin=build_origin(request),
    )
    return SigninOut(token2fa=token)


@router.post(
    "checkToken-2FA",
    auth=SECOND_STEP,
    response=CheckTokenOut,
    operation_id="check_token_2fa",
    summary="Complete sign-in",
)
def check_token(request: CallerRequest) -> CheckTokenComplete | CheckTokenOtp:
    reached = signin.complete(by=request.auth, origin=build_origin(request))
    if isinstance(reached, SignedIn):
        return CheckTokenComplete(token=reached.token, trx_token=reached.trx_token)
    return CheckTokenOtp(
        methods=reached.methods, sent_to=reached.sent_to, retry_after_seconds=reached.retry_after_seconds
    )


@router.post(
    "auth-otp", auth=SECOND_STEP, response=OtpOut, operation_id="auth_otp", summary="Verify or resend sign-in code"
)
def verify_code(request: CallerRequest, body: OtpIn) -> OtpOut:
    """Completes the second sign-in step with a code. Without a code, emails a new one."""
    # SESS-95
    if body.code is None:
        return OtpOut(retry_after_seconds=second_factor.resend_code(by=request.auth))
    left = second_factor.verify_code(
        code=body.code, address=get_client_address(request), origin=build_origin(request), by=request.auth
    )
    return OtpOut(recovery_codes_left=left)


@router.post(
    "signin-token",
    auth=Public(why="The token was emailed or issued directly and has 256 random bits.", per_minute=60),
    response=SigninOut,
    operation_id="signin_token",
    summary="Sign in with link token",
)
def sign_in_by_token(request: HttpRequest, body: SigninTokenIn) -> SigninOut:
    token = links.sign_in(token=body.token, ends_others=body.logout_from_others, origin=build_origin(request))
    return SigninOut(token2fa=token)


@router.post(
    "signin-jwt",
    auth=Public(why="Signed by the installation’s partner; not available without a partner.", per_minute=60),
    response=SigninOut,
    operation_id="signin_jwt",
    summary="Sign in with partner JWT",
)
def sign_in_by_assertion(request: HttpRequest, body: SigninJwtIn) -> SigninOut:
    token = assertions.sign_in(assertion=body.jwt, ends_others=body.logout_from_others, origin=build_origin(request))
    return SigninOut(token2fa=token)


@router.post(
    "forget-password",
    auth=Public(
        why="Proof of work; known and unknown addresses are processed alike.",
        per_minute=30,
    ),
    response=DoneOut,
    operation_id="forget_password",
    summary="Request password reset",
)
def request_password_reset(request: HttpRequest, body: PasswordResetRequestIn) -> DoneOut:
    recovery.request_reset(email=body.email, solution=body.captcha, address=get_client_address(request))
    return DoneOut()


@router.post(
    "reset-password",
    auth=Public(why="The token was emailed and has 256 random bits.", per_minute=60),
    response=DoneOut,
    operation_id="reset_password",
)
def reset_password(request: HttpRequest, body: ResetPasswordIn) -> DoneOut:
    recovery.reset(token=body.token, password=body.password)
    return DoneOut()


@router.post("signin-current", auth=ALWAYS, response=SigninOut, operation_id="signin_current", summary="Switch team")
def sign_in_current(request: CallerRequest, body: SigninCurrentIn) -> SigninOut:
    """Signs in to another team of the user with the current session."""
    # TEAM-187
    token = signin.sign_in_elsewhere(
        team_id=body.company_id, ends_others=body.logout_from_others, by=request.auth, origin=build_origin(request)
    )
    return SigninOut(token2fa=token)


@router.post("logout", auth=ALWAYS_AND_PAYMENT, response=DoneOut, operation_id="logout", summary="Sign out")
def logout(request: CallerRequest) -> DoneOut:
    sessions.end(session_id=request.auth.session_id, reason=EndReason.SIGNED_OUT)
    return DoneOut()


@router.get("ping", auth=ALWAYS_AND_PAYMENT, response=bool, operation_id="ping", summary="Check session")
def ping(request: CallerRequest) -> bool:
    """Returns true if the session is valid. Otherwise the request is rejected."""
    return True


@router.post(
    "ping",
    auth=Public(why="Checks that the server is reachable."),
    response=bool,
    operation_id="ping_signed_out",
    summary="Check connection",
)
def ping_signed_out(request: HttpRequest) -> bool:
    return True
