"""To whom a campaign goes: subscribed contacts, each once, less those whose address is suppressed."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from server.campaigns.errors import RecipientLabelEmpty, RecipientLabelNotFound
from server.campaigns.models import Campaign
from server.contacts.models import Contact
from server.contacts.selectors import labels
from server.contacts.selectors.merging import merge_fields
from server.contacts.states import ContactState
from server.core import clock
from server.core.errors import NotFound
from server.delivery.models import Suppression


@dataclass(frozen=True, slots=True)
class RecipientCount:
    """How many would get the mail, and how many of those chosen are suppressed."""

    count: int
    suppressed: int


def chosen(campaign: Campaign) -> QuerySet[Contact]:
    """The subscribed contacts that a campaign chooses; nobody when it chooses nothing."""
    rows = Contact.objects.for_team(campaign.team_id).filter(state=ContactState.SUBSCRIBED)
    if campaign.to_all:
        return rows
    return rows.filter(label_ids__overlap=campaign.label_ids) if campaign.label_ids else rows.none()


def reachable(campaign: Campaign) -> QuerySet[Contact]:
    """The chosen contacts whose address is not suppressed."""
    return chosen(campaign).filter(~_is_suppressed(campaign.team_id))


def rows(campaign: Campaign, *, tags: Collection[str]) -> QuerySet[Contact, Any]:
    """Contact id, address and the fields under the tags of everybody who gets the mail, as delivery freezes them."""
    fields = merge_fields(campaign.team_id).expression(tags)
    return reachable(campaign).annotate(merge=fields).values_list("pk", "email", "merge")


def count(campaign: Campaign) -> RecipientCount:
    """The figures that the sender sees before sending."""
    rows = chosen(campaign)
    suppressed = rows.filter(_is_suppressed(campaign.team_id)).count()
    return RecipientCount(rows.count() - suppressed, suppressed)


def check_labels(campaign: Campaign) -> None:
    """Raises RecipientLabelNotFound for a label that has gone, RecipientLabelEmpty when none has a contact."""
    if campaign.to_all or not campaign.label_ids:
        return
    known = labels.by_ids(team_id=campaign.team_id, ids=campaign.label_ids)
    missing = sorted(set(campaign.label_ids) - known.keys())
    if missing:
        raise RecipientLabelNotFound(payload={"labelIds": missing})
    if not any(label.contact_count for label in known.values()):
        raise RecipientLabelEmpty(payload={"labels": sorted(label.name for label in known.values())})


def example(campaign: Campaign, contact_id: int | None) -> Contact | None:
    """The contact whose fields fill a preview or a test: the chosen one, else the newest recipient, else the newest.

    None for a team without contacts. Raises NotFound for an id that is no contact of the team.
    """
    of_team = Contact.objects.for_team(campaign.team_id)
    if contact_id is not None:
        found = of_team.filter(pk=contact_id).first()
        if found is None:
            raise NotFound
        return found
    return chosen(campaign).order_by("-pk").first() or of_team.order_by("-pk").first()


def _is_suppressed(team_id: UUID) -> Exists:
    now = clock.now()
    rows = Suppression.objects.for_team(team_id).filter(email=OuterRef("email"))
    return Exists(rows.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now)))
