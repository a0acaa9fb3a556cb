"""What campaigns under way keep from being deleted."""

from uuid import UUID

from server.campaigns.models import Campaign
from server.campaigns.states import UNDER_WAY, CampaignStatus
from server.core import in_use
from server.senders import services as senders

MOST_NAMED = 5


def uses_of_senders(team_id: UUID, ids: list[str]) -> list[str]:
    """The campaigns under way that are sent from these senders."""
    rows = Campaign.objects.for_team(team_id).filter(status__in=UNDER_WAY, sender_id__in=ids)
    return [f"Campaign '{name}'" for name in rows.order_by("name").values_list("name", flat=True)[:MOST_NAMED]]


def uses_of_labels(team_id: UUID, ids: list[str]) -> list[str]:
    """The scheduled campaigns that will go to these labels; a started one has its recipients frozen."""
    numbers = [int(label_id) for label_id in ids]
    rows = Campaign.objects.for_team(team_id).filter(status=CampaignStatus.SCHEDULED, label_ids__overlap=numbers)
    return [f"Campaign '{name}'" for name in rows.order_by("name").values_list("name", flat=True)[:MOST_NAMED]]


in_use.register(senders.NOUN, uses_of_senders)
in_use.register("contacts.label", uses_of_labels)
