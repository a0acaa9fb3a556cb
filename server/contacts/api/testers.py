"""contacts/tester (CONT-85)."""

from ninja import Router, Status

from server.contacts import permissions
from server.contacts.schemas.testers import TesterIn, TesterOut
from server.contacts.services import testers
from server.core.access import Access, CallerRequest, Feature, Quota
from server.core.bounded_types import BigId
from server.core.idempotency import idempotent
from server.plans.features import CONTACT_TESTER

AREA = "contactManagement"

router = Router(tags=["contacts"], by_alias=True)


@router.get(
    "",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=list[TesterOut],
    operation_id="list_testers",
    summary="List contact testers",
)
def list_testers(request: CallerRequest) -> list[TesterOut]:
    return [TesterOut.model_validate(tester) for tester in testers.query_testers(request.auth.team_id)]


@router.post(
    "",
    auth=Access(permissions.CREATE, Feature(AREA, "create"), Quota(AREA, CONTACT_TESTER.name)),
    response=TesterOut,
    operation_id="create_tester",
    summary="Create contact tester",
)
@idempotent
def create_tester(request: CallerRequest, body: TesterIn) -> TesterOut:
    tester = testers.create(
        team_id=request.auth.team_id, email=body.email, firstname=body.firstname, lastname=body.lastname
    )
    return TesterOut.model_validate(tester)


@router.delete(
    "/{int:tester_id}",
    auth=Access(permissions.DELETE, Feature(AREA, "delete")),
    response={204: None},
    operation_id="delete_tester",
    summary="Delete contact tester",
)
def delete_tester(request: CallerRequest, tester_id: BigId) -> Status[None]:
    testers.delete(team_id=request.auth.team_id, tester_id=tester_id)
    return Status(204, None)
