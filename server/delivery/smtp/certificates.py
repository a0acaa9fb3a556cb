"""The certificate that the `smtp` process shows (STARTTLS, RFC 3207)."""

import ssl
from collections.abc import Sequence
from pathlib import Path

import structlog
from django.conf import settings

from server.env import InvalidSetting

log = structlog.get_logger(__name__)


class Certificate:
    """A certificate with its chain and its key, in PEM, out of two files; read anew when one of them changes."""

    def __init__(self, chain: Path, key: Path) -> None:
        """Raises OSError (of which ssl.SSLError is one) where they can't be used."""
        self._chain, self._key = chain, key
        self._state = self._look()
        self._context = self._load()

    def context(self) -> ssl.SSLContext:
        """What a connection that begins now uses. Where a changed file can't be used, the former stays."""
        try:
            state = self._look()
            if state != self._state:
                self._context, self._state = self._load(), state
        except OSError as error:
            log.error("delivery.smtp.certificate_unusable", why=str(error))
        return self._context

    def _look(self) -> Sequence[tuple[int, int]]:
        return [(found.st_mtime_ns, found.st_size) for found in (self._chain.stat(), self._key.stat())]

    def _load(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._chain, self._key)
        return context


def of_settings() -> Certificate | None:
    """The certificate of settings, if there is one. Raises InvalidSetting where it can't be used."""
    if not settings.SMTP_CERTIFICATE:
        return None
    try:
        return Certificate(Path(settings.SMTP_CERTIFICATE), Path(settings.SMTP_KEY))
    except OSError as error:
        raise InvalidSetting(f"DASH_SMTP_CERTIFICATE and DASH_SMTP_KEY cannot be used: {error}") from error
