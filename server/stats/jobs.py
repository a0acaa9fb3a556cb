"""Maintenance jobs of the daily metrics."""

from server.core import schedules
from server.stats.services import closing

schedules.add_schedule(5, "stats.close_days", closing.close_due_days)
