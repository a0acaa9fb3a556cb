"""Recurring work of webhooks."""

from server.core import schedules
from server.webhooks.services import deliveries

schedules.add_purge("webhooks.deliveries", deliveries.purge_expired)
