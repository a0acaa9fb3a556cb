"""Checks that the plan has emails left and that sending is not paused for the team."""

from collections.abc import Iterable

from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_blocking, build_fine
from server.campaigns.checks.review import CampaignReview
from server.core.errors import ApiError
from server.delivery.errors import SendingPaused
from server.delivery.services import pauses
from server.plans import quota
from server.plans.errors import SendLimitExceeded
from server.plans.features import EMAIL_SENT, UNLIMITED


def check_quota(review: CampaignReview) -> Iterable[CampaignFinding]:
    try:
        needed = review.count.count
    except ApiError:
        return  # reported by another check
    standing = quota.get_state(team_id=review.campaign.team_id, limit=EMAIL_SENT)
    if standing.limit == UNLIMITED:
        yield build_fine("quotaUnlimited", FindingPlace.PLAN)
    elif standing.left >= needed:
        yield build_fine("quotaEnough", FindingPlace.PLAN, left=standing.left - needed)
    else:
        error = SendLimitExceeded.of(
            area=EMAIL_SENT.area, name=EMAIL_SENT.name, limit=standing.limit, left=standing.left
        )
        yield build_blocking("quotaShort", FindingPlace.PLAN, error, left=standing.left, needed=needed)


def check_pause(review: CampaignReview) -> Iterable[CampaignFinding]:
    held = pauses.find_open_pause(review.campaign.team_id)
    if held is None:
        yield build_fine("sendingOpen", FindingPlace.HEALTH)
    else:
        yield build_blocking(
            "sendingPaused", FindingPlace.HEALTH, SendingPaused.because(held.reason), reason=held.reason
        )


QUOTA = CampaignCheck("quota", check_quota, may_block=True)
PAUSE = CampaignCheck("pause", check_pause, may_block=True)
