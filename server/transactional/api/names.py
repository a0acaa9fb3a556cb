"""subjects and senders: what the team's messages were called, and whom they came from (TRX-71, TRX-72)."""

from ninja import Query, Router

from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import LIVE_KINDS
from server.transactional.identities import binding_of
from server.transactional.models.figures import NameKind
from server.transactional.permissions import VIEW
from server.transactional.schemas.stats import NamesOut, NamesQuery
from server.transactional.selectors import stats as selectors
from server.transactional.states import Scope

router = Router(tags=["stats"], by_alias=True)
READ = TrxAccess(VIEW, scope=Scope.READ, narrowed=LIVE_KINDS)


@router.get("/subjects", auth=READ, response=NamesOut, operation_id="trx_subjects")
def subjects(request: ActorRequest, query: Query[NamesQuery]) -> NamesOut:
    """The most frequent subjects of a period, with a # for each word that holds a digit."""
    return selectors.names(binding_of(request.auth), query, NameKind.SUBJECT)


@router.get("/senders", auth=READ, response=NamesOut, operation_id="trx_senders")
def senders(request: ActorRequest, query: Query[NamesQuery]) -> NamesOut:
    """The most frequent From addresses of a period."""
    return selectors.names(binding_of(request.auth), query, NameKind.SENDER)
