"""Checks whether the team reviews each message before it is sent."""

from server.transactional.intake.context import Hold, SubmissionContext
from server.transactional.states import HoldReason

NAME = "review"


def run(context: SubmissionContext) -> Hold | None:
    """Holds the message if the team has turned on review."""
    return Hold(NAME, HoldReason.REVIEW) if context.key.hold_all else None
