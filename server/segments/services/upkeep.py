"""Keeps the columns of all teams close to their contacts."""

from server.segments.columns import building
from server.segments.sql import columns as columns_sql

# Maximum marked contacts per team, because every count reads them from the table.
MAX_MARKS_PER_TEAM = 2_000


def refresh_teams() -> int:
    """Returns the number of teams. Safe to interrupt."""
    teams = columns_sql.list_teams_to_refresh(
        marks=MAX_MARKS_PER_TEAM, blocks=building.MAX_SMALL_BLOCKS, block_rows=building.BLOCK_ROWS // 2
    )
    return sum(building.refresh_team(team_id) for team_id in teams)
