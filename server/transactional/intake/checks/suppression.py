"""Who of the recipients is not written to; the others are."""

from server.transactional.intake.context import Context

NAME = "suppression"


def run(context: Context) -> None:
    """Notes the addresses on the team's list, whether to, cc or bcc. Never refuses."""
    listed = context.facts.suppressed
    context.suppressed = {email: listed[email] for email, _ in context.submission.recipients if email in listed}
