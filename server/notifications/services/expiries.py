"""Notifications of plans that expire soon."""

from datetime import timedelta

from server.core import clock
from server.notifications.services.creation import notify
from server.plans.models import Subscription

WARNING_PERIOD = timedelta(days=7)
LAST_DAY_PERIOD = timedelta(days=1)


def notify_expiring() -> None:
    """Notifies the admins of each team whose plan ends within a week, and again within a day. Runs hourly."""
    now = clock.now()
    # across teams: upkeep of all
    ending = Subscription.objects.filter(expires_at__gt=now, expires_at__lte=now + WARNING_PERIOD).select_related(
        "plan"
    )
    for subscription in ending.order_by("pk").iterator():
        ends_at = subscription.expires_at
        if ends_at is None:
            continue
        day = ends_at.date().isoformat()
        kind = "plan.last-day" if ends_at <= now + LAST_DAY_PERIOD else "plan.expiring"
        notify(kind, team_id=subscription.team_id, subject=day, plan=subscription.plan.name, day=day)
