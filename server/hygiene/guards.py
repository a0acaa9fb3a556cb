"""What the sunset rule keeps from being deleted."""

from uuid import UUID

from server.core import in_use
from server.hygiene.models import SunsetRule


def uses_of_labels(team_id: UUID, ids: list[str]) -> list[in_use.Use]:
    """The rule, where it puts one of these labels on."""
    rule = SunsetRule.objects.for_team(team_id).filter(act="label", enabled=True, label_id__in=map(int, ids))
    return [{"kind": "sunsetRule"}] if rule.exists() else []
