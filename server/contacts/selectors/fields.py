"""Reads of custom fields."""

from collections.abc import Iterable
from datetime import UTC, tzinfo
from uuid import UUID

from django.db.models import QuerySet

from server.contacts.models import CustomField
from server.contacts.values import FieldType
from server.core.errors import NotFound
from server.teams.models import Team
from server.teams.zones import zone_of


def fields_of(team_id: UUID) -> QuerySet[CustomField]:
    """The custom fields of a team, oldest first."""
    return CustomField.objects.for_team(team_id).filter(deleted_at__isnull=True).order_by("pk")


def zone(team_id: UUID, fields: Iterable[CustomField]) -> tzinfo:
    """The zone of moments that name none: the team's. It is looked up only where one of the fields holds moments."""
    if not any(field.type == FieldType.DATE_TIME for field in fields):
        return UTC
    return zone_of(Team.objects.values_list("timezone", flat=True).get(pk=team_id))


def get(*, team_id: UUID, field_id: int) -> CustomField:
    """One custom field of the team. Raises NotFound."""
    field = fields_of(team_id).filter(pk=field_id).first()
    if field is None:
        raise NotFound
    return field
