"""Checks that the plan's limit is not below the message's recipients. Storing the message counts the units."""

from server.plans.errors import QuotaExceeded
from server.plans.features import TRANSACTIONAL_SENT
from server.transactional.identities import is_unlimited
from server.transactional.intake.checks.domain import is_sandbox
from server.transactional.intake.context import SubmissionContext

NAME = "quota"


def run(context: SubmissionContext) -> None:
    """Raises QuotaExceeded for more recipients than the plan allows in a whole month."""
    key = context.key
    if not is_unlimited(key) and not is_sandbox(context) and count_units(context) > key.limit:
        limit = TRANSACTIONAL_SENT
        raise QuotaExceeded.of(area=limit.area, name=limit.name, limit=key.limit, left=key.limit)


def count_units(context: SubmissionContext) -> int:
    """Suppressed recipients do not count."""
    return len(context.submission.recipients) - len(context.suppressed)
