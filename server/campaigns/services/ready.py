"""Marks a campaign as ready (CAMP-07): a user has reviewed it and no check blocks it."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.campaigns import designs, kinds
from server.campaigns.checks.all_checks import list_findings
from server.campaigns.checks.findings import Level
from server.campaigns.errors import WarningsNotSeen
from server.campaigns.models import Campaign
from server.campaigns.services.campaigns import REFERENCE, build_link, lock_campaign, publish_change
from server.campaigns.states import CampaignStatus
from server.core import clock
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed


@transaction.atomic
def mark_ready(
    *,
    team_id: UUID,
    campaign_id: UUID,
    seen: Collection[str],
    by: Caller,
    kind: str | None = None,
) -> Campaign:
    """Marks a draft as ready if its warnings, `seen` by code, are all confirmed. An edit clears the mark.

    Raises NotFound, ActionNotAllowed unless it is a draft, the error of the first blocking check, and WarningsNotSeen.
    """
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    if campaign.status != CampaignStatus.DRAFT:
        raise ActionNotAllowed(payload={"status": campaign.status})
    # A concurrent edit is either included in the review or clears the mark afterwards.
    designs.lock_document(campaign)
    kinds.get_strategy(campaign).follow_document(campaign)
    found = list_findings(kinds.build_review(campaign))
    for finding in found:
        if finding.error is not None:
            raise finding.error
    codes = sorted({finding.code for finding in found if finding.level is Level.WARNING})
    unseen = [code for code in codes if code not in seen]
    if unseen:
        raise WarningsNotSeen(payload={"codes": unseen})
    campaign.ready_at, campaign.seen = clock.now(), codes
    campaign.revision += 1
    campaign.save(update_fields=["ready_at", "seen", "revision"])
    activity.record(
        team_id=team_id, by=by, reference=REFERENCE, action="UPDATED", name=campaign.name, link=build_link(campaign)
    )
    publish_change(campaign, "updated")
    return campaign
