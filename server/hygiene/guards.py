"""What the sunset rule keeps from being deleted."""

from collections.abc import Iterable
from uuid import UUID

from server.hygiene.models import SunsetRule


def name_rules_of_labels(team_id: UUID, ids: list[str]) -> Iterable[None]:
    """The rule, where it puts one of these labels on. It has no name."""
    rule = SunsetRule.objects.for_team(team_id).filter(act="label", enabled=True, label_id__in=map(int, ids))
    return [None] if rule.exists() else []
