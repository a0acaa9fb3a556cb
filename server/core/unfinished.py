"""The limit on unfinished tasks of one kind per team: one runs at a time, the others wait."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from server.core import advisory
from server.core.errors import TooManyUnfinished
from server.core.task_states import TaskState

MAX_UNFINISHED: Final = 20  # of each kind


def check_unfinished(rows: QuerySet[Any], *, team_id: UUID, others: Callable[[], int] = lambda: 0) -> None:
    """Raises TooManyUnfinished if the team has too many of these rows. Call it in the transaction that adds another.

    `others` counts items that are about to become rows.
    """
    # Two parallel starts would each count without the other.
    advisory.lock(f"unfinished:{rows.model._meta.label}", str(team_id))
    # Before the rows, so that an item that becomes a row in between is not missed.
    coming = others()
    if coming + rows.filter(team_id=team_id, state=TaskState.RUNNING).count() >= MAX_UNFINISHED:
        raise TooManyUnfinished(payload={"most": MAX_UNFINISHED})
