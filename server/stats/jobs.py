"""Upkeep of what teams' mail comes to by day."""

from server.core import schedules
from server.stats.services import closing

schedules.every(5, "stats.close_days", closing.keep_up)
