"""Jobs of contacts: each is one call of a service."""

from typing import Any
from uuid import UUID

from server.contacts.schemas.contacts import ContactFilter
from server.contacts.services import fields, labels
from server.core import jobs


@jobs.handler("contacts.forget_label")
def forget_label(*, team_id: str, label_id: int, claim: jobs.Claim, **_: Any) -> None:
    """Takes a deleted label off its contacts."""
    labels.forget(team_id=UUID(team_id), label_id=label_id)


@jobs.handler("contacts.forget_field")
def forget_field(*, team_id: str, field_id: int, claim: jobs.Claim, **_: Any) -> None:
    """Clears the values of a deleted custom field."""
    fields.forget(team_id=UUID(team_id), field_id=field_id)


@jobs.handler("contacts.apply_label")
def apply_label(
    *, team_id: str, wanted: dict[str, Any], add: list[int], remove: list[int], claim: jobs.Claim, **_: Any
) -> None:
    """Puts labels on the contacts of a filter."""
    chosen = ContactFilter(**wanted)
    labels.apply_by_filter(team_id=UUID(team_id), wanted=chosen, add=add, remove=remove)
