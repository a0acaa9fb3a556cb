"""Message bodies: encrypted for their team and stored for as many days as it chose."""

from datetime import datetime, timedelta
from uuid import UUID

from server.core import clock
from server.core.ids import get_creation_time
from server.core.sealing import SealBroken, seal_bytes, unseal_bytes
from server.transactional.errors import BodyDeleted
from server.transactional.models import MessageBody
from server.transactional.models.messages import BODY_PURPOSE


def seal_body(mime: bytes, *, team_id: UUID) -> bytes:
    return seal_bytes(mime, purpose=BODY_PURPOSE, owner=str(team_id))


def compute_expiry(body_days: int, *, finished: bool) -> datetime | None:
    """The expiry of a body accepted now; None: when its message is finished."""
    if body_days == 0:
        return clock.now() if finished else None
    return clock.now() + timedelta(days=body_days)


def open_body(*, team_id: UUID, message_id: UUID) -> bytes:
    """The complete message as it was stored. Raises BodyDeleted."""
    rows = MessageBody.objects.for_team(team_id).filter(pk=message_id, accepted_at=get_creation_time(message_id))
    row = rows.first()
    if row is None or (row.expires_at is not None and row.expires_at <= clock.now()):
        raise BodyDeleted
    try:
        return unseal_bytes(bytes(row.sealed), purpose=BODY_PURPOSE, owner=str(team_id))
    except SealBroken as error:
        raise BodyDeleted from error


def delete_finished(*, team_id: UUID, message_ids: list[UUID]) -> None:
    moments = {get_creation_time(each) for each in message_ids}
    rows = MessageBody.objects.for_team(team_id).filter(pk__in=message_ids, accepted_at__in=moments)
    rows.filter(expires_at__isnull=True).delete()
