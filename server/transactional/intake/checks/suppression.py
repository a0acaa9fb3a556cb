"""Which recipients are suppressed; the others receive the message."""

from server.transactional.intake.context import Context

NAME = "suppression"


def run(context: Context) -> None:
    """Notes the addresses on the team's list, whether to, cc or bcc. Never rejects."""
    listed = context.facts.suppressed
    context.suppressed = {email: listed[email] for email, _ in context.submission.recipients if email in listed}
