"""Whether the team looks at each message before it goes."""

from server.transactional.intake.context import Context, Hold
from server.transactional.states import HoldReason

NAME = "review"


def run(context: Context) -> Hold | None:
    """Holds it where the team has chosen so."""
    return Hold(NAME, HoldReason.REVIEW) if context.key.hold_all else None
