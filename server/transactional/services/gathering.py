"""Messages of one team that come in at the same moment are stored by one transaction.

The first that comes is stored at once; what comes while its transaction runs is stored together by the next one. So
one alone waits for nobody, and many together wait for one commit instead of for each other's: all of them would else
stand in line for the same counters.
"""

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from server.transactional.submissions import Accepted

if TYPE_CHECKING:
    from server.transactional.services.preparing import Ready

MOST_TOGETHER = 50
MOST_BYTES_TOGETHER = 8 * 1024 * 1024

Store = Callable[[Sequence["Ready"]], list[Accepted | Exception]]


class _Waiting:
    """One message and what becomes of it."""

    __slots__ = ("done", "item", "leads", "result")

    def __init__(self, item: "Ready") -> None:
        self.item = item
        self.done = threading.Event()
        self.leads = False
        self.result: Accepted | Exception = RuntimeError("not stored")


class _Line:
    """What waits of a team; one thread at a time stores."""

    def __init__(self) -> None:
        self.waiting: list[_Waiting] = []
        self.busy = False


_lines: dict[UUID, _Line] = {}
_guard = threading.Lock()


def store(item: "Ready", write: Store) -> Accepted:
    """Has `write` store the message, alone or with others. Raises what it gives for it."""
    mine = _Waiting(item)
    team_id = item.key.team_id
    with _guard:
        line = _lines.setdefault(team_id, _Line())
        line.waiting.append(mine)
        if line.busy:
            leads = False
        else:
            line.busy = leads = True
    if not leads:
        mine.done.wait()
        leads = mine.leads
    if leads:
        _lead(team_id, line, mine, write)
    if isinstance(mine.result, Exception):
        raise mine.result
    return mine.result


def _lead(team_id: UUID, line: _Line, mine: _Waiting, write: Store) -> None:
    """Stores what waits now, with mine, then hands on to one of those that have come since."""
    with _guard:
        together = _taken(line, mine)
    try:
        for each, result in zip(together, write([each.item for each in together]), strict=True):
            each.result = result
    finally:
        for each in together:
            if each is not mine:
                each.done.set()
        _hand_on(team_id, line)


def _taken(line: _Line, mine: _Waiting) -> list[_Waiting]:
    """Mine and those before others, as many as go together."""
    line.waiting.remove(mine)
    together, size = [mine], len(mine.item.mime)
    while line.waiting and len(together) < MOST_TOGETHER:
        size += len(line.waiting[0].item.mime)
        if size > MOST_BYTES_TOGETHER:
            break
        together.append(line.waiting.pop(0))
    return together


def _hand_on(team_id: UUID, line: _Line) -> None:
    with _guard:
        if line.waiting:
            following = line.waiting[0]
            following.leads = True
            following.done.set()
        else:
            line.busy = False
            _lines.pop(team_id, None)
