"""Stub until identity lands."""

from uuid import UUID

from server.activity.models import Activity
from server.core import clock
from server.core.callers import Caller


def record(*, team_id: UUID, by: Caller, reference: str, action: str, name: str) -> None:
    Activity.objects.create(
        team_id=team_id,
        user_id=by.user_id,
        fullname=by.fullname,
        reference=reference,
        action=action,
        name=name,
        created_at=clock.now(),
    )
