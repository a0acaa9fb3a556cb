"""Where domains are bought. Which registrar it is, is a setting; each is one module that keeps the protocol."""

from collections.abc import Callable, Mapping

from django.conf import settings

from server.core.errors import PathNotFound
from server.senders.registrar.protocol import Registrar
from server.senders.registrar.sandbox import Sandbox

REGISTRARS: Mapping[str, Callable[[], Registrar]] = {"sandbox": Sandbox}


def current() -> Registrar | None:
    """The registrar of settings, or None: then there is nothing to buy."""
    make = REGISTRARS.get(settings.REGISTRAR)
    return make() if make else None


def configured() -> Registrar:
    """The registrar of settings. Raises PathNotFound without one: then the calls don't exist."""
    registrar = current()
    if registrar is None:
        raise PathNotFound
    return registrar
