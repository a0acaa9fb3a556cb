"""batches: messages that were submitted together (TRX-77)."""

from uuid import UUID

from ninja import Query, Router

from server.transactional.access import ActorRequest, TrxAccess
from server.transactional.bindings import EVERY_KIND
from server.transactional.identities import binding_of
from server.transactional.permissions import VIEW
from server.transactional.schemas.batches import BatchDetailOut, BatchPage, BatchQuery
from server.transactional.selectors import batches as selectors
from server.transactional.states import Scope

router = Router(tags=["batches"], by_alias=True)
READ = TrxAccess(VIEW, scope=Scope.READ, narrowed=EVERY_KIND)


@router.get("", auth=READ, response=BatchPage, operation_id="trx_batches")
def list_batches(request: ActorRequest, query: Query[BatchQuery]) -> BatchPage:
    """Lists batches with their progress."""
    return selectors.page(binding_of(request.auth), query)


@router.get("/{uuid:batch_id}", auth=READ, response=BatchDetailOut, operation_id="trx_batch", summary="Get batch")
def batch(request: ActorRequest, batch_id: UUID) -> BatchDetailOut:
    """Returns a batch with the recipients that were not reached."""
    return selectors.detail(binding_of(request.auth), batch_id=batch_id)
