"""contacts/find/subscription: subscribes or unsubscribes many contacts."""

from ninja import Router

from server.contacts import permissions
from server.contacts.api.contacts import AREA
from server.contacts.schemas.contacts import ChangedOut
from server.contacts.schemas.decisions import DecideManyIn
from server.contacts.services import bulk, decisions
from server.contacts.states import ContactState
from server.core.access import Access, CallerRequest, Feature

# Names of the bulk actions for all contacts that match a filter.
KINDS = {ContactState.SUBSCRIBED: "subscribe", ContactState.UNSUBSCRIBED: "unsubscribe"}

router = Router(tags=["contacts"], by_alias=True)


@router.post(
    "/find/subscription",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=ChangedOut,
    operation_id="decide_many_subscriptions",
    summary="Subscribe or unsubscribe contacts",
)
def decide_many(request: CallerRequest, body: DecideManyIn) -> ChangedOut:
    """Subscribing skips contacts that bounced or complained. Such contacts can only resubscribe on their own."""
    caller = request.auth
    to = ContactState(body.state)
    decisions.check_words(to, body.words)
    meant = bulk.chosen(team_id=caller.team_id, ids=body.ids, wanted=body.filter)
    if isinstance(meant, list):
        count = decisions.decide(team_id=caller.team_id, ids=meant, to=to, words=body.words, by=caller)
        return ChangedOut(count=count)
    options = {"words": body.words}
    count = bulk.start_counted(team_id=caller.team_id, kind=KINDS[to], wanted=meant, options=options, by=caller)
    return ChangedOut(count=count, queued=True)
