"""contacts/view: saved views of the list."""

from ninja import Router, Status

from server.contacts import permissions
from server.contacts.filters import ContactFilter
from server.contacts.models import ContactView
from server.contacts.schemas.views import ColumnsIn, DefaultViewIn, ViewIn, ViewOut, ViewsOut
from server.contacts.selectors import views as selectors
from server.contacts.services import views
from server.contacts.services.views import ViewSettings
from server.core.access import Access, CallerRequest, Feature
from server.core.callers import Caller
from server.core.idempotency import idempotent
from server.core.wire_types import BigId

AREA = "contactManagement"
VIEW = Access(permissions.VIEW, Feature(AREA))

router = Router(tags=["contacts"], by_alias=True)


@router.get("", auth=VIEW, response=ViewsOut, operation_id="list_contact_views", summary="List saved views")
def list_views(request: CallerRequest) -> ViewsOut:
    caller = request.auth
    items = [_out(view, caller) for view in selectors.listed(caller.team_id, caller.user_id)]
    return ViewsOut(
        items=items,
        default_id=selectors.default_id(caller.team_id, caller.user_id),
        columns=selectors.columns(caller.team_id, caller.user_id),
    )


@router.post("", auth=VIEW, response=ViewOut, operation_id="create_contact_view", summary="Create saved view")
@idempotent
def create_view(request: CallerRequest, body: ViewIn) -> ViewOut:
    caller = request.auth
    return _out(views.create(team_id=caller.team_id, settings=_settings(body), by=caller), caller)


@router.put("/default", auth=VIEW, response={204: None}, operation_id="set_default_contact_view")
def set_default_view(request: CallerRequest, body: DefaultViewIn) -> Status[None]:
    caller = request.auth
    views.set_default(team_id=caller.team_id, view_id=body.view_id, by=caller)
    return Status(204, None)


@router.put(
    "/columns", auth=VIEW, response={204: None}, operation_id="choose_contact_columns", summary="Set visible columns"
)
def choose_columns(request: CallerRequest, body: ColumnsIn) -> Status[None]:
    caller = request.auth
    views.choose_columns(team_id=caller.team_id, columns=body.columns, by=caller)
    return Status(204, None)


@router.put(
    "/{int:view_id}", auth=VIEW, response=ViewOut, operation_id="update_contact_view", summary="Update saved view"
)
def update_view(request: CallerRequest, view_id: BigId, body: ViewIn) -> ViewOut:
    caller = request.auth
    return _out(views.update(team_id=caller.team_id, view_id=view_id, settings=_settings(body), by=caller), caller)


@router.delete(
    "/{int:view_id}", auth=VIEW, response={204: None}, operation_id="delete_contact_view", summary="Delete saved view"
)
def delete_view(request: CallerRequest, view_id: BigId) -> Status[None]:
    caller = request.auth
    views.delete(team_id=caller.team_id, view_id=view_id, by=caller)
    return Status(204, None)


def _settings(body: ViewIn) -> ViewSettings:
    return ViewSettings(name=body.name, is_shared=body.shared, filter=body.filter, sort=body.sort, columns=body.columns)


def _out(view: ContactView, caller: Caller) -> ViewOut:
    return ViewOut(
        id=view.pk,
        name=view.name,
        shared=view.is_shared,
        own=view.user_id == caller.user_id,
        fullname=view.fullname,
        filter=ContactFilter.of_stored(view.filter),
        sort=view.sort,
        columns=view.columns,
        updated_at=view.updated_at,
    )
