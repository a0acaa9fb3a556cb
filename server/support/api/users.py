"""Users in the support console."""

from uuid import UUID

from ninja import Query, Router

from server.core.access import CallerRequest
from server.core.pagination import Page, PageQuery
from server.support import selectors, serializers
from server.support.api.access import OPERATORS
from server.support.schemas import (
    AdminSessionOut,
    AdminUserDetailOut,
    AdminUserOut,
    UserQuery,
)

router = Router(tags=["support"], by_alias=True)


@router.get("/users", auth=OPERATORS, response=Page[AdminUserOut], operation_id="admin_users")
def list_users(request: CallerRequest, query: Query[UserQuery]) -> Page[AdminUserOut]:
    found = selectors.list_users(query)
    return Page[AdminUserOut].of(found, [serializers.user_out(row) for row in selectors.build_user_rows(found.items)])


@router.get("/users/{user_id}", auth=OPERATORS, response=AdminUserDetailOut, operation_id="admin_user")
def get_user(request: CallerRequest, user_id: UUID) -> AdminUserDetailOut:
    return serializers.user_detail_out(selectors.get_user(user_id), request.auth)


@router.get(
    "/users/{user_id}/sessions",
    auth=OPERATORS,
    response=Page[AdminSessionOut],
    operation_id="admin_user_sessions",
    summary="List user sessions",
)
def list_sessions(request: CallerRequest, user_id: UUID, query: Query[PageQuery]) -> Page[AdminSessionOut]:
    selectors.get_user(user_id)
    found = selectors.list_sessions(query, user_id=user_id)
    return Page[AdminSessionOut].of(
        found, [serializers.session_out(row, request.auth) for row in selectors.build_session_rows(found.items)]
    )
