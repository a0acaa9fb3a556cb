"""contacts/field."""

from ninja import Router, Status

from server.contacts import permissions
from server.contacts.schemas.fields import FieldChange, FieldIn, FieldOut
from server.contacts.selectors import fields as selectors
from server.contacts.services import fields
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.idempotency import idempotent
from server.plans.features import CUSTOM_FIELD

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get("", auth=Access(permissions.VIEW, Feature(AREA)), response=list[FieldOut], operation_id="list_fields")
def list_fields(request: CallerRequest) -> list[FieldOut]:
    return [FieldOut.model_validate(field) for field in selectors.fields_of(request.auth.team_id)]


@router.post(
    "",
    auth=Access(permissions.FIELD, Feature(AREA, "create"), Quota(AREA, CUSTOM_FIELD.name)),
    response=FieldOut,
    operation_id="create_field",
)
@idempotent
def create_field(request: CallerRequest, body: FieldIn) -> FieldOut:
    return FieldOut.model_validate(fields.create(team_id=request.auth.team_id, fields=body, by=request.auth))


@router.put(
    "/{int:field_id}",
    auth=Access(permissions.FIELD, Feature(AREA, "edit")),
    response=FieldOut,
    operation_id="update_field",
)
def update_field(request: CallerRequest, field_id: int, body: FieldChange) -> FieldOut:
    changed = fields.update(team_id=request.auth.team_id, field_id=field_id, change=body, by=request.auth)
    return FieldOut.model_validate(changed)


@router.delete(
    "/{int:field_id}",
    auth=Access(permissions.FIELD, Feature(AREA, "delete")),
    response={204: None},
    operation_id="delete_field",
)
def delete_field(request: CallerRequest, field_id: int) -> Status[None]:
    fields.delete(team_id=request.auth.team_id, field_id=field_id, by=request.auth)
    return Status(204, None)
