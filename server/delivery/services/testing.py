"""A campaign that is tested: its variants are a mailing each, and one more waits for the winner.

All recipients are frozen and dealt out at the start, so that nobody is in two of them, and who comes onto the list
later is in none. Where several mailings of a campaign are locked, it is in the order of their keys.
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

COPIED = ("subject", "from_name", "from_address", "reply_to", "compiled", "plain")


def locked(*, team_id: UUID, origin: str, origin_id: UUID) -> list[Mailing]:
    """All mailings of a campaign, or of what else is tested, held until the transaction ends."""
    rows = Mailing.objects.for_team(team_id).filter(origin=origin, origin_id=origin_id)
    return list(rows.select_for_update().order_by("pk"))


def deal(
    *,
    parts: Sequence[Mailing],
    recipients: QuerySet[Any, Any],
    sizes_of: Callable[[int], Sequence[int]],
) -> Sequence[int]:
    """Freezes the recipients of all parts, each in one of them at random; how many each has.

    The campaign's id is the seed. None has begun, and each knows its number of recipients from then on. Raises
    ActionNotAllowed where one has begun, and what `sizes_of` raises; then nothing has changed.
    """
    first = parts[0]
    if first.team_id is None or any(part.state != MailingState.PREPARING for part in parts):
        raise ActionNotAllowed(payload={"state": first.state})
    with transaction.atomic():
        sizes = splitting.deal(
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


def begin(*, mailing: Mailing, due_at: datetime | None = None) -> None:
    """Lets senders begin with a mailing whose recipients are dealt; at once, or when it is due. It is locked.

    Raises ActionNotAllowed for one that has begun.
    """
    if mailing.state != MailingState.PREPARING or not mailing.recipients:
        raise ActionNotAllowed(payload={"state": mailing.state})
    mailings.begin(mailing, mailing.recipients, due_at=due_at)
    mailings.hold_where_stopped(mailing)


def take_content(*, rest: Mailing, winner: Mailing) -> None:
    """Makes the mailing that waits one of the winner's content, to the byte, with links of its own. Both are locked."""
    if rest.state != MailingState.PREPARING:
        raise ActionNotAllowed(payload={"state": rest.state})
    for name in COPIED:
        setattr(rest, name, getattr(winner, name))
    rest.save(update_fields=[*COPIED])
    MailingLink.objects.filter(mailing=rest).delete()
    links = MailingLink.objects.filter(mailing=winner).order_by("number")
    MailingLink.objects.bulk_create([MailingLink(mailing=rest, number=link.number, shown=link.shown) for link in links])
