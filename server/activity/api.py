"""The activity panel."""

from ninja import Query, Router

from server.activity import selectors
from server.activity.schemas import ActivityListOut, ActivityOut, ActivityQuery
from server.core.access import Access, CallerRequest

router = Router(tags=["activity"], by_alias=True)


@router.get("", auth=Access(), response=ActivityListOut, operation_id="list_activity")
def list_activity(request: CallerRequest, query: Query[ActivityQuery]) -> ActivityListOut:
    rows, total = selectors.list_newest(by=request.auth, reference=query.reference, size=query.size)
    return ActivityListOut(items=[ActivityOut.model_validate(row) for row in rows], total=total)
