"""Finds suppressed recipients; the others get the message."""

from server.transactional.intake.context import SubmissionContext

NAME = "suppression"


def run(context: SubmissionContext) -> None:
    listed = context.facts.suppressed
    context.suppressed = {email: listed[email] for email, _ in context.submission.recipients if email in listed}
