"""batches: messages that were submitted together (TRX-77)."""

from uuid import UUID

from ninja import Query, Router

from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import ALL_KINDS
from server.transactional.identities import get_binding
from server.transactional.permissions import VIEW
from server.transactional.schemas.batches import BatchDetailOut, BatchPage, BatchQuery
from server.transactional.selectors import batches as selectors
from server.transactional.states import Scope

router = Router(tags=["batches"], by_alias=True)
READ = TrxAccess(VIEW, scope=Scope.READ, narrowed=ALL_KINDS)


@router.get("", auth=READ, response=BatchPage, operation_id="trx_batches")
def list_batches(request: ActorRequest, query: Query[BatchQuery]) -> BatchPage:
    """Lists batches with their progress."""
    return selectors.list_batches(get_binding(request.auth), query)


@router.get("/{uuid:batch_id}", auth=READ, response=BatchDetailOut, operation_id="trx_batch", summary="Get batch")
def get_batch(request: ActorRequest, batch_id: UUID) -> BatchDetailOut:
    """Returns a batch with the recipients that were not reached."""
    return selectors.get_batch(get_binding(request.auth), batch_id=batch_id)
