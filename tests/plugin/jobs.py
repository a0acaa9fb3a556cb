"""Jobs and schedules of loyalty cards."""

from typing import Any

from server.core import jobs, schedules
from tests.plugin import cards


@jobs.handler("cards.print", is_long=True)
def print_card(*, team_id: str, card: str, **_: Any) -> None:
    """Prints one card."""
    cards.LEDGER.append(("printed", (team_id, card)))


schedules.add_schedule(30, "cards.count", lambda: None)
schedules.add_purge("cards.expired", cards.expire)
