"""Caches responses about a sending campaign, which many screens request at once, per process for a second."""

from collections.abc import Callable
from hashlib import blake2b

from django.core.cache import caches
from pydantic import BaseModel

from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus
from server.core.rendering import serialize

CACHE_SECONDS = 1.0  # a third of the delay between a progress event and a screen's next request


def get_or_make(campaign: Campaign, asked: str, make: Callable[[], BaseModel]) -> bytes:
    """Returns the JSON response, up to CACHE_SECONDS old while the campaign is being sent.

    It is never older than the progress that triggered the request. Campaigns that are not being sent or were edited are
    not cached. Errors of `make` are not cached.
    """
    if campaign.status != CampaignStatus.SENDING:
        return serialize(make())
    named = f"{campaign.pk} {campaign.updated_at.isoformat()} {asked}"
    key = blake2b(named.encode(), digest_size=16).hexdigest()
    answer: bytes | None = caches["process"].get(key)
    if answer is None:
        answer = serialize(make())
        caches["process"].set(key, answer, CACHE_SECONDS)
    return answer
