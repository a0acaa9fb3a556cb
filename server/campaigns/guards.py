"""Prevents the deletion of records that active campaigns use."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from server.campaigns.kinds import KINDS
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.states import UNFINISHED, CampaignStatus
from server.delivery.models import Mailing, MailingState

KIND = "campaign"
MAX_LISTED_NAMES = 5


def name_campaigns_of_senders(team_id: UUID, ids: list[str]) -> Iterable[str]:
    uses = Q(sender_id__in=ids)
    for strategy in KINDS.values():
        uses |= strategy.build_sender_filter(team_id, ids)
    return _list_names(Campaign.objects.for_team(team_id).filter(uses, status__in=UNFINISHED))


def name_campaigns_of_labels(team_id: UUID, ids: list[str]) -> Iterable[str]:
    """Returns the names of scheduled campaigns that include or exclude these labels.

    Started campaigns have frozen their recipients.
    """
    numbers = [int(label_id) for label_id in ids]
    named = Q(label_ids__overlap=numbers) | Q(exclude_label_ids__overlap=numbers)
    rows = Campaign.objects.for_team(team_id).filter(named, status=CampaignStatus.SCHEDULED)
    return _list_names(rows)


def name_campaigns_of_segments(team_id: UUID, ids: list[str]) -> Iterable[str]:
    """Returns the names of campaigns that include or exclude these segments.

    They are scheduled, or started with recipients not yet frozen.
    """
    numbers = [int(segment_id) for segment_id in ids]
    rows = Campaign.objects.for_team(team_id).filter(
        Q(status=CampaignStatus.SCHEDULED) | Exists(_filter_freezing(team_id)),
        Q(to_all=False, segment_ids__overlap=numbers) | Q(exclude_segment_ids__overlap=numbers),
    )
    return _list_names(rows)


def name_campaigns_of_topics(team_id: UUID, ids: list[str]) -> Iterable[str]:
    rows = Campaign.objects.for_team(team_id).filter(
        Q(status=CampaignStatus.SCHEDULED) | Exists(_filter_freezing(team_id)),
        topic_id__in=[int(topic_id) for topic_id in ids],
    )
    return _list_names(rows)


def _list_names(rows: QuerySet[Campaign]) -> Iterable[str]:
    return rows.order_by("name").values_list("name", flat=True)[:MAX_LISTED_NAMES]


def _filter_freezing(team_id: UUID) -> QuerySet[Mailing]:
    """Selects the mailing of the outer campaign while its recipients are not yet frozen."""
    return Mailing.objects.for_team(team_id).filter(
        origin=CAMPAIGN, origin_id=OuterRef("pk"), state=MailingState.PREPARING, recipients=0
    )
