"""How many tasks of one kind a team may have unfinished: one runs at a time, the others wait."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from server.core import advisory
from server.core.errors import TooManyUnfinished
from server.core.task_states import TaskState

MAX_UNFINISHED: Final = 20  # of each kind


def check_unfinished(rows: QuerySet[Any], *, team_id: UUID, others: Callable[[], int] = lambda: 0) -> None:
    """Refuses one more of these rows of the team, in the transaction that adds it.

    `others` counts those that are on their way to become rows. Raises TooManyUnfinished.
    """
    # Two that start in the same moment would each count without the other.
    advisory.lock(f"unfinished:{rows.model._meta.label}", str(team_id))
    # Before the rows, so that one that becomes a row meanwhile is not missed.
    coming = others()
    if coming + rows.filter(team_id=team_id, state=TaskState.RUNNING).count() >= MAX_UNFINISHED:
        raise TooManyUnfinished(payload={"most": MAX_UNFINISHED})
