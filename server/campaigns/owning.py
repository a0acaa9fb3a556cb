"""Campaigns as the owners of documents of the email editor: who may write in them, and what follows from a change."""

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

SENT: Final = "sending"  # why a document can't be changed: its campaign waits, is sent or was
# A campaign that is being built counts as changed at most so often: people write many times a second.
TOUCHED_EACH: Final = timedelta(minutes=1)


def _link_of(document: Document) -> str:
    found = _campaigns(document).values_list("kind", "pk").first()
    return KINDS[found[0]].composer.format(found[1]) if found else "/campaigns"


def _locked(document: Document) -> str | None:
    status = _campaigns(document).values_list("status", flat=True).first()
    return None if status == CampaignStatus.DRAFT else SENT


def _changed(document: Document, roots: Sequence[Root]) -> None:
    """Nobody has looked over what it says now, and a test has the variants that are in it.

    Whoever holds the campaign meanwhile looks at the document after this delta, for which they wait, and is left alone.
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
