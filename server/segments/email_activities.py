"""Email activities for segments. Bot opens and clicks do not count (docs/metrics.md)."""

from collections.abc import Sequence
from uuid import UUID

from server.delivery.models import Mailing
from server.segments.activities import ActivityKind

CAMPAIGN = "campaign"  # the subject kind, and the origin of its mailings
ACTIVITY_NAMES = ("sent", "opened", "clicked", "bounced", "unsubscribed", "complained")


def find_mailings(team_id: UUID, campaign_id: str) -> Sequence[int]:
    try:
        wanted = UUID(campaign_id)
    except ValueError:
        return []
    mailings = Mailing.objects.for_team(team_id).filter(origin=CAMPAIGN, origin_id=wanted)
    return list(mailings.values_list("pk", flat=True))


KINDS = tuple(
    ActivityKind(name, f"email.{name}", subject=CAMPAIGN, subjects_of=find_mailings) for name in ACTIVITY_NAMES
)
