"""Teams in the support console."""

from uuid import UUID

from ninja import Query, Router

from server.core.access import CallerRequest
from server.core.pagination import Page, PageQuery
from server.support import selectors, serializers
from server.support.api.access import OPERATORS
from server.support.schemas import (
    AdminActivityListOut,
    AdminMemberOut,
    AdminSessionOut,
    AdminTeamDetailOut,
    AdminTeamOut,
    SupportActivityQuery,
    TeamQuery,
)

router = Router(tags=["support"], by_alias=True)


@router.get("", auth=OPERATORS, response=Page[AdminTeamOut], operation_id="admin_teams")
def list_teams(request: CallerRequest, query: Query[TeamQuery]) -> Page[AdminTeamOut]:
    found = selectors.list_teams(query)
    return Page[AdminTeamOut].of(found, [serializers.team_out(row) for row in selectors.build_team_rows(found.items)])


@router.get("/{team_id}", auth=OPERATORS, response=AdminTeamDetailOut, operation_id="admin_team")
def get_team(request: CallerRequest, team_id: UUID) -> AdminTeamDetailOut:
    return serializers.team_detail_out(selectors.get_team(team_id), request.auth)


@router.get(
    "/{team_id}/members",
    auth=OPERATORS,
    response=Page[AdminMemberOut],
    operation_id="admin_team_members",
    summary="List team members",
)
def list_members(request: CallerRequest, team_id: UUID, query: Query[PageQuery]) -> Page[AdminMemberOut]:
    selectors.get_team(team_id)
    found = selectors.list_members(team_id=team_id, query=query)
    sessions = selectors.count_sessions_by_user(team_id, [row.user_id for row in found.items])
    return Page[AdminMemberOut].of(
        found, [serializers.member_out(row, sessions.get(row.user_id, 0)) for row in found.items]
    )


@router.get(
    "/{team_id}/sessions",
    auth=OPERATORS,
    response=Page[AdminSessionOut],
    operation_id="admin_team_sessions",
    summary="List team sessions",
)
def list_sessions(request: CallerRequest, team_id: UUID, query: Query[PageQuery]) -> Page[AdminSessionOut]:
    selectors.get_team(team_id)
    found = selectors.list_sessions(query, team_id=team_id)
    return Page[AdminSessionOut].of(
        found, [serializers.session_out(row, request.auth) for row in selectors.build_session_rows(found.items)]
    )


@router.get(
    "/{team_id}/activity",
    auth=OPERATORS,
    response=AdminActivityListOut,
    operation_id="admin_team_activity",
    summary="List team activity",
)
def list_activity(request: CallerRequest, team_id: UUID, query: Query[SupportActivityQuery]) -> AdminActivityListOut:
    selectors.get_team(team_id)
    rows, total = selectors.list_newest_activity(team_id=team_id, size=query.size)
    return AdminActivityListOut(items=[serializers.activity_out(row) for row in rows], total=total)
