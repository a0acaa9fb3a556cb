"""Finds contacts who were sent an email and show no sign of having read it."""

from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from server.delivery.models import LogState, Mailing, Recipient, RecipientActivity, SendLog


def select_contact_ids(team_id: UUID, *, origin: str, origin_id: UUID) -> QuerySet[Recipient, Any]:
    """Selects contacts that got the mailings of one origin, and opened and clicked none of them.

    Bot opens and clicks are not counted (docs/metrics.md). A bounced email was read by no one, and is not sent again to
    an address that rejects it.
    """
    mailings = Mailing.objects.for_team(team_id).filter(origin=origin, origin_id=origin_id)
    rows = Recipient.objects.filter(mailing__in=mailings.values("pk"), contact_id__isnull=False)
    sent = SendLog.objects.for_team(team_id).filter(
        mailing_id=OuterRef("mailing_id"),
        position=OuterRef("position"),
        mailed_at=Coalesce(OuterRef("mailed_at"), OuterRef("mailing__started_at")),
        state=LogState.SENT,
        bounced_at__isnull=True,
    )
    read = RecipientActivity.objects.filter(mailing_id=OuterRef("mailing_id"), position=OuterRef("position")).exclude(
        opens=0, clicks=0
    )
    return rows.filter(Exists(sent), ~Exists(read)).values("contact_id")
