"""journeys/funnel: funnel metrics and the names of the stages (CHAN-25)."""

from collections.abc import Sequence

from ninja import Query, Router

from server.contacts import permissions
from server.contacts.schemas.funnel import FunnelOut, FunnelQuery, StageNameIn, StageNameOut
from server.contacts.selectors import funnel as selectors
from server.contacts.services import funnel
from server.contacts.states import Stage
from server.core.access import Access, CallerRequest, Feature

AREA = "contactManagement"

router = Router(tags=["journeys"], by_alias=True)


@router.get("/funnel", auth=Access(permissions.VIEW, Feature(AREA)), response=FunnelOut, operation_id="get_funnel")
def get_funnel(request: CallerRequest, query: Query[FunnelQuery]) -> FunnelOut:
    return selectors.build_report(team_id=request.auth.team_id, days=query.days)


@router.get(
    "/funnel/stages",
    auth=Access(permissions.VIEW, Feature(AREA)),
    response=list[StageNameOut],
    operation_id="list_stages",
    summary="List funnel stages",
)
def list_stages(request: CallerRequest) -> Sequence[StageNameOut]:
    own = selectors.get_stage_names(request.auth.team_id)
    return [StageNameOut(stage=stage, name=own.get(stage)) for stage in Stage]


@router.put(
    "/funnel/stages",
    auth=Access(permissions.FIELD, Feature(AREA, "edit")),
    response=StageNameOut,
    operation_id="rename_stage",
    summary="Rename funnel stage",
)
def rename_stage(request: CallerRequest, body: StageNameIn) -> StageNameOut:
    name = funnel.rename(team_id=request.auth.team_id, stage=body.stage, name=body.name)
    return StageNameOut(stage=body.stage, name=name)
