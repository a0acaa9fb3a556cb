"""contacts/view: saved views of the list."""

from ninja import Router, Status

from server.contacts import permissions
from server.contacts.filters import ContactFilter
from server.contacts.models import ContactView
from server.contacts.schemas.views import ColumnsIn, ContactViewIn, ContactViewOut, ContactViewsOut, DefaultViewIn
from server.contacts.selectors import views as selectors
from server.contacts.services import views
from server.contacts.services.views import ViewSettings
from server.core.access import Access, CallerRequest, Feature
from server.core.bounded_types import BigId
from server.core.callers import Caller
from server.core.idempotency import idempotent

AREA = "contactManagement"
VIEW = Access(permissions.VIEW, Feature(AREA))

router = Router(tags=["contacts"], by_alias=True)


@router.get("", auth=VIEW, response=ContactViewsOut, operation_id="list_contact_views", summary="List saved views")
def list_views(request: CallerRequest) -> ContactViewsOut:
    caller = request.auth
    items = [_build_out(view, caller) for view in selectors.list_visible(caller.team_id, caller.user_id)]
    return ContactViewsOut(
        items=items,
        default_id=selectors.find_default_id(caller.team_id, caller.user_id),
        columns=selectors.find_columns(caller.team_id, caller.user_id),
    )


@router.post("", auth=VIEW, response=ContactViewOut, operation_id="create_contact_view", summary="Create saved view")
@idempotent
def create_view(request: CallerRequest, body: ContactViewIn) -> ContactViewOut:
    caller = request.auth
    return _build_out(views.create(team_id=caller.team_id, settings=_build_settings(body), by=caller), caller)


@router.put("/default", auth=VIEW, response={204: None}, operation_id="set_default_contact_view")
def set_default_view(request: CallerRequest, body: DefaultViewIn) -> Status[None]:
    caller = request.auth
    views.set_default(team_id=caller.team_id, view_id=body.view_id, by=caller)
    return Status(204, None)


@router.put(
    "/columns", auth=VIEW, response={204: None}, operation_id="choose_contact_columns", summary="Set visible columns"
)
def set_columns(request: CallerRequest, body: ColumnsIn) -> Status[None]:
    caller = request.auth
    views.choose_columns(team_id=caller.team_id, columns=body.columns, by=caller)
    return Status(204, None)


@router.put(
    "/{int:view_id}",
    auth=VIEW,
    response=ContactViewOut,
    operation_id="update_contact_view",
    summary="Update saved view",
)
def update_view(request: CallerRequest, view_id: BigId, body: ContactViewIn) -> ContactViewOut:
    caller = request.auth
    return _build_out(
        views.update(team_id=caller.team_id, view_id=view_id, settings=_build_settings(body), by=caller), caller
    )


@router.delete(
    "/{int:view_id}", auth=VIEW, response={204: None}, operation_id="delete_contact_view", summary="Delete saved view"
)
def delete_view(request: CallerRequest, view_id: BigId) -> Status[None]:
    caller = request.auth
    views.delete(team_id=caller.team_id, view_id=view_id, by=caller)
    return Status(204, None)


def _build_settings(body: ContactViewIn) -> ViewSettings:
    return ViewSettings(name=body.name, is_shared=body.shared, filter=body.filter, sort=body.sort, columns=body.columns)


def _build_out(view: ContactView, caller: Caller) -> ContactViewOut:
    return ContactViewOut(
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
