"""Excludes a label from campaigns that have not started, and undoes that."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from server.activity import services as activity
from server.campaigns import edit_conflicts, recipients
from server.campaigns.limits import MAX_LABELS
from server.campaigns.models import Campaign
from server.campaigns.services.campaigns import REFERENCE, build_link, save_and_publish
from server.campaigns.states import CampaignStatus
from server.core.callers import Caller

UNSTARTED: Final = (CampaignStatus.DRAFT, CampaignStatus.SCHEDULED)
MAX_CAMPAIGNS: Final = 200  # per call


def list_affected(*, team_id: UUID, label_id: int) -> Sequence[UUID]:
    return [campaign.pk for campaign in _apply_exclusion(label_id, _filter_affected(team_id, label_id))]


@transaction.atomic
def exclude_label(*, team_id: UUID, label_id: int, by: Caller) -> Sequence[UUID]:
    """Excludes the label from these campaigns and returns their ids. Clears ready marks. Raises CountTimeout."""
    changed = _apply_exclusion(label_id, _filter_affected(team_id, label_id).select_for_update())
    for campaign in changed:
        _save(campaign, by)
    return [campaign.pk for campaign in changed]


@transaction.atomic
def undo_exclusion(*, team_id: UUID, label_id: int, campaign_ids: Collection[UUID], by: Caller) -> None:
    """Removes the exclusion from those campaigns that have not started and still have it."""
    rows = Campaign.objects.for_team(team_id).filter(
        pk__in=campaign_ids, status__in=UNSTARTED, exclude_label_ids__contains=[label_id]
    )
    for campaign in rows.select_for_update().order_by("pk")[:MAX_CAMPAIGNS]:
        campaign.exclude_label_ids = [each for each in campaign.exclude_label_ids if each != label_id]
        _save(campaign, by)


def _filter_affected(team_id: UUID, label_id: int) -> QuerySet[Campaign]:
    """Returns the campaigns that might reach contacts with the label, in id order, the common lock order.

    Omits campaigns to this label only: without it they would have no recipients.
    """
    chooses = (
        Q(to_all=True) | Q(unopened_of__isnull=False) | ~Q(segment_ids=[]) | ~Q(label_ids__contained_by=[label_id])
    )
    rows = Campaign.objects.for_team(team_id).filter(chooses, status__in=UNSTARTED)
    excluding = Q(exclude_label_ids__contains=[label_id]) | Q(exclude_label_ids__len__gte=MAX_LABELS)
    return rows.exclude(excluding).order_by("pk")


def _apply_exclusion(label_id: int, rows: QuerySet[Campaign]) -> Sequence[Campaign]:
    """Returns the campaigns with the label excluded, unsaved. Omits scheduled ones that would have no recipients."""
    found = list(rows[:MAX_CAMPAIGNS])
    for campaign in found:
        campaign.exclude_label_ids = sorted({*campaign.exclude_label_ids, label_id})
    return [
        campaign
        for campaign in found
        if campaign.status != CampaignStatus.SCHEDULED or recipients.select_reachable(campaign).exists()
    ]


def _save(campaign: Campaign, by: Caller) -> None:
    if campaign.status == CampaignStatus.DRAFT:
        campaign.ready_at, campaign.seen = None, []
    edit_conflicts.record(campaign, ["recipients"], by)
    save_and_publish(campaign)
    activity.record(
        team_id=campaign.team_id,
        by=by,
        reference=REFERENCE,
        action="UPDATED",
        name=campaign.name,
        link=build_link(campaign),
    )
