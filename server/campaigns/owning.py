"""Campaigns as owners of editor documents: edit permission and effects of edits."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from server.campaigns.kinds import KINDS, strategy_of
from server.campaigns.models import Campaign
from server.campaigns.permissions import EDIT, VIEW
from server.campaigns.states import CampaignStatus
from server.core import clock
from server.documents.kinds.email import EMAIL
from server.documents.models import Document
from server.documents.owners import Owner
from server.documents.snapshot import Root

SENT: Final = "sending"  # why a document is locked: its campaign is scheduled, sending or sent
# Minimum interval between updates of a campaign during editing: its document changes many times a second.
TOUCHED_EACH: Final = timedelta(minutes=1)


def _link_of(document: Document) -> str:
    found = _campaigns(document).values_list("kind", "pk").first()
    return KINDS[found[0]].composer.format(found[1]) if found else "/campaigns"


def _locked(document: Document) -> str | None:
    status = _campaigns(document).values_list("status", flat=True).first()
    return None if status == CampaignStatus.DRAFT else SENT


def _changed(document: Document, roots: Sequence[Root]) -> None:
    """Clears the review and synchronises the variants of a test after an edit.

    Skips a locked campaign: its holder waits for this edit and reads the document afterwards.
    """
    campaign = _campaigns(document).select_for_update(skip_locked=True).first()
    if campaign is None:
        return
    now = clock.now()
    if campaign.ready_at is not None or campaign.updated_at <= now - TOUCHED_EACH:
        campaign.ready_at, campaign.seen, campaign.updated_at = None, [], now
        campaign.save(update_fields=["ready_at", "seen", "updated_at"])
    strategy_of(campaign).follow_document(campaign, roots)


def _campaigns(document: Document) -> Any:
    return Campaign.objects.for_team(document.team_id).filter(document_id=document.pk)


OWNER = Owner(may_read=VIEW, may_write=EDIT, link_of=_link_of, locked=_locked, changed=_changed, editor=EMAIL)
