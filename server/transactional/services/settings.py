"""A team's settings for transactional email."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.activity.services import Author
from server.core import clock, jobs
from server.transactional.lengths import MAX_BODY_DAYS
from server.transactional.models import TransactionalSetting
from server.transactional.selectors import settings as selectors
from server.transactional.sql import bodies as sql
from server.transactional.sql.bodies import BodyCursor

SHORTEN_JOB = "transactional.shorten_bodies"
BATCH = 5_000
NAME = "bodyDays"


def get_or_create(team_id: UUID) -> TransactionalSetting:
    """The team's settings. The first call creates them, which activates transactional email."""
    setting, _ = TransactionalSetting.objects.get_or_create(team_id=team_id, defaults={"opened_at": clock.now()})
    return setting


@transaction.atomic
def change(
    *, team_id: UUID, body_days: int, hold_all: bool, hold_above: int | None, by: Author
) -> TransactionalSetting:
    """Changes the settings. Fewer days also apply to stored bodies; more days only to new ones."""
    TransactionalSetting.objects.bulk_create(
        [TransactionalSetting(team_id=team_id, opened_at=clock.now())], ignore_conflicts=True
    )
    setting = TransactionalSetting.objects.for_team(team_id).select_for_update().get()
    fewer = body_days < setting.body_days
    setting.body_days, setting.hold_all, setting.hold_above = body_days, hold_all, hold_above
    setting.save(update_fields=["body_days", "hold_all", "hold_above"])
    if fewer:
        jobs.enqueue(SHORTEN_JOB, team_id=str(team_id))
    activity.record(
        team_id=team_id, by=by, reference="transactional-setting", action="UPDATED", name=f"{NAME} {body_days}"
    )
    return setting


def shorten_bodies(*, team_id: UUID) -> None:
    """Shortens the expiry of stored bodies, a range at a time. Safe to run again."""
    now = clock.now()
    mark: BodyCursor | None = (now - timedelta(days=MAX_BODY_DAYS + 1), UUID(int=0))
    while mark is not None:
        days = selectors.get_settings(team_id).body_days
        mark = sql.shorten(team_id, days=days, after=mark, newest=now, most=BATCH)
