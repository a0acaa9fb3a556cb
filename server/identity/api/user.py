"""The signed-in user."""

from django.http import HttpRequest
from ninja import Router

from server.accounts.models import User
from server.core.access import CallerRequest, Public
from server.core.callers import Caller
from server.core.text import get_domain
from server.identity import selectors
from server.identity.api.signin import ALWAYS, ALWAYS_AND_PAYMENT
from server.identity.schemas import (
    ActiveTeamOut,
    ChangeEmailIn,
    ChangePasswordIn,
    DoneOut,
    HintsIn,
    HintsOut,
    MeOut,
    MeUserOut,
    PolicyVersionIn,
    ProfileIn,
    ProfileOut,
    PushTokenIn,
    ToggleIn,
    ToursIn,
    UserDetailOut,
    UserOut,
    UserRecordOut,
    ValidationTokenIn,
)
from server.identity.selectors import Company
from server.identity.services import addresses, emailed_tokens, preferences, profile, sessions, validation
from server.vendors.catalogue import get_vendor
from server.vendors.schemas import IdentityOut

HOURS_12, HOURS_24 = 12, 24

router = Router(tags=["user"], by_alias=True)


@router.get("me", auth=ALWAYS_AND_PAYMENT, response=MeOut, operation_id="get_me", summary="Get current user")
def get_me(request: CallerRequest) -> MeOut:
    user, has_app = selectors.get_user_with_app(user_id=request.auth.user_id)
    company = selectors.get_company(by=request.auth)
    return MeOut(
        user=MeUserOut(**_build_user_record(user).model_dump(), two_factor=has_app or company.team.enable_2fa),
        team=_build_active_team(company, request.auth),
        permissions=sorted(request.auth.permissions),
        identity=IdentityOut.of(get_vendor(company.team.vendor)),
        is_operator=request.auth.is_operator or request.auth.is_operator_without_factor,
        is_internal=request.auth.is_internal,
        payment_auth=request.auth.payment_only,
    )


@router.get(
    "users/detail", auth=ALWAYS, response=UserDetailOut, operation_id="get_user_detail", summary="Get user record"
)
def get_user_detail(request: CallerRequest) -> UserDetailOut:
    return _build_user_detail(selectors.get_user(user_id=request.auth.user_id))


@router.get("users/profile", auth=ALWAYS, response=ProfileOut, operation_id="get_profile")
def get_profile(request: CallerRequest) -> ProfileOut:
    return _build_profile(selectors.get_user(user_id=request.auth.user_id))


@router.put("users/profile", auth=ALWAYS, response=ProfileOut, operation_id="update_profile")
def update_profile(request: CallerRequest, body: ProfileIn) -> ProfileOut:
    changes = body.model_dump(exclude_unset=True)
    if "time" in changes:
        changes["hour_format"] = HOURS_12 if changes.pop("time") == HOURS_12 else HOURS_24
    return _build_profile(profile.update(changes=changes, by=request.auth))


@router.put("users/change-password", auth=ALWAYS, response=DoneOut, operation_id="change_password")
def change_password(request: CallerRequest, body: ChangePasswordIn) -> DoneOut:
    profile.change_password(current=body.current_password, new=body.password, by=request.auth)
    return DoneOut()


@router.put(
    "users/change-email", auth=ALWAYS, response=DoneOut, operation_id="change_email", summary="Change email address"
)
def change_email(request: CallerRequest, body: ChangeEmailIn) -> DoneOut:
    """Emails a confirmation link to the new address, which replaces the current one once it is confirmed."""
    addresses.request_change(email=body.email, password=body.password, by=request.auth)
    return DoneOut()


@router.put("users/tours", auth=ALWAYS, response=UserDetailOut, operation_id="update_tours")
def update_tours(request: CallerRequest, body: ToursIn) -> UserDetailOut:
    return _build_user_detail(preferences.mark_tours(tours=body.tours, by=request.auth))


@router.put("users/hints", auth=ALWAYS, response=UserDetailOut, operation_id="update_hints")
def update_hints(request: CallerRequest, body: HintsIn) -> UserDetailOut:
    return _build_user_detail(preferences.set_hints(hints=body.model_dump(), by=request.auth))


@router.put(
    "users/policy-version",
    auth=ALWAYS,
    response=UserDetailOut,
    operation_id="update_policy_version",
    summary="Accept policy version",
)
def update_policy_version(request: CallerRequest, body: PolicyVersionIn) -> UserDetailOut:
    return _build_user_detail(preferences.accept_policy(version=body.version, by=request.auth))


@router.put(
    "users/new-release",
    auth=ALWAYS,
    response=UserDetailOut,
    operation_id="update_new_release",
    summary="Mark product updates as seen",
)
def update_new_release(request: CallerRequest) -> UserDetailOut:
    return _build_user_detail(preferences.mark_release_seen(by=request.auth))


@router.put(
    "users/toggle", auth=ALWAYS, response=UserDetailOut, operation_id="toggle_user", summary="Set contact list layout"
)
def toggle_user(request: CallerRequest, body: ToggleIn) -> UserDetailOut:
    return _build_user_detail(preferences.toggle_contact(value=body.toggle_contact, by=request.auth))


@router.post("user/firebase-token", auth=ALWAYS, response=DoneOut, operation_id="store_push_token")
def store_push_token(request: CallerRequest, body: PushTokenIn) -> DoneOut:
    sessions.store_push_token(token=body.token, by=request.auth)
    return DoneOut()


@router.post(
    "user/activate/affiliate",
    auth=ALWAYS,
    response=UserDetailOut,
    operation_id="activate_affiliate",
    summary="Activate affiliate program",
)
def activate_affiliate(request: CallerRequest) -> UserDetailOut:
    return _build_user_detail(preferences.activate_affiliate(by=request.auth))


@router.post(
    "users/validate",
    auth=Public(why="The token was emailed and has 256 random bits.", per_minute=60),
    response=DoneOut,
    operation_id="validate_user",
    summary="Verify email address",
)
def validate_user(request: HttpRequest, body: ValidationTokenIn) -> DoneOut:
    validation.validate(token=body.token)
    return DoneOut()


@router.post(
    "users/revalidate",
    auth=ALWAYS,
    response=DoneOut,
    operation_id="revalidate_user",
    summary="Resend verification email",
)
def revalidate_user(request: CallerRequest) -> DoneOut:
    validation.send_again(user_id=request.auth.user_id)
    return DoneOut()


def _build_user(user: User) -> UserOut:
    return UserOut(
        user_id=user.pk,
        email=user.email,
        firstname=user.firstname,
        lastname=user.lastname,
        fullname=user.fullname,
        image=user.image,
        phone=user.phone,
        time=user.hour_format,
        language=user.language,
        validated=user.validated_at is not None,
    )


def _build_user_record(user: User) -> UserRecordOut:
    return UserRecordOut(
        **_build_user(user).model_dump(),
        tours=user.tours,
        hints=HintsOut(complete=user.hints.get("complete", False), data=user.hints.get("data", {})),
        toggle_contact=user.toggle_contact,
        policy_version=user.policy_version,
        last_product_update=user.last_product_update,
    )


def _build_user_detail(user: User) -> UserDetailOut:
    return UserDetailOut(**_build_user_record(user).model_dump(), affiliate=user.affiliate_at is not None)


def _build_profile(user: User) -> ProfileOut:
    return ProfileOut(
        firstname=user.firstname,
        lastname=user.lastname,
        phone=user.phone,
        time=user.hour_format,
        language=user.language,
        image=user.image,
        pending_email=emailed_tokens.get_pending_email(user_id=user.pk),
    )


def _build_active_team(company: Company, by: Caller) -> ActiveTeamOut:
    team = company.team
    return ActiveTeamOut(
        company_id=team.pk,
        name=team.name,
        slug=team.slug,
        domain=get_domain(team.website),
        timezone=team.timezone,
        vendor=team.vendor,
        role=by.role,
        image=team.image,
        logo=team.logo,
        favicon=team.favicon,
        suspend=team.suspended_at is not None,
        lock=team.locked_at is not None,
        is_expired=company.is_expired,
        expired_date=company.expires_at,
        multi_login=team.multi_login,  # type: ignore[arg-type]  # one of the choices
        show_presence=team.show_presence,
        enable_2fa=team.enable_2fa,
    )
