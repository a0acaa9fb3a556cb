"""The signed-in user."""

from django.http import HttpRequest
from ninja import Router

from server.accounts.models import User
from server.core.access import CallerRequest, Public
from server.core.callers import Caller
from server.core.network import client_address
from server.identity import selectors
from server.identity.api.signin import ALWAYS
from server.identity.schemas import (
    ActiveTeamOut,
    ChangePasswordIn,
    DoneOut,
    MeOut,
    ProfileIn,
    ProfileOut,
    UserDetailOut,
    UserOut,
    ValidateIn,
)
from server.identity.selectors import Company
from server.identity.services import profile, validation
from server.vendors.catalogue import vendor
from server.vendors.schemas import IdentityOut

router = Router(tags=["user"], by_alias=True)


@router.get("me", auth=ALWAYS, response=MeOut, operation_id="get_me")
def get_me(request: CallerRequest) -> MeOut:
    user = selectors.get_user(user_id=request.auth.user_id)
    company = selectors.get_company(by=request.auth)
    return MeOut(
        user=_user(user),
        team=_team(company, request.auth),
        permissions=sorted(request.auth.permissions),
        identity=IdentityOut.of(vendor(company.team.vendor)),
    )


@router.get("users/detail", auth=ALWAYS, response=UserDetailOut, operation_id="get_user_detail")
def get_user_detail(request: CallerRequest) -> UserDetailOut:
    user = selectors.get_user(user_id=request.auth.user_id)
    return UserDetailOut(
        **_user(user).model_dump(),
        tours=user.tours,
        hints=user.hints,
        toggle_contact=user.toggle_contact,
        policy_version=user.policy_version,
        last_product_update=user.last_product_update,
    )


@router.get("users/profile", auth=ALWAYS, response=ProfileOut, operation_id="get_profile")
def get_profile(request: CallerRequest) -> ProfileOut:
    return _profile(selectors.get_user(user_id=request.auth.user_id))


@router.put("users/profile", auth=ALWAYS, response=ProfileOut, operation_id="update_profile")
def update_profile(request: CallerRequest, body: ProfileIn) -> ProfileOut:
    return _profile(profile.update(changes=body, by=request.auth))


@router.put("users/change-password", auth=ALWAYS, response=DoneOut, operation_id="change_password")
def change_password(request: CallerRequest, body: ChangePasswordIn) -> DoneOut:
    profile.change_password(
        current=body.current_password, new=body.password, address=client_address(request), by=request.auth
    )
    return DoneOut()


@router.post(
    "users/validate",
    auth=Public(why="The token was mailed and holds 256 random bits.", per_minute=60),
    response=DoneOut,
    operation_id="validate_user",
)
def validate_user(request: HttpRequest, body: ValidateIn) -> DoneOut:
    validation.validate(token=body.token)
    return DoneOut()


@router.post("users/revalidate", auth=ALWAYS, response=DoneOut, operation_id="revalidate_user")
def revalidate_user(request: CallerRequest) -> DoneOut:
    validation.send_again(user_id=request.auth.user_id)
    return DoneOut()


def _user(user: User) -> UserOut:
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


def _profile(user: User) -> ProfileOut:
    return ProfileOut(
        firstname=user.firstname,
        lastname=user.lastname,
        phone=user.phone,
        time=user.hour_format,
        language=user.language,
        image=user.image,
    )


def _team(company: Company, by: Caller) -> ActiveTeamOut:
    team = company.team
    return ActiveTeamOut(
        company_id=team.pk,
        name=team.name,
        slug=team.slug,
        timezone=team.timezone,
        role=by.role,
        image=team.image,
        logo=team.logo,
        favicon=team.favicon,
        suspend=team.suspended_at is not None,
        lock=team.locked_at is not None,
        is_expired=company.is_expired,
        expired_date=company.expires_at,
        enable_2fa=team.enable_2fa,
    )
