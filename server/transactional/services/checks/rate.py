"""Whether the key, or the network that it is used from, sends faster than it may."""

from server.transactional.services import limits
from server.transactional.services.context import Context

NAME = "rate"


def run(context: Context) -> None:
    """Raises TooManyRequests above a limit of the key or its network. Of a batch all were counted before."""
    if context.rate is None:
        context.rate = limits.take(context.key)
