"""The origin of the standing mailings in the proof (standing.py)."""

from typing import Final

from server.core import jobs
from server.delivery import origins
from server.delivery.models import Stream
from server.delivery.origins import MailingChange, MailingOrigin
from server.plans.features import EMAIL_SENT

PROOF: Final = "proof"
# A job is enqueued in the transaction of the change. No worker runs it: the proof counts the jobs.
CHANGED: Final = "proof.mailing_changed"


def register() -> None:
    """Registers the origin. Needed in each process that creates or sends its mailings."""
    origins.register(
        MailingOrigin(
            PROOF,
            priority=4,
            stream=Stream.MARKETING,
            quota=EMAIL_SENT,
            is_marketing=True,
            is_continuous=True,
            hook=note_change,
        )
    )


def note_change(change: MailingChange) -> None:
    jobs.enqueue(CHANGED, team_id=str(change.team_id), version=change.version, state=change.state)
