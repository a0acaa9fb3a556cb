"""The realtime metrics for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

sockets_open = Gauge("realtime_sockets_open", "Sockets that are connected to this process.")
connects = Counter("realtime_connects_total", "Connection attempts by outcome.", ["outcome"])
events_read = Counter("realtime_events_read_total", "Events that reached this process, by kind.", ["kind"])
events_out = Counter("realtime_events_out_total", "Events written to sockets, by kind.", ["kind"])
ephemeral_replaced = Counter("realtime_passing_replaced_total", "Ephemeral events replaced by a newer one.")
ephemeral_dropped = Counter("realtime_passing_dropped_total", "Ephemeral events dropped because the buffer was full.")
durable_overflows = Counter("realtime_kept_overflows_total", "Sockets closed because they read too slowly.")
resets = Counter("realtime_log_resets_total", "Log resets that forced all sockets to start again.")
layer_gaps = Counter("realtime_layer_gaps_total", "Published messages that did not arrive.")
rejected_packets = Counter("realtime_refused_packets_total", "Packets rejected, by reason.", ["reason"])
outbox_lag = Histogram(
    "realtime_outbox_lag_seconds",
    "Seconds from storing a durable event to its arrival in the socket process.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
)
rejected_requests = Counter(
    "http_refused_requests", "HTTP requests rejected before they reached an application", ["status"]
)
