"""Checks the rate of the key and its network against the limits, and against the team's own threshold."""

from collections.abc import Sequence

from server.core.errors import TooManyRequests
from server.transactional.intake.context import Quarantine, SubmissionContext
from server.transactional.services import limits
from server.transactional.states import QuarantineReason

NAME = "rate"


def run(contexts: Sequence[SubmissionContext]) -> list[TooManyRequests | Quarantine | None]:
    """Returns TooManyRequests above a limit of the key or its network, and a hold above the team's own threshold.

    The hold reveals a stolen key or a runaway program before its email is sent. A batch was counted before as a whole.
    """
    counted = [context for context in contexts if context.rate is None]
    taken = limits.count_each([(context.key, 1) for context in counted])
    refused: dict[int, TooManyRequests] = {}
    for context, rate in zip(counted, taken, strict=True):
        if isinstance(rate, TooManyRequests):
            refused[id(context)] = rate
        else:
            context.rate = rate
    return [refused.get(id(context)) or _check_threshold(context) for context in contexts]


def _check_threshold(context: SubmissionContext) -> Quarantine | None:
    key, rate = context.key, context.rate
    # A dashboard user needs no review by a user.
    if key.hold_above is None or key.key_id is None or rate is None or rate.in_hour <= key.hold_above:
        return None
    return Quarantine(NAME, QuarantineReason.RATE)
