"""Notices an installation whose TLS proxy hides its clients: everyone has one address, and shares one limit."""

import threading
import time

import structlog
from django.conf import settings

from server.core.network import Address

# In a row from one internal address, behind https. On the internet, the users of an office have a public one. On an
# intranet a NAT looks like a proxy without X-Forwarded-For, so the warning says both.
MIN_REQUESTS = 200
WARN_AGAIN_SECONDS = 3_600.0

log = structlog.get_logger(__name__)


class SharedAddressWatch:
    """Counts requests in a row that come from one address which can't be a client's on the internet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._address: Address | None = None
        self._count = 0
        self._warned_at = -WARN_AGAIN_SECONDS

    def note(self, address: Address, *, has_forwarded: bool) -> None:
        """Notes one request by what it was taken to come from; `has_forwarded`: a proxy named a client."""
        if not settings.APP_ORIGINS[0].startswith("https:") or (address.is_loopback and not has_forwarded):
            return  # without TLS there is no proxy to hide anybody; health checks come from this machine
        with self._lock:
            self._count = self._count + 1 if address == self._address and not address.is_global else 1
            self._address = address
            now = time.monotonic()
            if self._count < MIN_REQUESTS or now - self._warned_at < WARN_AGAIN_SECONDS:
                return
            self._warned_at = now
        log.error(
            "network.clients_share_one_address",
            address=str(address),
            requests=MIN_REQUESTS,
            fix=(
                "If a proxy has this address, name it in DASH_TRUSTED_PROXIES and let it send X-Forwarded-For."
                " If it is a NAT of an intranet, this is expected, and its users share the limits of one network."
            ),
        )


watch = SharedAddressWatch()
