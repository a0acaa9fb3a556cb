"""How apps above learn what became of their mailings, without being imported: they register a function by origin.

Hooks run in the transaction of the change: what they write is committed with it.
"""

from collections.abc import Callable
from uuid import UUID

from server.core.registry import Registry

# (team id, origin id, state)
Hook = Callable[[UUID, UUID, str], None]

# By origin: called when a mailing of it is done, was paused, resumed, cancelled or is sent again; not when it starts.
HOOKS = Registry[str, Hook]("hook of mailings")


def tell(origin: str, *, team_id: UUID, origin_id: UUID, state: str) -> None:
    """Calls the hook of the origin, if it has one."""
    hook = HOOKS.get(origin)
    if hook is not None:
        hook(team_id, origin_id, state)
