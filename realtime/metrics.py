"""The figures of the wire, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

sockets_open = Gauge("realtime_sockets_open", "Sockets that are connected to this process.")
connects = Counter("realtime_connects_total", "Connects by how they ended.", ["outcome"])
writers = Counter("realtime_writers_total", "Sockets by how they are written to, fast or by the server.", ["path"])
events_read = Counter("realtime_events_read_total", "Events that reached this process, by kind.", ["kind"])
events_out = Counter("realtime_events_out_total", "Events written to sockets, by kind.", ["kind"])
passing_replaced = Counter("realtime_passing_replaced_total", "Passing events that a newer one stood in for.")
passing_dropped = Counter("realtime_passing_dropped_total", "Passing events given up for want of room.")
kept_overflows = Counter("realtime_kept_overflows_total", "Sockets closed because they read too slowly.")
resets = Counter("realtime_log_resets_total", "Times that all sockets had to begin anew because the log did.")
layer_gaps = Counter("realtime_layer_gaps_total", "Times that something published was not heard back.")
refused_packets = Counter("realtime_refused_packets_total", "Packets refused, by reason.", ["reason"])
mover_lag = Histogram(
    "realtime_outbox_lag_seconds",
    "From the row of a kept event to the sockets' process.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
)
refused_requests = Counter("http_refused_requests", "HTTP requests refused before any application", ["status"])
