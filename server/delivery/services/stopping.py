"""Stops a team's marketing while it is being sent: all of it, or only the mailings from broken domains. Each mailing
stays paused until someone resumes it.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from server.core.errors import ActionNotAllowed
from server.delivery import origins
from server.delivery.models import Mailing, MailingState
from server.delivery.services import mailings
from server.senders.selectors.domains import find_nearest_domains
from server.senders.states import DomainState


def stop_marketing(team_id: UUID, *, from_broken_domains: bool = False) -> int:
    """Returns the number of paused mailings."""
    # Lock all of them before pausing one: pausing a variant of a test also locks its campaign, and campaigns are locked
    # after mailings.
    going = Mailing.objects.for_team(team_id).filter(
        origin__in=origins.list_marketing_origins(), state=MailingState.SENDING
    )
    held = list(going.order_by("pk").select_for_update(no_key=True))
    meant = _filter_broken_domains(team_id, held) if from_broken_domains else held
    return sum(_pause(mailing) for mailing in meant)


def _filter_broken_domains(team_id: UUID, held: Sequence[Mailing]) -> Sequence[Mailing]:
    nearest = find_nearest_domains(team_id=team_id, names=[_get_domain(mailing) for mailing in held])
    broken = {name for name, domain in nearest.items() if domain is not None and domain.state == DomainState.BROKEN}
    return [mailing for mailing in held if _get_domain(mailing) in broken]


def _get_domain(mailing: Mailing) -> str:
    return mailing.from_address.rpartition("@")[2]


def _pause(mailing: Mailing) -> bool:
    try:
        with transaction.atomic():
            mailings.pause(mailing=mailing)
    except ActionNotAllowed:  # it has ended since
        return False
    return True
