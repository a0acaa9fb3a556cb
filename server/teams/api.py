"""The members of the active team and its sign-in settings."""

from ninja import Query, Router

from server.core.access import Access, CallerRequest
from server.core.pagination import Page, PageQuery
from server.teams import selectors
from server.teams.models import Member
from server.teams.permissions import EDIT_TEAM, VIEW_MEMBERS
from server.teams.schemas import Enable2FAIn, MemberOut, SettingsIn, SettingsOut
from server.teams.services import settings

router = Router(tags=["companies"], by_alias=True)


@router.get("members", auth=Access(permission=VIEW_MEMBERS), response=Page[MemberOut], operation_id="list_members")
def list_members(request: CallerRequest, query: Query[PageQuery]) -> Page[MemberOut]:
    found = selectors.list_members(team_id=request.auth.team_id, query=query)
    return Page[MemberOut].of(found, [_build_member(row) for row in found.items])


@router.get("settings", auth=Access(), response=SettingsOut, operation_id="get_team_settings")
def get_team_settings(request: CallerRequest) -> SettingsOut:
    return SettingsOut.model_validate(selectors.get_team(team_id=request.auth.team_id))


@router.put("settings", auth=Access(permission=EDIT_TEAM), response=SettingsOut, operation_id="update_team_settings")
def update_team_settings(request: CallerRequest, body: SettingsIn) -> SettingsOut:
    return SettingsOut.model_validate(settings.change(changes=body.model_dump(exclude_unset=True), by=request.auth))


@router.put(
    "settings/enable-2FA",
    auth=Access(permission=EDIT_TEAM),
    response=SettingsOut,
    operation_id="enable_team_2fa",
    summary="Require two-factor authentication",
)
def enable_team_2fa(request: CallerRequest, body: Enable2FAIn) -> SettingsOut:
    return SettingsOut.model_validate(settings.change(changes={"enable_2fa": body.enable}, by=request.auth))


def _build_member(row: Member) -> MemberOut:
    return MemberOut(
        id=row.pk,
        user_id=row.user_id,
        company_id=row.team_id,
        fullname=row.user.fullname,
        email=row.user.email,
        role=row.custom_role.name if row.custom_role else row.role,
        owner=row.is_owner,
        active=row.active,
        invited_at=row.invited_at,
        joined_at=row.joined_at,
    )
