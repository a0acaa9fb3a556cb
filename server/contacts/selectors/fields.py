"""Reads of custom fields."""

from uuid import UUID

from django.db.models import QuerySet

from server.contacts.models import CustomField
from server.core.errors import NotFound


def fields_of(team_id: UUID) -> QuerySet[CustomField]:
    """The custom fields of a team, oldest first."""
    return CustomField.objects.for_team(team_id).filter(deleted_at__isnull=True).order_by("pk")


def get(*, team_id: UUID, field_id: int) -> CustomField:
    """One custom field of the team. Raises NotFound."""
    field = fields_of(team_id).filter(pk=field_id).first()
    if field is None:
        raise NotFound
    return field
