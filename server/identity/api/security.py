"""The user's second factor and devices."""

from uuid import UUID

from ninja import Router

from server.accounts.models import Session
from server.core.access import CallerRequest
from server.identity import selectors
from server.identity.api.signin import ALWAYS
from server.identity.schemas import (
    AuthenticatorCodeIn,
    AuthenticatorOut,
    CurrentPasswordIn,
    DoneOut,
    EndedOut,
    RecoveryCodesOut,
    SessionOut,
    TwoFactorOut,
)
from server.identity.services import authenticators, sessions
from server.vendors.catalogue import get_vendor

router = Router(tags=["security"], by_alias=True)


@router.get(
    "two-factor", auth=ALWAYS, response=TwoFactorOut, operation_id="get_two_factor", summary="Get two-factor settings"
)
def get_two_factor(request: CallerRequest) -> TwoFactorOut:
    user_id = request.auth.user_id
    return TwoFactorOut(
        app=authenticators.has_app(user_id=user_id),
        team=selectors.get_company(by=request.auth).team.enable_2fa,
        recovery_codes_left=authenticators.count_recovery_codes(user_id=user_id),
    )


@router.post(
    "two-factor/app",
    auth=ALWAYS,
    response=AuthenticatorOut,
    operation_id="begin_authenticator",
    summary="Start authenticator setup",
)
def start_authenticator_setup(request: CallerRequest, body: CurrentPasswordIn) -> AuthenticatorOut:
    secret, uri = authenticators.start_setup(
        password=body.current_password,
        issuer=get_vendor(selectors.get_company(by=request.auth).team.vendor).name,
        by=request.auth,
    )
    return AuthenticatorOut(secret=secret, uri=uri)


@router.put(
    "two-factor/app",
    auth=ALWAYS,
    response=RecoveryCodesOut,
    operation_id="confirm_authenticator",
    summary="Confirm authenticator setup",
)
def confirm_authenticator(request: CallerRequest, body: AuthenticatorCodeIn) -> RecoveryCodesOut:
    return RecoveryCodesOut(recovery_codes=authenticators.confirm(code=body.code, by=request.auth))


@router.delete("two-factor/app", auth=ALWAYS, response=DoneOut, operation_id="remove_authenticator")
def remove_authenticator(request: CallerRequest, body: CurrentPasswordIn) -> DoneOut:
    authenticators.remove(password=body.current_password, by=request.auth)
    return DoneOut()


@router.post("two-factor/recovery-codes", auth=ALWAYS, response=RecoveryCodesOut, operation_id="renew_recovery_codes")
def renew_recovery_codes(request: CallerRequest, body: CurrentPasswordIn) -> RecoveryCodesOut:
    codes = authenticators.renew_recovery_codes(password=body.current_password, by=request.auth)
    return RecoveryCodesOut(recovery_codes=codes)


@router.get(
    "sessions", auth=ALWAYS, response=list[SessionOut], operation_id="list_sessions", summary="List own sessions"
)
def list_sessions(request: CallerRequest) -> list[SessionOut]:
    return [
        _build_session(row, current=row.pk == request.auth.session_id)
        for row in selectors.list_devices(user_id=request.auth.user_id)
    ]


@router.post("sessions/end-others", auth=ALWAYS, response=EndedOut, operation_id="end_other_sessions")
def end_other_sessions(request: CallerRequest) -> EndedOut:
    return EndedOut(ended=sessions.end_others(user_id=request.auth.user_id, keep=request.auth.session_id))


@router.delete("sessions/{uuid:session_id}", auth=ALWAYS, response=DoneOut, operation_id="end_session")
def end_session(request: CallerRequest, session_id: UUID) -> DoneOut:
    sessions.end_own(session_id=session_id, by=request.auth)
    return DoneOut()


def _build_session(row: Session, *, current: bool) -> SessionOut:
    return SessionOut(
        id=row.pk,
        device=row.device,
        address=row.address,
        created_at=row.created_at,
        last_seen_at=row.last_seen_at,
        current=current,
    )
