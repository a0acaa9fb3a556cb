"""Maintenance of notifications, and scheduled ones."""

from server.core import schedules
from server.core.schedules import HOUR_SECONDS
from server.notifications.services import expiries, reading

schedules.add_schedule(HOUR_SECONDS, "notifications.notify_of_expiring_plans", expiries.notify_expiring)
schedules.add_purge("notifications.notifications", reading.purge_expired)
