"""Prometheus metrics of how far each feed consumer lags, read from the database at scrape time."""

from collections.abc import Iterable

import structlog
from django.db import Error
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from server.contacts.services import contact_feed
from server.core import clock

log = structlog.get_logger(__name__)


class FeedCollector(Collector):
    """Exports one sample per registered consumer."""

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Builds the metrics without samples, so that registration needs no database query."""
        return self._build_families()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Returns no metrics while the database is unavailable."""
        try:
            backlogs = contact_feed.list_backlogs()
        except Error:
            log.exception("contacts.feed.unmeasured")
            return []
        now = clock.now()
        seconds, occurrences = families = self._build_families()
        for backlog in backlogs:
            lag = (now - backlog.oldest_at).total_seconds() if backlog.oldest_at else 0.0
            seconds.add_metric([backlog.consumer], max(0.0, lag))
            occurrences.add_metric([backlog.consumer], backlog.occurrences)
        return families

    def _build_families(self) -> tuple[GaugeMetricFamily, GaugeMetricFamily]:
        return (
            GaugeMetricFamily("contact_feed_lag_seconds", "Age of the oldest unread entry", labels=["consumer"]),
            GaugeMetricFamily("contact_feed_lag_rows", "Unread occurrences, a row per contact", labels=["consumer"]),
        )


_COLLECTOR = FeedCollector()
_registered: list[FeedCollector] = []


def register_collector() -> None:
    if not _registered:
        REGISTRY.register(_COLLECTOR)
        _registered.append(_COLLECTOR)
