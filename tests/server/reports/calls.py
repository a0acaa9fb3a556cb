"""Records for the generated tests (tests/foreign_ids.py)."""

from server.core import clock
from server.reports.models import Advice
from server.teams.models import Team


def advice_id(team: Team) -> int:
    """Advice that can be followed by hand."""
    row = Advice(team=team, rule="complaints", subject=f"campaign:{clock.now().timestamp()}", level="bad")
    row.value, row.asked, row.base, row.found_at = 0.004, 0.001, 1_000, clock.now()
    row.save()
    return row.pk


IDS = {"advice/{advice_id}": advice_id}
