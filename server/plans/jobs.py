"""Maintenance of quotas."""

from server.core import schedules
from server.plans import quota

schedules.every(60, "plans.close_expired_reservations", quota.close_expired)
schedules.purge("plans.closed_reservations", quota.purge_closed_holds)
