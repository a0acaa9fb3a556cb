"""Loopback ports of the servers that a bench starts."""

import socket
import time

DEADLINE_SECONDS = 20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until_open(port: int) -> None:
    """Waits until the port accepts connections. Raises TimeoutError."""
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens on {port}")
