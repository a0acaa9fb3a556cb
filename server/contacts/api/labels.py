"""contacts/label."""

from ninja import Router, Status

from server.contacts import permissions
from server.contacts.models import ContactLabel
from server.contacts.schemas.labels import LabelIn, LabelOut
from server.contacts.selectors import labels as selectors
from server.contacts.services import labels
from server.core.access import Access, CallerRequest, Feature
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get("", auth=Access(permissions.VIEW, Feature(AREA)), response=list[LabelOut], operation_id="list_labels")
def list_labels(request: CallerRequest) -> list[LabelOut]:
    return [_build_out(label) for label in selectors.query_labels(request.auth.team_id)]


@router.post(
    "", auth=Access(permissions.LABEL, Feature(AREA, "create")), response=LabelOut, operation_id="create_label"
)
@idempotent
def create_label(request: CallerRequest, body: LabelIn) -> LabelOut:
    return _build_out(labels.create(team_id=request.auth.team_id, name=body.name, by=request.auth))


@router.put(
    "/{int:label_id}",
    auth=Access(permissions.LABEL, Feature(AREA, "edit")),
    response=LabelOut,
    operation_id="rename_label",
)
def rename_label(request: CallerRequest, label_id: BigId, body: LabelIn) -> LabelOut:
    return _build_out(labels.rename(team_id=request.auth.team_id, label_id=label_id, name=body.name, by=request.auth))


@router.delete(
    "/{int:label_id}",
    auth=Access(permissions.LABEL, Feature(AREA, "delete")),
    response={204: None},
    operation_id="delete_label",
)
def delete_label(request: CallerRequest, label_id: BigId) -> Status[None]:
    labels.delete(team_id=request.auth.team_id, label_id=label_id, by=request.auth)
    return Status(204, None)


def _build_out(label: ContactLabel) -> LabelOut:
    return LabelOut(
        id=label.pk,
        name=label.name,
        color=selectors.get_color(label.name),
        count=label.contact_count,
        created_at=label.created_at,
        updated_at=label.updated_at,
    )
