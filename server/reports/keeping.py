"""What many screens ask of one campaign while it is being sent: made once a second in a process, and given to all."""

from collections.abc import Callable
from hashlib import blake2b
from typing import TypeVar

from django.core.cache import caches
from pydantic import BaseModel

from server.campaigns.states import CampaignStatus
from server.reports.selectors.reports import Report

KEPT_SECONDS = 1.0  # a third of the time after which a screen that was told of progress asks again

Answer = TypeVar("Answer", bound=BaseModel)


def kept(found: Report, asked: str, make: Callable[[Report], Answer]) -> Answer:
    """The answer to what is asked of a report, up to KEPT_SECONDS old while the campaign is being sent.

    What a screen gets is still from after the progress that it asks about. Of a campaign that isn't being sent, or that
    somebody has changed, everything is answered anew.
    """
    campaign = found.campaign
    if campaign.status != CampaignStatus.SENDING:
        return make(found)
    named = f"{campaign.pk} {campaign.updated_at.isoformat()} {asked}"
    key = blake2b(named.encode(), digest_size=16).hexdigest()
    answer: Answer | None = caches["process"].get(key)
    if answer is None:
        answer = make(found)
        caches["process"].set(key, answer, KEPT_SECONDS)
    return answer
