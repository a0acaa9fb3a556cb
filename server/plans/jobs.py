"""Maintenance of quotas."""

from server.core import schedules
from server.plans import quota

schedules.add_schedule(60, "plans.close_expired_reservations", quota.close_expired)
schedules.add_purge("plans.closed_reservations", quota.purge_closed_reservations)
