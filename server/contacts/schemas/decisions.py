"""Schemas of subscription changes of many contacts."""

from server.contacts.filters import ContactFilter
from server.contacts.schemas.contacts import Ids
from server.contacts.schemas.timeline import DecisionIn


class DecideManyIn(DecisionIn):
    """Contacts by ID or filter, and their new subscription state."""

    ids: Ids = []
    filter: ContactFilter | None = None
