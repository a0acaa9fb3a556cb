"""The TLS certificate of the `smtp` process (STARTTLS, RFC 3207)."""

import ssl
from collections.abc import Sequence
from pathlib import Path

import structlog
from django.conf import settings

from server.env import InvalidSetting

log = structlog.get_logger(__name__)


class ReloadingCertificate:
    """A certificate chain and its key, from two PEM files; reloaded when one of them changes."""

    def __init__(self, chain: Path, key: Path) -> None:
        """Raises OSError (the base of ssl.SSLError) if they are unusable."""
        self._chain, self._key = chain, key
        self._state = self._read_times()
        self._context = self._load()

    def context(self) -> ssl.SSLContext:
        """The context for a new connection. If a changed file is unusable, the previous context stays in use."""
        try:
            state = self._read_times()
            if state != self._state:
                self._context, self._state = self._load(), state
        except OSError as error:
            log.error("delivery.smtp.certificate_unusable", why=str(error))
        return self._context

    def _read_times(self) -> Sequence[tuple[int, int]]:
        return [(found.st_mtime_ns, found.st_size) for found in (self._chain.stat(), self._key.stat())]

    def _load(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._chain, self._key)
        return context


def load_configured_certificate() -> ReloadingCertificate | None:
    """The configured certificate, or None. Raises InvalidSetting if it is unusable."""
    if not settings.SMTP_CERTIFICATE:
        return None
    try:
        return ReloadingCertificate(Path(settings.SMTP_CERTIFICATE), Path(settings.SMTP_KEY))
    except OSError as error:
        raise InvalidSetting(f"DASH_SMTP_CERTIFICATE and DASH_SMTP_KEY cannot be used: {error}") from error
