"""Campaigns as owners of editor documents: edit permission and effects of edits."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from server.campaigns.kinds import KINDS, get_strategy
from server.campaigns.models import Campaign
from server.campaigns.permissions import EDIT, VIEW
from server.campaigns.states import CampaignStatus
from server.core import clock
from server.documents.kinds.email import EMAIL
from server.documents.models import Document
from server.documents.owners import Owner
from server.documents.snapshot import Root

LOCK_REASON: Final = "sending"  # why a document is locked: its campaign is scheduled, sending or sent
# Minimum interval between updates of a campaign during editing: its document changes many times a second.
MIN_TOUCH_INTERVAL: Final = timedelta(minutes=1)


def _build_link(document: Document) -> str:
    found = _filter_campaigns(document).values_list("kind", "pk").first()
    return KINDS[found[0]].composer.format(found[1]) if found else "/campaigns"


def _get_lock_reason(document: Document) -> str | None:
    status = _filter_campaigns(document).values_list("status", flat=True).first()
    return None if status == CampaignStatus.DRAFT else LOCK_REASON


def _handle_change(document: Document, roots: Sequence[Root]) -> None:
    """Clears the review and synchronises the variants of a test after an edit.

    Skips a locked campaign: its holder waits for this edit and reads the document afterwards.
    """
    campaign = _filter_campaigns(document).select_for_update(skip_locked=True).first()
    if campaign is None:
        return
    now = clock.now()
    if campaign.ready_at is not None or campaign.updated_at <= now - MIN_TOUCH_INTERVAL:
        campaign.ready_at, campaign.seen, campaign.updated_at = None, [], now
        campaign.save(update_fields=["ready_at", "seen", "updated_at"])
    get_strategy(campaign).follow_document(campaign, roots)


def _filter_campaigns(document: Document) -> Any:
    return Campaign.objects.for_team(document.team_id).filter(document_id=document.pk)


OWNER = Owner(
    may_read=VIEW, may_write=EDIT, link_of=_build_link, locked=_get_lock_reason, changed=_handle_change, editor=EMAIL
)
