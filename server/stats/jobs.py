"""Maintenance jobs of the daily metrics."""

from server.core import schedules
from server.stats.services import closing

schedules.every(5, "stats.close_days", closing.keep_up)
