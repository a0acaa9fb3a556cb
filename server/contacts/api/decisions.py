"""contacts/find/subscription: subscribes or unsubscribes many contacts."""

from ninja import Router

from server.contacts import permissions
from server.contacts.api.contacts import AREA
from server.contacts.schemas.contacts import ContactsChangedOut
from server.contacts.schemas.decisions import SubscriptionDecisionsIn
from server.contacts.services import bulk, decisions
from server.contacts.states import ContactState
from server.core.access import Access, CallerRequest, Feature

# Names of the bulk actions for all contacts that match a filter.
BULK_KIND_BY_STATE = {ContactState.SUBSCRIBED: "subscribe", ContactState.UNSUBSCRIBED: "unsubscribe"}

router = Router(tags=["contacts"], by_alias=True)


@router.post(
    "/find/subscription",
    auth=Access(permissions.EDIT, Feature(AREA, "edit")),
    response=ContactsChangedOut,
    operation_id="decide_many_subscriptions",
    summary="Subscribe or unsubscribe contacts",
)
def set_subscriptions(request: CallerRequest, body: SubscriptionDecisionsIn) -> ContactsChangedOut:
    """Subscribing skips contacts that bounced or complained. Such contacts can only resubscribe on their own."""
    caller = request.auth
    to = ContactState(body.state)
    decisions.check_consent_text(to, body.words)
    meant = bulk.select_contacts(team_id=caller.team_id, ids=body.ids, wanted=body.filter)
    if isinstance(meant, list):
        count = decisions.set_subscriptions(team_id=caller.team_id, ids=meant, to=to, words=body.words, by=caller)
        return ContactsChangedOut(count=count)
    options = {"words": body.words}
    count = bulk.start_and_count(
        team_id=caller.team_id, kind=BULK_KIND_BY_STATE[to], wanted=meant, options=options, by=caller
    )
    return ContactsChangedOut(count=count, queued=True)
