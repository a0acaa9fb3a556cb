"""Whether the key, or the network that it is used from, sends faster than it may, or than its team expects."""

from collections.abc import Sequence

from server.core.errors import TooManyRequests
from server.transactional.intake.context import Context, Hold
from server.transactional.services import limits
from server.transactional.states import HoldReason

NAME = "rate"


def run(contexts: Sequence[Context]) -> list[TooManyRequests | Hold | None]:
    """TooManyRequests above a limit of the key or its network; holds what is beyond the team's own bound, so that a
    key in wrong hands, or a program gone wild, is seen before its email is. A batch was counted before as a whole."""
    counted = [context for context in contexts if context.rate is None]
    taken = limits.take_each([(context.key, 1) for context in counted])
    refused: dict[int, TooManyRequests] = {}
    for context, rate in zip(counted, taken, strict=True):
        if isinstance(rate, TooManyRequests):
            refused[id(context)] = rate
        else:
            context.rate = rate
    return [refused.get(id(context)) or _held(context) for context in contexts]


def _held(context: Context) -> Hold | None:
    key, rate = context.key, context.rate
    # Who is at the dashboard is a person already.
    if key.hold_above is None or key.key_id is None or rate is None or rate.in_hour <= key.hold_above:
        return None
    return Hold(NAME, HoldReason.RATE)
