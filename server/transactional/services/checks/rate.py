"""Whether the key, or the network that it is used from, sends faster than it may."""

from collections.abc import Sequence

from server.core.errors import TooManyRequests
from server.transactional.services import limits
from server.transactional.services.context import Context

NAME = "rate"


def run(contexts: Sequence[Context]) -> list[TooManyRequests | None]:
    """TooManyRequests above a limit of the key or its network. Of a batch all were counted before."""
    counted = [context for context in contexts if context.rate is None]
    taken = limits.take_each([(context.key, 1) for context in counted])
    refused: dict[int, TooManyRequests] = {}
    for context, rate in zip(counted, taken, strict=True):
        if isinstance(rate, TooManyRequests):
            refused[id(context)] = rate
        else:
            context.rate = rate
    return [refused.get(id(context)) for context in contexts]
