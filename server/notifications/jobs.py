"""Maintenance of notifications, and scheduled ones."""

from server.core import schedules
from server.core.schedules import HOUR_SECONDS
from server.notifications.services import expiries, reading

schedules.every(HOUR_SECONDS, "notifications.notify_of_expiring_plans", expiries.notify_expiring)
schedules.purge("notifications.notifications", reading.purge_expired)
