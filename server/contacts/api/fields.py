"""contacts/field."""

from ninja import Router, Status

from server.contacts import permissions
from server.contacts.models import CustomField
from server.contacts.schemas.field_checks import FieldCheckOut
from server.contacts.schemas.fields import FieldChange, FieldCheckIn, FieldIn, FieldOut
from server.contacts.selectors import fields as selectors
from server.contacts.services import field_conversions, fields
from server.contacts.values import FieldType
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent
from server.plans.features import CUSTOM_FIELD

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get(
    "",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=list[FieldOut],
    operation_id="list_fields",
    summary="List custom fields",
)
def list_fields(request: CallerRequest) -> list[FieldOut]:
    team_id = request.auth.team_id
    becoming = field_conversions.get_running_conversions(team_id)
    return [_build_out(field, becoming.get(field.pk)) for field in selectors.query_fields(team_id)]


@router.post(
    "",
    auth=Access(permissions.FIELD, Feature(AREA, "create"), Quota(AREA, CUSTOM_FIELD.name)),
    response=FieldOut,
    operation_id="create_field",
    summary="Create custom field",
)
@idempotent
def create_field(request: CallerRequest, body: FieldIn) -> FieldOut:
    caller = request.auth
    field = fields.create(
        team_id=caller.team_id,
        name=body.name,
        kind=body.type,
        values=body.values,
        category=body.category,
        by=caller,
    )
    return FieldOut.model_validate(field)


@router.put(
    "/{int:field_id}",
    auth=Access(permissions.FIELD, Feature(AREA, "edit")),
    response=FieldOut,
    operation_id="update_field",
    summary="Update custom field",
)
def update_field(request: CallerRequest, field_id: BigId, body: FieldChange) -> FieldOut:
    caller = request.auth
    changed = fields.update(
        team_id=caller.team_id, field_id=field_id, name=body.name, kind=body.type, values=body.values, by=caller
    )
    return _build_out(changed, field_conversions.get_running_conversions(caller.team_id).get(field_id))


@router.post(
    "/{int:field_id}/check",
    auth=Access(permissions.FIELD, Feature(AREA, "edit")),
    response=FieldCheckOut,
    operation_id="check_field",
    summary="Preview custom field change",
)
def check_field(request: CallerRequest, field_id: BigId, body: FieldCheckIn) -> FieldCheckOut:
    """Shows how a new type or new choices would change the values of contacts. Changes nothing."""
    found = fields.preview_change(team_id=request.auth.team_id, field_id=field_id, kind=body.type, values=body.values)
    return FieldCheckOut.model_validate(found)


@router.delete(
    "/{int:field_id}",
    auth=Access(permissions.FIELD, Feature(AREA, "delete")),
    response={204: None},
    operation_id="delete_field",
    summary="Delete custom field",
)
def delete_field(request: CallerRequest, field_id: BigId) -> Status[None]:
    fields.delete(team_id=request.auth.team_id, field_id=field_id, by=request.auth)
    return Status(204, None)


def _build_out(field: CustomField, becoming: FieldType | None) -> FieldOut:
    out = FieldOut.model_validate(field)
    return out.model_copy(update={"becoming": becoming})
