"""subjects and senders: the most frequent subjects and From addresses of the team's messages (TRX-71, TRX-72)."""

from ninja import Query, Router

from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import LIVE_KINDS
from server.transactional.identities import get_binding
from server.transactional.models.counters import NameKind
from server.transactional.permissions import VIEW
from server.transactional.schemas.stats import NamesQuery, TrxNamesOut
from server.transactional.selectors import stats as selectors
from server.transactional.states import Scope

router = Router(tags=["stats"], by_alias=True)
READ = TrxAccess(VIEW, scope=Scope.READ, narrowed=LIVE_KINDS)


@router.get("/subjects", auth=READ, response=TrxNamesOut, operation_id="trx_subjects", summary="List frequent subjects")
def list_subjects(request: ActorRequest, query: Query[NamesQuery]) -> TrxNamesOut:
    """Returns the most frequent subjects in a period. Words that contain digits are replaced with #."""
    return selectors.list_names(get_binding(request.auth), query, NameKind.SUBJECT)


@router.get("/senders", auth=READ, response=TrxNamesOut, operation_id="trx_senders", summary="List frequent senders")
def list_senders(request: ActorRequest, query: Query[NamesQuery]) -> TrxNamesOut:
    """Returns the most frequent From addresses in a period."""
    return selectors.list_names(get_binding(request.auth), query, NameKind.SENDER)
