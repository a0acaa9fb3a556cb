"""Queries of custom fields."""

from collections.abc import Callable, Iterable
from datetime import UTC, tzinfo
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from server.contacts.models import CustomField
from server.contacts.values import FieldType, clean_custom
from server.core.errors import NotFound
from server.teams.models import Team
from server.teams.time_zones import parse_zone


def query_fields(team_id: UUID) -> QuerySet[CustomField]:
    return CustomField.objects.for_team(team_id).filter(deleted_at__isnull=True).order_by("pk")


def get_timestamp_zone(team_id: UUID, fields: Iterable[CustomField]) -> tzinfo:
    """Returns the team's time zone for timestamps without an offset. Queries it only if a field has timestamps."""
    if not any(field.type == FieldType.DATE_TIME for field in fields):
        return UTC
    return parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=team_id))


def get_field(*, team_id: UUID, field_id: int) -> CustomField:
    """Raises NotFound."""
    field = query_fields(team_id).filter(pk=field_id).first()
    if field is None:
        raise NotFound
    return field


def build_validator(team_id: UUID) -> Callable[[str, Any], bool | None]:
    """Returns a function that tells whether a field still accepts a stored value.

    It returns None for an unknown field id.
    """
    known = list(query_fields(team_id))
    of_moments = get_timestamp_zone(team_id, known)
    kept = {str(custom.pk): custom.build_constraints(of_moments) for custom in known}

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
