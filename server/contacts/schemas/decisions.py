"""Schemas of subscription changes of many contacts."""

from server.contacts.filters import ContactFilter
from server.contacts.schemas.contacts import ContactIds
from server.contacts.schemas.timeline import SubscriptionDecisionIn


class SubscriptionDecisionsIn(SubscriptionDecisionIn):
    """Contacts by ID or filter, and their new subscription state."""

    ids: ContactIds = []
    filter: ContactFilter | None = None
