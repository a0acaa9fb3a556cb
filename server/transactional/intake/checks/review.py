"""Checks whether the team reviews each message before it is sent."""

from server.transactional.intake.context import Quarantine, SubmissionContext
from server.transactional.states import QuarantineReason

NAME = "review"


def run(context: SubmissionContext) -> Quarantine | None:
    return Quarantine(NAME, QuarantineReason.REVIEW) if context.key.hold_all else None
