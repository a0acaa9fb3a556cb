"""label: descriptions of message tags."""

from uuid import UUID

from ninja import Query, Router, Status

from server.core.idempotency import idempotent
from server.core.pagination import Page, UnpagedQuery
from server.transactional import permissions
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import ALL_KINDS
from server.transactional.models import TransactionalLabel
from server.transactional.schemas.labels import TrxLabelIn, TrxLabelOut
from server.transactional.selectors import labels as selectors
from server.transactional.services import labels as services
from server.transactional.states import Scope

router = Router(tags=["label"], by_alias=True)
# Labels belong to the whole team, and every key can send with them.
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ, shared=ALL_KINDS)
CHANGE = TrxAccess(permission=permissions.EDIT, scope=Scope.MANAGE)


def label_out(label: TransactionalLabel) -> TrxLabelOut:
    return TrxLabelOut.model_validate(label)


@router.get("", auth=READ, response=Page[TrxLabelOut], operation_id="trx_labels_list")
def list_labels(request: ActorRequest, query: Query[UnpagedQuery]) -> Page[TrxLabelOut]:
    found = selectors.list_labels(team_id=request.auth.team_id, query=query.bounded())
    return Page[TrxLabelOut].of(found, [label_out(label) for label in found.items])


@router.post("", auth=CHANGE, response=TrxLabelOut, operation_id="trx_labels_create", summary="Create label")
@idempotent
def create(request: ActorRequest, body: TrxLabelIn) -> TrxLabelOut:
    return label_out(services.create(team_id=request.auth.team_id, by=request.auth, **body.model_dump()))


@router.put(
    "/{uuid:label_id}", auth=CHANGE, response=TrxLabelOut, operation_id="trx_labels_update", summary="Update label"
)
def update(request: ActorRequest, label_id: UUID, body: TrxLabelIn) -> TrxLabelOut:
    changed = services.update(team_id=request.auth.team_id, label_id=label_id, by=request.auth, **body.model_dump())
    return label_out(changed)


@router.delete(
    "/{uuid:label_id}", auth=CHANGE, response={204: None}, operation_id="trx_labels_delete", summary="Delete label"
)
def delete(request: ActorRequest, label_id: UUID) -> Status[None]:
    services.delete(team_id=request.auth.team_id, label_id=label_id, by=request.auth)
    return Status(204, None)
