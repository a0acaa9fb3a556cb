"""contacts/bulk: actions on all contacts that match a filter, and running exports."""

from uuid import UUID

from ninja import Router

from server.contacts import permissions
from server.contacts.schemas.bulk import BulkActionListOut, BulkActionOut
from server.contacts.selectors import bulk as selectors
from server.contacts.selectors import exports as export_selectors
from server.contacts.services import bulk, exports
from server.core.access import Access, CallerRequest, Feature

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get(
    "", auth=Access(permissions.VIEW, Feature(AREA)), response=BulkActionListOut, operation_id="list_bulk_actions"
)
def list_bulk_actions(request: CallerRequest) -> BulkActionListOut:
    team_id = request.auth.team_id
    acts = [bulk.build_state(row) for row in selectors.list_running(team_id)]
    made = [exports.build_state(row) for row in export_selectors.list_running(team_id)]
    in_order = sorted([*acts, *made], key=lambda state: state["created_at"])
    return BulkActionListOut(items=[BulkActionOut.model_validate(state) for state in in_order])


@router.post(
    "/{uuid:bulk_id}/stop",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=BulkActionOut,
    operation_id="stop_bulk_action",
)
def stop_bulk_action(request: CallerRequest, bulk_id: UUID) -> BulkActionOut:
    """Requires the permission for the action itself. Changes already made are kept."""
    caller = request.auth
    if export_selectors.exists(team_id=caller.team_id, export_id=bulk_id):
        stopped = exports.build_state(exports.stop(team_id=caller.team_id, export_id=bulk_id, by=caller))
    else:
        stopped = bulk.build_state(bulk.stop(team_id=caller.team_id, bulk_id=bulk_id, by=caller))
    return BulkActionOut.model_validate(stopped)
