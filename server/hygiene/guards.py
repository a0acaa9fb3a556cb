"""Prevents the deletion of records that the sunset rule uses."""

from collections.abc import Iterable
from uuid import UUID

from server.hygiene.models import SunsetRule


def name_rules_of_labels(team_id: UUID, ids: list[str]) -> Iterable[None]:
    """Returns one entry without a name if the rule adds one of these labels."""
    rule = SunsetRule.objects.for_team(team_id).filter(act="label", enabled=True, label_id__in=map(int, ids))
    return [None] if rule.exists() else []
