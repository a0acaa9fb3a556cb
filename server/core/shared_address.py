"""Detects an installation whose TLS proxy hides its clients: all have one address and share one limit."""

import threading
import time
from uuid import UUID

import structlog
from django.conf import settings

from server.core.network import Address

# Consecutive requests from one address, behind https. On an intranet a NAT looks like a proxy without X-Forwarded-For,
# so the warning mentions both.
MIN_REQUESTS = 200
# Sessions of these requests, if the address is public: one session alone can be a proxy or a single client.
MIN_SESSIONS = 20
WARNING_INTERVAL_SECONDS = 3_600.0

log = structlog.get_logger(__name__)


class SharedAddressWatch:
    """Counts consecutive requests from one address that hides several clients.

    An internal address can't be a client's on the internet. A public one counts once many sessions use it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._address: Address | None = None
        self._count = 0
        self._sessions: set[UUID] = set()
        self._warned_at = -WARNING_INTERVAL_SECONDS

    def note(self, address: Address, *, has_forwarded: bool, session_id: UUID | None = None) -> None:
        """Counts one request by its client's address. `has_forwarded`: a proxy named a client.

        `session_id` is None without a session: anyone can send many requests, and an API key is no user.
        """
        if not settings.APP_ORIGINS[0].startswith("https:") or (address.is_loopback and not has_forwarded):
            return  # without TLS there is no proxy; health checks come from this machine
        with self._lock:
            if address != self._address:
                self._address, self._count = address, 0
                self._sessions.clear()
            self._count += 1
            if session_id is not None and len(self._sessions) < MIN_SESSIONS:
                self._sessions.add(session_id)
            if self._count < MIN_REQUESTS or (address.is_global and len(self._sessions) < MIN_SESSIONS):
                return
            now = time.monotonic()
            if now - self._warned_at < WARNING_INTERVAL_SECONDS:
                return
            self._warned_at = now
        log.error(
            "network.clients_share_one_address",
            address=str(address),
            requests=MIN_REQUESTS,
            fix=(
                "If a proxy has this address, name it in DASH_TRUSTED_PROXIES and let it send X-Forwarded-For."
                f" If it is a NAT of an {'office' if address.is_global else 'intranet'}, this is expected, and its"
                " users share the limits of one network."
            ),
        )


shared_address_watch = SharedAddressWatch()
