"""A/B tests: a mailing for each variant, and one more that waits for the winner.

All recipients are frozen and distributed at the start, so that no contact is in two variants, and later additions to
the list are in none. Several mailings of a campaign are always locked in the order of their keys.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from server.core.errors import ActionNotAllowed
from server.delivery.models import Mailing, MailingLink, MailingState
from server.delivery.services import mailings
from server.delivery.sql import splitting

COPIED_FIELDS = ("subject", "from_name", "from_address", "reply_to", "compiled", "plain")


def lock_mailings(*, team_id: UUID, origin: str, origin_id: UUID) -> list[Mailing]:
    rows = Mailing.objects.for_team(team_id).filter(origin=origin, origin_id=origin_id)
    return list(rows.select_for_update().order_by("pk"))


def distribute(
    *,
    parts: Sequence[Mailing],
    recipients: QuerySet[Any, Any],
    sizes_of: Callable[[int], Sequence[int]],
) -> Sequence[int]:
    """Freezes all recipients, each in one random part. Returns the size of each part.

    The campaign's id is the seed. No part has started; each stores its number of recipients. Raises ActionNotAllowed if
    one has started, and what `sizes_of` raises; then nothing has changed.
    """
    first = parts[0]
    if first.team_id is None or any(part.state != MailingState.PREPARING for part in parts):
        raise ActionNotAllowed(payload={"state": first.state})
    with transaction.atomic():
        sizes = splitting.distribute(
            first.team_id,
            mailing_ids=[part.pk for part in parts],
            recipients=recipients,
            seed=str(first.origin_id),
            sizes_of=sizes_of,
        )
        for part, size in zip(parts, sizes, strict=True):
            part.recipients = size
            part.save(update_fields=["recipients"])
    return sizes


def release(*, mailing: Mailing, due_at: datetime | None = None) -> None:
    """Releases a locked mailing with distributed recipients to senders, now or at `due_at`.

    Raises ActionNotAllowed for a mailing that has started.
    """
    if mailing.state != MailingState.PREPARING or not mailing.recipients:
        raise ActionNotAllowed(payload={"state": mailing.state})
    mailings.release(mailing, mailing.recipients, due_at=due_at)
    mailings.pause_if_stopped(mailing)


def copy_content(*, rest: Mailing, winner: Mailing) -> None:
    """Copies the content unchanged, with the rest's own links. The caller has locked both mailings.

    Raises ActionNotAllowed if `rest` has started.
    """
    if rest.state != MailingState.PREPARING:
        raise ActionNotAllowed(payload={"state": rest.state})
    for name in COPIED_FIELDS:
        setattr(rest, name, getattr(winner, name))
    rest.save(update_fields=[*COPIED_FIELDS])
    MailingLink.objects.filter(mailing=rest).delete()
    links = MailingLink.objects.filter(mailing=winner).order_by("number")
    MailingLink.objects.bulk_create([MailingLink(mailing=rest, number=link.number, shown=link.shown) for link in links])
