"""Leaving: what a recipient asks for by the link or the button of a mail."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.core.errors import NotFound
from server.delivery.models import Mailing, Recipient, Suppression, SuppressionReason
from server.delivery.services import progress
from server.delivery.sql import leaving

# (team id, contact id, address): told in the transaction in which somebody left
Left = Callable[[UUID, int | None, str], None]

_told: list[Left] = []


def register(left: Left) -> None:
    """Tells `left` of everybody who unsubscribes; the app that owns contacts sets their state."""
    _told.append(left)


def unsubscribe(*, mailing_id: int, position: int) -> bool:
    """Stops marketing mail of the mailing's team to the recipient; False when that was so already.

    Raises NotFound for a token whose recipient is gone.
    """
    recipient = Recipient.objects.filter(mailing_id=mailing_id, position=position).first()
    mailing = Mailing.objects.filter(pk=mailing_id, team__isnull=False).first()
    if recipient is None or mailing is None or mailing.team_id is None:
        raise NotFound
    now = clock.now()
    with transaction.atomic():
        _, is_new = Suppression.objects.for_team(mailing.team_id).get_or_create(
            team_id=mailing.team_id,
            email=recipient.email,
            defaults={
                "reason": SuppressionReason.UNSUBSCRIBED,
                "mailing_id": mailing_id,
                "created_at": now,
            },
        )
        counted = leaving.count(
            mailing.team_id, mailing_id=mailing_id, position=position, contact_id=recipient.contact_id, at=now
        )
        if is_new:
            for left in _told:
                left(mailing.team_id, recipient.contact_id, recipient.email)
        if counted:
            progress.publish([mailing_id])
    return bool(is_new)
