"""What many screens ask of one campaign while it is being sent: made once a second in a process, and given to all."""

from collections.abc import Callable
from hashlib import blake2b

from django.core.cache import caches
from pydantic import BaseModel

from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.core.rendering import written

KEPT_SECONDS = 1.0  # a third of the time after which a screen that was told of progress asks again


def kept(campaign: Campaign, asked: str, make: Callable[[], BaseModel]) -> bytes:
    """The JSON of the answer to what is asked of a campaign, up to KEPT_SECONDS old while that is being sent.

    What a screen gets is still from after the progress that it asks about. Of a campaign that isn't being sent, or that
    somebody has changed, everything is answered anew. What `make` raises is not kept.
    """
    if campaign.status != CampaignStatus.SENDING:
        return written(make())
    named = f"{campaign.pk} {campaign.updated_at.isoformat()} {asked}"
    key = blake2b(named.encode(), digest_size=16).hexdigest()
    answer: bytes | None = caches["process"].get(key)
    if answer is None:
        answer = written(make())
        caches["process"].set(key, answer, KEPT_SECONDS)
    return answer
