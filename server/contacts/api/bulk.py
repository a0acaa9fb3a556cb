"""contacts/bulk: actions on all contacts that match a filter, and running exports."""

from uuid import UUID

from ninja import Router

from server.contacts import permissions
from server.contacts.schemas.bulk import BulkListOut, BulkOut
from server.contacts.selectors import bulk as selectors
from server.contacts.selectors import exports as export_selectors
from server.contacts.services import bulk, exports
from server.core.access import Access, CallerRequest, Feature

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get("", auth=Access(permissions.VIEW, Feature(AREA)), response=BulkListOut, operation_id="list_bulk_actions")
def list_bulk_actions(request: CallerRequest) -> BulkListOut:
    team_id = request.auth.team_id
    acts = [bulk.state_of(row) for row in selectors.running(team_id)]
    made = [exports.state_of(row) for row in export_selectors.running(team_id)]
    in_order = sorted([*acts, *made], key=lambda state: state["created_at"])
    return BulkListOut(items=[BulkOut.model_validate(state) for state in in_order])


@router.post(
    "/{uuid:bulk_id}/stop",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=BulkOut,
    operation_id="stop_bulk_action",
)
def stop_bulk_action(request: CallerRequest, bulk_id: UUID) -> BulkOut:
    """Requires the permission for the action itself. Changes already made are kept."""
    caller = request.auth
    if export_selectors.exists(team_id=caller.team_id, export_id=bulk_id):
        stopped = exports.state_of(exports.stop(team_id=caller.team_id, export_id=bulk_id, by=caller))
    else:
        stopped = bulk.state_of(bulk.stop(team_id=caller.team_id, bulk_id=bulk_id, by=caller))
    return BulkOut.model_validate(stopped)
