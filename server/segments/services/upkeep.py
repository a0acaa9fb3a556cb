"""Keeping the columns of all teams near their contacts."""

from server.segments.columns import building
from server.segments.sql import columns as columns_sql

# So many may lie about: what is marked is read from its table by every count.
MOST_MARKS = 2_000


def refresh() -> int:
    """Works in what has gathered; answers for how many teams. Nothing is lost when it is broken off."""
    teams = columns_sql.teams_to_refresh(
        marks=MOST_MARKS, blocks=building.MAX_SMALL_BLOCKS, block_rows=building.BLOCK_ROWS // 2
    )
    return sum(building.refresh(team_id) for team_id in teams)
