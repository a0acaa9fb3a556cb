"""Jobs and schedules of loyalty cards."""

from typing import Any

from server.core import jobs, schedules
from tests.plugin import cards


def _record_failure(*, card: str, reason: str, **_: Any) -> None:
    cards.LEDGER.append(("not printed", (card, reason)))


@jobs.handler("cards.print", is_long=True, on_failure=_record_failure)
def print_card(*, team_id: str, card: str, **_: Any) -> None:
    """Prints one card."""
    cards.LEDGER.append(("printed", (team_id, card)))


schedules.add_schedule(30, "cards.count", lambda: None)
schedules.add_purge("cards.expired", cards.expire)
