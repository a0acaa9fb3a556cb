"""overview: the home page of transactional email."""

from ninja import Router

from server.transactional import permissions
from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.schemas.overview import TrxOverviewOut
from server.transactional.selectors import overview as selectors
from server.transactional.states import Scope

router = Router(tags=["overview"], by_alias=True)
READ = TrxAccess(permission=permissions.VIEW, scope=Scope.READ)


@router.get("/overview", auth=READ, response=TrxOverviewOut, operation_id="trx_overview", summary="Get overview")
def get_overview(request: ActorRequest) -> TrxOverviewOut:
    return selectors.get_overview(request.auth.team_id)
