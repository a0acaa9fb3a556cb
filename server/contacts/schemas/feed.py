"""Schemas of the details of feed entries."""

from server.contacts.states import ContactState, Stage
from server.core.schemas import Schema


class Details(Schema):
    """Base class of the details of all kinds."""


class CreatedDetails(Details):
    """The state in which contacts were created."""

    state: ContactState


class ChangedDetails(Details):
    """The columns of contacts that changed; `custom_field` for any custom fields."""

    fields: list[str]


class StateDetails(Details):
    """The state that contacts had before."""

    before: ContactState


class StageDetails(Details):
    """The funnel stages that contacts left and entered; None for none."""

    before: Stage | None = None
    after: Stage | None = None
