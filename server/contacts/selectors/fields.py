"""Reads of custom fields."""

from collections.abc import Callable, Iterable
from datetime import UTC, tzinfo
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from server.contacts.models import CustomField
from server.contacts.values import FieldType, clean_custom
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


def fits(team_id: UUID) -> Callable[[str, Any], bool | None]:
    """Whether the field of an id still takes a value as it was stored; None where there is no such field."""
    known = list(fields_of(team_id))
    of_moments = zone(team_id, known)
    kept = {str(custom.pk): custom.kept(of_moments) for custom in known}

    def fits_now(key: str, value: Any) -> bool | None:
        if key not in kept:
            return None
        if value is None:
            return True
        try:
            cleaned = clean_custom(kept[key], value)
        except ValueError:
            return False
        return bool(cleaned == value)

    return fits_now
