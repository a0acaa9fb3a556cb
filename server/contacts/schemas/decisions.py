"""Decisions on many contacts on the wire."""

from server.contacts.schemas.contacts import ContactFilter, Ids
from server.contacts.schemas.timeline import DecisionIn


class DecideManyIn(DecisionIn):
    """Contacts by id, or else all that a filter finds, and whether mail may go to them."""

    ids: Ids = []
    filter: ContactFilter | None = None
